import assert from 'node:assert/strict';
import test from 'node:test';
import { judge } from '#hooks/lib/decide.js';
import { callOf } from '#root/hooks/msd-agent-isolation-guard.js';
import { callOf as cursorCallOf } from '#root/hooks/msd-cursor-subagent-start.js';
import { claudeCall, cursorStart, fixture, MARKER } from '../rig/guard.js';
import { temporaryProject } from '../rig/temporary-project.js';

const stdin = (payload: unknown) => ({ text: JSON.stringify(payload), problem: null });
const claude = (payload: unknown, env = {}) => judge(callOf(stdin(payload), env)).row.code;
const cursor = (payload: unknown) => judge(cursorCallOf(stdin(payload), {})).row.code;

test('the dispatch tool is known by both its names, and no other by a part of them', (t) => {
  const { root } = temporaryProject(t);
  for (const tool_name of ['Agent', 'Task'])
    assert.equal(claude(claudeCall(root, {}, { tool_name })), 'isolation-added');
  for (const tool_name of ['TaskCreate', 'TaskUpdate', 'AgentOutput', 'agent', 'constructor', '__proto__', 'Bash'])
    assert.equal(claude(claudeCall(root, {}, { tool_name })), 'not-a-dispatch', tool_name);
});

test("msd's own agent is known with and without a plugin's name, on both hosts", (t) => {
  const { root } = temporaryProject(t);
  for (const subagent_type of ['msd-executor', 'msd:msd-executor', 'msd:agents:msd-executor', ' MSD-Executor ']) {
    assert.equal(claude(claudeCall(root, { subagent_type })), 'isolation-added', subagent_type);
    assert.equal(cursor(cursorStart(root, { subagent_type })), 'not-a-linked-worktree', subagent_type);
  }
  for (const subagent_type of [
    'Explore',
    'msd-executor-2',
    'my-msd-executor',
    'msd-executor:other',
    'general-purpose',
  ]) {
    assert.equal(claude(claudeCall(root, { subagent_type })), 'not-an-executor', subagent_type);
    assert.equal(cursor(cursorStart(root, { subagent_type })), 'not-an-executor', subagent_type);
  }
});

test('the config names others, with or without a plugin', (t) => {
  const { root } = temporaryProject(t, { config: { msd: { executors: ['Worker', 'team:builder'] } } });
  for (const subagent_type of ['worker', 'plugin:worker', 'team:builder'])
    assert.equal(claude(claudeCall(root, { subagent_type })), 'isolation-added', subagent_type);
  assert.equal(claude(claudeCall(root, { subagent_type: 'builder' })), 'not-an-executor');
});

test("a plan's agent_hint makes its agent an executor, for that plan", (t) => {
  const project = temporaryProject(t);
  project.plan('03-02-hardening', { frontmatter: { phase: '03', agent_hint: '"db-migrator"' } });
  project.plan('03-05-docs');
  const call = (prompt: string) => claudeCall(project.root, { subagent_type: 'db-migrator', prompt });
  assert.equal(claude(call(MARKER)), 'isolation-added');
  assert.equal(claude(call(MARKER.replaceAll('03-02-hardening', '03-05-docs'))), 'not-an-executor');
  assert.equal(claude(call(MARKER.replaceAll('03-02-hardening', '../../03-auth/03-02-hardening'))), 'not-an-executor');
  assert.equal(claude(call('Migrate the tables.')), 'not-an-executor');
});

test('a call that names no agent is judged by whom it says it is for', (t) => {
  const { root } = temporaryProject(t);
  for (const subagent_type of [undefined, null, '', ' ']) {
    assert.equal(claude(claudeCall(root, { subagent_type })), 'isolation-added');
    assert.equal(claude(claudeCall(root, { subagent_type, prompt: 'Find the routes.' })), 'not-an-executor');
    assert.equal(cursor(cursorStart(root, { subagent_type })), 'not-a-linked-worktree');
  }
  const spawn = fixture('codex/0.171.0/pre-tool-use-spawn-agent', root) as { tool_input: object };
  assert.equal(
    claude({ ...spawn, tool_input: { ...spawn.tool_input, message: 'Find the routes.' } }),
    'not-an-executor',
  );
});

test("a plugin's agent that isolates itself is found where the plugin is", (t) => {
  const project = temporaryProject(t);
  project.write('plugin/agents/msd-executor.md', '---\nname: msd-executor\nisolation: worktree\n---\n');
  const env = { CLAUDE_PLUGIN_ROOT: project.path('plugin') };
  assert.equal(claude(claudeCall(project.root, { subagent_type: 'msd:msd-executor' }), env), 'isolated-by-agent-file');
  assert.equal(claude(claudeCall(project.root, { subagent_type: 'msd-executor' }), env), 'isolation-added');
});

test("the project's agent file comes before the user's", (t) => {
  const project = temporaryProject(t);
  const env = { HOME: project.home };
  const call = claudeCall(project.root);
  project.write('../home/.claude/agents/msd-executor.md', '---\nname: msd-executor\nisolation: worktree\n---\n');
  assert.equal(claude(call, env), 'isolated-by-agent-file');
  project.write('.claude/agents/msd-executor.md', '---\nname: msd-executor\n---\nisolation: worktree\n');
  assert.equal(claude(call, env), 'isolation-added');
});

test('a skill or a command that does not fork, or into another agent, is let go', (t) => {
  const project = temporaryProject(t);
  const call = (skill: string) => {
    const payload = fixture('claude/2.1.332/pre-tool-use-skill', project.root);
    return { ...payload, tool_input: { skill } };
  };
  project.write('.claude/skills/plain/SKILL.md', '---\nname: plain\nagent: msd-executor\n---\n');
  project.write('.claude/skills/scout/SKILL.md', '---\nname: scout\ncontext: fork\nagent: Explore\n---\n');
  project.write('.claude/commands/ops/go.md', '---\ncontext: fork\nagent: msd-executor\n---\n');
  for (const name of ['plain', 'scout', 'unknown', '../../etc/passwd', '', 'a:b:c'])
    assert.equal(claude(call(name)), 'not-an-executor', name);
  assert.equal(claude(call('ops:go')), 'skill-not-isolated');
});
