import assert from 'node:assert/strict';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { violations } from '../../src/world/attestations.js';
import { openProject } from '../../src/world/project.js';
import { type ClaudeSession, claudeClient, runClaude } from '../rig/claude-client.js';
import { MARKER, record } from '../rig/guard.js';
import type { Turn } from '../rig/loopback-model.js';
import { type ProjectOptions, type TemporaryProject, temporaryProject } from '../rig/temporary-project.js';

const client = claudeClient();
const options = 'missing' in client ? { skip: client.missing } : {};

const PROMPT = `${MARKER}\nExecute plan 02 of phase 03-auth.`;
const CALL = {
  description: 'Execute plan 02',
  prompt: PROMPT,
  subagent_type: 'msd-executor',
  run_in_background: false,
};
const dispatch = (more = {}) => ({ calls: [{ name: 'Agent', input: { ...CALL, ...more } }] });

function setUp(t: TestContext, given: ProjectOptions & { readonly front?: string } = {}): TemporaryProject {
  const project = temporaryProject(t, given);
  const front = `name: msd-executor\ndescription: Executes one plan.\n${given.front ?? ''}`;
  project.write('.claude/agents/msd-executor.md', `---\n${front}---\nYou execute one plan.\n`);
  project.plan('03-02-hardening');
  project.commit('plans and agents');
  return project;
}

const run = (t: TestContext, project: TemporaryProject, ...steps: ClaudeSession['steps']) =>
  runClaude(t, project, (client as { bin: string }).bin, { steps });

const open = (project: TemporaryProject) => {
  const found = openProject(project.root);
  assert.ok(found.ok);
  const read = violations(found.value);
  assert.ok(read.ok);
  return read.value.map((one) => one.type);
};

const inWorktree = (project: TemporaryProject, path: string | undefined) =>
  path?.startsWith(join(project.root, '.claude/worktrees/agent-')) === true;

test('the flag was dropped: the executor runs in a worktree, and the model is not sent back', options, async (t) => {
  const project = setUp(t);
  const end = await run(t, project, () => dispatch());
  assert.equal(end.ranIn.length, 1);
  assert.ok(inWorktree(project, end.ranIn[0]), end.ranIn[0]);
  assert.equal(end.mainTurns, 2, 'the call and the end');
  assert.deepEqual(
    end.results.map((result) => result.isError),
    [false],
  );
  assert.match(end.said, /msd \[isolation-added\]/);
  assert.deepEqual(open(project), []);
});

test('recorded as none: it runs in the main checkout', options, async (t) => {
  const project = setUp(t);
  await record(project, 'none');
  const end = await run(t, project, () => dispatch());
  assert.deepEqual([end.ranIn, end.mainTurns], [[project.root], 2]);
  assert.doesNotMatch(end.said, /msd \[/);
  assert.deepEqual(open(project), []);
});

test('a fresh none of another phase: repaired, and the record is named', options, async (t) => {
  const project = setUp(t);
  await record(project, 'none', { scope: { phase: '02', plan: '02-04-cleanup' }, ageMs: 120_000 });
  const end = await run(t, project, () => dispatch());
  assert.ok(inWorktree(project, end.ranIn[0]), end.ranIn[0]);
  const both = /recorded 02\/02-04-cleanup by per-plan-submodules 2 min ago; this dispatch says 03\/03-02-hardening/;
  assert.match(end.said, both);
});

test('a value that conflicts: refused, and nothing runs', options, async (t) => {
  const project = setUp(t);
  const end = await run(t, project, () => dispatch({ isolation: 'remote' }));
  assert.deepEqual(end.ranIn, []);
  assert.equal(end.results[0]?.isError, true);
  assert.match(end.results[0]?.text ?? '', /msd \[isolation-conflict\]/);
});

test("the agent's own file isolates it: nothing is said", options, async (t) => {
  const project = setUp(t, { front: 'isolation: worktree\n' });
  const end = await run(t, project, () => dispatch());
  assert.ok(inWorktree(project, end.ranIn[0]), end.ranIn[0]);
  assert.doesNotMatch(end.said, /msd \[/);
});

test('a project that opted out: it runs in the main checkout', options, async (t) => {
  const project = setUp(t, { config: { workflow: { use_worktrees: false } } });
  const end = await run(t, project, () => dispatch());
  assert.deepEqual(end.ranIn, [project.root]);
  assert.deepEqual(open(project), []);
});

test('a skill that forks into an executor is refused', options, async (t) => {
  const project = setUp(t);
  const front = 'name: dispatchit\ndescription: dispatches\ncontext: fork\nagent: msd-executor\n';
  project.write('.claude/skills/dispatchit/SKILL.md', `---\n${front}---\n${PROMPT}\n`);
  const end = await run(t, project, () => ({ calls: [{ name: 'Skill', input: { skill: 'dispatchit' } }] }));
  assert.deepEqual(end.ranIn, []);
  assert.match(end.results[0]?.text ?? '', /msd \[skill-not-isolated\]/);
});

test(
  'a workflow script starts an executor in the main checkout: told to stop, and the next gate stops',
  options,
  async (t) => {
    const project = setUp(t);
    const agent = `agent(${JSON.stringify(PROMPT)}, ${JSON.stringify({ label: 'x', phase: 'P', agentType: 'msd-executor' })})`;
    const meta = `export const meta = { name: 'probe', description: 'probe', phases: [{ title: 'P' }] }`;
    const script = `${meta}\nphase('P')\nreturn { r: await ${agent} }\n`;
    const end = await run(t, project, () => ({ calls: [{ name: 'Workflow', input: { script } }] }));
    assert.match(end.said, /msd \[executor-in-main-checkout\]: STOP\./);
    assert.deepEqual(open(project), ['msd-executor']);
    const gate = await project.msd(['isolation', 'record', '--phase', '03', '--plan', '03-02-hardening']);
    assert.equal(gate.code, 5, gate.stderr);
  },
);

test('an executor whose worktree was taken away is not resumed in the main checkout', options, async (t) => {
  const project = setUp(t);
  const textOf = ({ results }: Pick<Turn, 'results'>) => results.map((result) => result.text).join('\n');
  const end = await run(
    t,
    project,
    () => dispatch({ isolation: 'worktree' }),
    () => ({ calls: [{ name: 'ToolSearch', input: { query: 'select:SendMessage' } }] }),
    (turn) => {
      const to = /agentId: (\w+)/.exec(textOf(turn))?.[1];
      return { calls: [{ name: 'SendMessage', input: { to, summary: 'again', message: 'ONCE-MORE, go on' } }] };
    },
  );
  assert.equal(end.ranIn.length, 1);
  assert.ok(inWorktree(project, end.ranIn[0]), end.ranIn[0]);
  assert.match(textOf(end), /msd \[resume-not-isolated\]/);
  assert.deepEqual(open(project), []);
});
