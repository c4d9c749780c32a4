import assert from 'node:assert/strict';
import test from 'node:test';
import { claudeCall, cursorStart, fixture, record } from '../rig/guard.js';
import { temporaryFolder } from '../rig/temp-folder.js';
import { type TemporaryProject, temporaryProject } from '../rig/temporary-project.js';

async function explain(project: Pick<TemporaryProject, 'msd'>, payload: unknown, ...args: string[]) {
  const stdin = typeof payload === 'string' ? payload : JSON.stringify(payload);
  const end = await project.msd(['guard', 'explain', '--json', ...args], { stdin });
  assert.equal(end.code, 0, end.stderr);
  return JSON.parse(end.stdout);
}

test('the row that applied is told, with the identity and the record', async (t) => {
  const project = temporaryProject(t);
  const identity = { phase: '03', plan: '03-02-hardening', source: 'marker', ambiguous: false };
  const added = await explain(project, claudeCall(project.root));
  assert.deepEqual(Object.keys(added), ['row', 'verdict', 'code', 'reason', 'identity', 'record']);
  const { reason, ...rest } = added;
  assert.deepEqual(rest, {
    row: 'isolation-added',
    verdict: 'repair',
    code: 'isolation-added',
    identity,
    record: null,
  });
  assert.match(reason, /^msd \[isolation-added\]/);

  await record(project, 'none', { scope: { phase: '02', plan: '02-04-cleanup' } });
  const other = await explain(project, claudeCall(project.root));
  assert.deepEqual(
    [other.record.usable, other.record.why, other.record.scope.plan],
    [false, 'other-phase', '02-04-cleanup'],
  );
  await record(project, 'none');
  const none = await explain(project, claudeCall(project.root));
  assert.deepEqual([none.verdict, none.code, none.reason, none.record.usable], ['allow', 'recorded-none', '', true]);
});

test('every host is explained, recognised or named', async (t) => {
  const project = temporaryProject(t);
  for (const [payload, code, args] of [
    [cursorStart(project.root), 'not-a-linked-worktree', []],
    [fixture('cursor/1.0.32/pre-tool-use-task', project.root), 'not-a-linked-worktree', []],
    [fixture('codex/0.171.0/pre-tool-use-spawn-agent', project.root), 'host-cannot-isolate', []],
    [fixture('copilot/1.0.102/pre-tool-use-camel', project.root), 'host-cannot-isolate', []],
    [fixture('gemini/0.61.0/before-tool-invoke-agent', project.root), 'host-cannot-isolate', []],
    [fixture('opencode/1.18.33/tool-execute-before-task', project.root), 'host-cannot-isolate', ['--host', 'opencode']],
    [claudeCall(project.root), 'host-cannot-isolate', ['--host', 'copilot']],
    [claudeCall(project.root, {}, { tool_name: 'Bash' }), 'not-a-dispatch', []],
    [claudeCall(temporaryFolder(t)), 'not-a-project', []],
    ['{', 'payload-unreadable', []],
    ['{', 'payload-unreadable', ['--host', 'cursor']],
  ] as const)
    assert.equal((await explain(project, payload, ...args)).code, code, JSON.stringify(payload).slice(0, 80));
});

test('a person reads it in lines; an unknown host is refused', async (t) => {
  const project = temporaryProject(t);
  const stdin = JSON.stringify(claudeCall(project.root));
  const told = await project.msd(['guard', 'explain'], { stdin });
  assert.match(
    told.stdout,
    /^verdict {3}repair\nrow {7}isolation-added .*\nidentity {2}phase 03, plan 03-02-hardening \(from the marker\)\nsays/,
  );
  const unknown = await project.msd(['guard', 'explain', '--host', 'clippy'], { stdin });
  assert.equal(unknown.code, 2);
  assert.match(unknown.stderr, /claude, cursor, codex, copilot, gemini, opencode/);
});
