// biome-ignore-all lint/suspicious/noExplicitAny: answers and payloads are what is to be checked
import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { settleViolations, violations } from '../../src/world/attestations.js';
import { openProject } from '../../src/world/project.js';
import { ATTEST, claudeCall, fixture, GUARD, record, runHook } from '../rig/guard.js';
import { temporaryFolder } from '../rig/temp-folder.js';
import { type ProjectOptions, type TemporaryProject, temporaryProject } from '../rig/temporary-project.js';

type Json = Record<string, unknown>;

const start = (cwd: string, more: Json = {}): Json => ({
  ...fixture('claude/2.1.332/subagent-start', ''),
  cwd,
  ...more,
});
const attest = (cwd: string, more: Json = {}) => runHook(ATTEST, start(cwd, more), { cwd });

/** All lines that were written, of all sessions. */
function lines(project: TemporaryProject): Json[] {
  const folder = project.path('.msd/attest');
  const files = statSync(folder, { throwIfNoEntry: false }) ? readdirSync(folder) : [];
  const texts = files.map((file) => readFileSync(join(folder, file), 'utf8'));
  return texts.flatMap((text) => text.trim().split('\n')).map((line) => JSON.parse(line));
}

const open = (project: TemporaryProject, run?: string) => {
  const found = openProject(project.root);
  assert.ok(found.ok);
  const read = violations(found.value, run);
  assert.ok(read.ok, JSON.stringify(read));
  return read.value;
};

const words = (answer: any) => answer.hookSpecificOutput.additionalContext as string;

test('an executor in the main checkout without a none is a violation: noted, and told to stop', async (t) => {
  const project = temporaryProject(t);
  const { answer, code, stderr } = await attest(project.root);
  assert.deepEqual([code, stderr], [0, '']);
  assert.equal(answer.hookSpecificOutput.hookEventName, 'SubagentStart');
  assert.match(words(answer), /^msd \[executor-in-main-checkout\]: STOP\. .* Next: end now/);
  assert.ok(words(answer).length <= 600);
  const [line] = lines(project);
  const { at, ...rest } = line as Json;
  assert.ok(!Number.isNaN(Date.parse(at as string)));
  assert.deepEqual(rest, {
    version: 1,
    event: 'start',
    session: start('')['session_id'],
    agent: start('')['agent_id'],
    type: 'msd-executor',
    cwd: project.root,
    place: 'main',
    code: 'executor-in-main-checkout',
    run: null,
  });
  assert.equal(open(project).length, 1);
  assert.equal(statSync(project.path('.msd')).mode & 0o777, 0o700);
  assert.equal(project.git('status', '--porcelain'), '');
});

test('an executor that is isolated, or may run in the main checkout, is noted and left alone', async (t) => {
  const cases: [string, ProjectOptions, (project: TemporaryProject) => Promise<string> | string][] = [
    [
      'isolated',
      {},
      (project) => {
        const worktree = project.path('.claude/worktrees/agent-1');
        project.git('worktree', 'add', '--quiet', worktree);
        return worktree;
      },
    ],
    [
      'recorded-none',
      {},
      async (project) => {
        await record(project, 'none', { scope: { run: 'r-1' } });
        return project.root;
      },
    ],
    ['not-a-repository', { withoutGit: true }, ({ root }) => root],
    ['opted-out', { config: { workflow: { use_worktrees: false } } }, ({ root }) => root],
  ];
  for (const [code, options, prepare] of cases) {
    const project = temporaryProject(t, options);
    assert.equal((await attest(await prepare(project))).stdout, '', code);
    assert.deepEqual(
      lines(project).map((line) => line['code']),
      [code],
    );
    assert.deepEqual(open(project), []);
  }
});

test('a record that is not usable, or says something else, allows nothing', async (t) => {
  const lapsed = temporaryProject(t);
  await record(lapsed, 'none', { ageMs: 25 * 60 * 60_000 });
  const other = temporaryProject(t);
  await record(other, 'harness-worktree', { scope: { run: 'r-7' } });
  for (const project of [lapsed, other]) assert.match(words((await attest(project.root)).answer), /STOP/);
  assert.deepEqual(
    lines(other).map((line) => line['run']),
    ['r-7'],
    'the run of the latest usable record',
  );
});

test('other agents, other folders and payloads that say nothing are passed over without a trace', async (t) => {
  const project = temporaryProject(t);
  const outside = temporaryFolder(t);
  for (const payload of [
    start(project.root, { agent_type: 'Explore' }),
    start(outside),
    start(project.root, { agent_type: undefined }),
    start(project.root, { cwd: 7 }),
    fixture('codex/0.171.0/subagent-start', project.root),
    '',
    '{',
    '[]',
  ]) {
    const end = await runHook(ATTEST, payload, { cwd: project.root });
    assert.deepEqual([end.code, end.stdout, end.stderr], [0, '', '']);
  }
  assert.deepEqual(lines(project), []);
});

