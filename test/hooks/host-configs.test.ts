// biome-ignore-all lint/suspicious/noExplicitAny: a config is what is to be checked
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import test from 'node:test';
import { HOOKS } from '../rig/guard.js';

// What the hosts accept, read from them: one unknown name voids Cursor's whole file, without a word.
const CLAUDE_EVENTS = [
  'PreToolUse',
  'PostToolUse',
  'PostToolUseFailure',
  'PermissionRequest',
  'PermissionDenied',
  'Notification',
  'UserPromptSubmit',
  'SessionStart',
  'SessionEnd',
  'Stop',
  'SubagentStart',
  'SubagentStop',
  'PreCompact',
  'WorktreeCreate',
  'WorktreeRemove',
];
const CURSOR_EVENTS = [
  'beforeShellExecution',
  'beforeMCPExecution',
  'afterShellExecution',
  'afterMCPExecution',
  'beforeReadFile',
  'afterFileEdit',
  'beforeTabFileRead',
  'afterTabFileEdit',
  'stop',
  'beforeSubmitPrompt',
  'afterAgentResponse',
  'afterAgentThought',
  'sessionStart',
  'sessionEnd',
  'preCompact',
  'subagentStart',
  'subagentStop',
  'preToolUse',
  'postToolUse',
  'postToolUseFailure',
  'workspaceOpen',
];

const read = (name: string) => JSON.parse(readFileSync(join(HOOKS, name), 'utf8'));
const isHook = (path: string) => assert.ok(existsSync(join(HOOKS, basename(path))), path);

test("Claude Code's config: known events, no shell, and a failing guard blocks", () => {
  const { hooks } = read('hooks.json');
  assert.deepEqual(
    Object.keys(hooks).filter((event) => !CLAUDE_EVENTS.includes(event)),
    [],
  );
  const [guard] = hooks.PreToolUse;
  assert.equal(guard.matcher, 'Agent|Task|Skill|SendMessage|Workflow');
  for (const entry of Object.values<any>(hooks)
    .flat()
    .flatMap((group) => group.hooks)) {
    assert.deepEqual([entry.type, entry.command, entry.args.length], ['command', 'node', 1]);
    assert.match(entry.args[0], /^\$\{CLAUDE_PLUGIN_ROOT\}\/hooks\/[a-z-]+\.js$/);
    isHook(entry.args[0]);
    assert.ok(entry.timeout > 0 && entry.timeout <= 10);
  }
  for (const group of hooks.PreToolUse) assert.equal(group.hooks[0].onFailure, 'block', group.matcher);
  assert.equal(hooks.PreToolUse[1].matcher, 'Edit|Write|MultiEdit|NotebookEdit');
  assert.equal(basename(hooks.PreToolUse[1].hooks[0].args[0]), 'msd-write-guard.js');
  assert.equal(basename(hooks.SubagentStart[0].hooks[0].args[0]), 'msd-subagent-attest.js');
  // Not SubagentStop: what is added there keeps the agent from ending, and the session does not hear it (ADR 0024).
  assert.deepEqual(Object.keys(hooks), ['PreToolUse', 'SubagentStart', 'UserPromptSubmit', 'PostToolUse']);
  assert.equal(hooks.PostToolUse[0].matcher, guard.matcher, 'other tools cost nothing');
  for (const [group] of [hooks.UserPromptSubmit, hooks.PostToolUse]) {
    assert.equal(basename(group.hooks[0].args[0]), 'msd-session-notices.js');
    assert.equal(group.hooks[0].onFailure, undefined, 'a notice that cannot be shown refuses nothing');
  }
});

test("Cursor's config: known events, one simple command each, and a failing guard blocks", () => {
  const text = readFileSync(join(HOOKS, 'cursor-hooks.json'), 'utf8');
  assert.doesNotMatch(text, /\/\//, 'Cursor cuts a line at two slashes, wherever they stand');
  const { version, hooks } = read('cursor-hooks.json');
  assert.equal(version, 1);
  assert.deepEqual(
    Object.keys(hooks).filter((event) => !CURSOR_EVENTS.includes(event)),
    [],
  );
  for (const entry of Object.values<any>(hooks).flat()) {
    assert.match(entry.command, /^node [\w./-]+\.js$/, 'a here-document is appended to the command');
    isHook(entry.command.split(' ')[1]);
    assert.equal(entry.failClosed, true);
    assert.ok(Number.isInteger(entry.timeout));
    if (entry.matcher !== undefined) new RegExp(entry.matcher);
  }
  assert.equal(basename(hooks.subagentStart[0].command), 'msd-cursor-subagent-start.js');
  assert.deepEqual(
    hooks.preToolUse.map((entry: any) => entry.matcher),
    ['Task', 'Write|Delete'],
  );
});

test('the plugin is this repository as it lies here, in the version of its package', () => {
  const json = (path: string) => JSON.parse(readFileSync(join(HOOKS, '..', path), 'utf8'));
  const { name, version, description, license } = json('package.json');
  const plugin = json('.claude-plugin/plugin.json');
  assert.deepEqual([plugin.name, plugin.version, plugin.license], [name, version, license]);
  assert.ok(plugin.description.length > 20 && description.length > 20);
  const market = json('.claude-plugin/marketplace.json');
  assert.deepEqual(
    market.plugins.map((one: any) => [one.name, one.source]),
    [[name, './']],
  );
  for (const part of ['agents/msd-executor.md', 'commands/execute-phase.md', 'hooks/hooks.json'])
    assert.ok(existsSync(join(HOOKS, '..', part)), part);
});