test('executors are known by their plugin name, by the config, and on other hosts', async (t) => {
  const project = temporaryProject(t, { config: { msd: { executors: ['team:worker'] } } });
  for (const agent_type of ['msd:msd-executor', 'msd:agents:msd-executor', 'team:worker'])
    await attest(project.root, { agent_type });
  await runHook(ATTEST, fixture('copilot/1.0.102/subagent-start', project.root), { cwd: project.root });
  assert.deepEqual(
    lines(project)
      .map((line) => line['type'])
      .sort(),
    ['msd-executor', 'msd:agents:msd-executor', 'msd:msd-executor', 'team:worker'],
  );
});

test('what cannot be noted is told to the executor, who is stopped all the same', async (t) => {
  const project = temporaryProject(t);
  symlinkSync(temporaryFolder(t), project.path('.msd'));
  const { answer } = await attest(project.root);
  assert.match(words(answer), /STOP\. .*could not be noted/);
});

test('an executor is not resumed in the main checkout, known by its attested start alone', async (t) => {
  const project = temporaryProject(t);
  const worktree = project.path('.claude/worktrees/agent-1');
  project.git('worktree', 'add', '--quiet', worktree);
  const send = {
    ...fixture('claude/2.1.332/pre-tool-use-send-message', project.root),
    transcript_path: '/nowhere/s.jsonl',
  };
  const { to } = (send as any).tool_input;
  await attest(worktree, { agent_id: to, session_id: (send as any).session_id });
  assert.equal((await runHook(GUARD, send, { cwd: project.root })).stdout, '');
  project.git('worktree', 'remove', worktree);
  const { answer } = await runHook(GUARD, send, { cwd: project.root });
  assert.match(answer.hookSpecificOutput.permissionDecisionReason, /^msd \[resume-not-isolated\]/);
});

test('a person sees to violations: those of a run and of no known run count for it, until they are settled', async (t) => {
  const project = temporaryProject(t);
  await attest(project.root, { agent_id: 'a1', session_id: 's1' });
  await record(project, 'harness-worktree', { scope: { run: 'r-7' } });
  await attest(project.root, { agent_id: 'a2', session_id: 's2' });
  await attest(project.root, { agent_id: 'a3', session_id: '../../../escape' });
  assert.deepEqual(
    open(project).map((one) => one.agent),
    ['a1', 'a2', 'a3'],
  );
  assert.deepEqual(
    open(project, 'r-8').map((one) => one.agent),
    ['a1'],
  );
  assert.deepEqual(
    open(project, 'r-7').map((one) => one.agent),
    ['a1', 'a2', 'a3'],
  );
  const found = openProject(project.root);
  assert.ok(found.ok && settleViolations(found.value, open(project, 'r-8'), new Date()).ok);
  assert.deepEqual(
    open(project).map((one) => one.agent),
    ['a2', 'a3'],
  );
  await attest(project.root, { agent_id: 'a1', session_id: 's1' });
  assert.deepEqual(
    open(project)
      .map((one) => one.agent)
      .sort(),
    ['a1', 'a2', 'a3'],
    'another start is another violation',
  );
});

test('an attestation that cannot be read is no "all is well"', async (t) => {
  const project = temporaryProject(t);
  mkdirSync(project.path('.msd/attest/s1.ndjson'), { recursive: true });
  const found = openProject(project.root);
  assert.ok(found.ok);
  const read = violations(found.value);
  assert.equal(read.ok ? 'ok' : read.error.reason, 'file-unreadable');
});

test('the gate of a workflow stops for a violation, and msd guard violations is the way on', async (t) => {
  const project = temporaryProject(t);
  project.plan('03-02-hardening');
  project.commit('plan');
  await attest(project.root);
  const gate = ['isolation', 'record', '--phase', '03', '--plan', '03-02-hardening'];
  const stopped = await project.msd([...gate, '--json']);
  assert.equal(stopped.code, 5, stopped.stderr);
  assert.equal(JSON.parse(stopped.stdout).error.code, 'isolation-violated');
  assert.match(stopped.stderr, /msd guard violations/);
  const shown = await project.msd(['guard', 'violations', '--json']);
  assert.equal(shown.code, 5);
  assert.equal(JSON.parse(shown.stdout).violations[0].type, 'msd-executor');
  const settled = await project.msd(['guard', 'violations', '--settle']);
  assert.equal(settled.code, 0, settled.stderr);
  assert.equal((await project.msd(gate)).code, 0);
});

test('a guard and an attestation agree about a call that goes on', async (t) => {
  const project = temporaryProject(t);
  await record(project, 'none');
  assert.equal((await runHook(GUARD, claudeCall(project.root), { cwd: project.root })).stdout, '');
  assert.equal((await attest(project.root)).stdout, '');
});
