import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test, type TestContext } from 'node:test';
import type { PlanId } from '../../../src/core/phase/plan-id.js';
import { ownIdentity, type ProcessIdentity, provenDead } from '../../../src/world/process-identity.js';
import { openProject } from '../../../src/world/project.js';
import { createLedger, type Ledger } from '../../../src/world/store/ledger.js';
import { createRunStore } from '../../../src/world/store/run-store.js';
import type { DispatchAnswer, NewDispatch, NewRun, RunStore } from '../../../src/world/store/port.js';
import { TestClock } from '../../rig/clock.js';
import { temporaryProject } from '../../rig/temporary-project.js';
import { must } from '../../rig/must.js';

const MINUTE = 60_000;

function rig(t: TestContext): {
  store: RunStore;
  ledger: Ledger;
  clock: TestClock;
  as(owner: ProcessIdentity): RunStore;
} {
  const project = must(openProject(temporaryProject(t).root));
  const clock = new TestClock();
  const as = (own: ProcessIdentity): RunStore => {
    const store = createRunStore(project, clock, { own, provenDead });
    t.after(() => store.close());
    return store;
  };
  const ledger = must(createLedger(project, clock, { create: true }));
  t.after(() => ledger.close());
  return { store: as(ownIdentity()), ledger, clock, as };
}

const run = (id: string, phase = '03'): NewRun => ({
  id,
  project: '/p',
  phase,
  checkout: '/p',
  branch: 'main',
  base: 'b'.repeat(40),
  integrationBranch: `msd/${id}/integration`,
  host: 'command',
  options: { jobs: 2 },
});

const dispatch = (id: string, attempt = 1, plan = '03-02-hardening'): NewDispatch => ({
  run: id,
  phase: '03',
  plan: plan as PlanId,
  attempt,
  isolation: 'orchestrator-worktree',
  base: 'b'.repeat(40),
  branch: `msd/${id}/${plan}`,
  worktree: `/w/${plan}`,
  attemptDir: `/a/${plan}/${attempt}`,
  deadlineMs: 10 * MINUTE,
});

const done: DispatchAnswer = { type: 'DONE', reason: null, commits: ['c'.repeat(40)], merged: 'd'.repeat(40) };

/** The identity of a process that has certainly ended. */
function ended(): ProcessIdentity {
  const { pid } = spawnSync(process.execPath, ['-e', '0']);
  return { ...ownIdentity(), pid };
}

test('a phase is held by one live run', (t) => {
  const { store } = rig(t);
  const opened = must(store.openRun(run('r-1')));
  assert.equal(opened.alive, true);
  assert.equal(opened.startedAt, '2026-11-30T12:00:00.000Z');
  assert.deepEqual(opened.options, { jobs: 2 });
  const second = store.openRun(run('r-2'));
  assert.equal(second.ok, false);
  assert.deepEqual(!second.ok && second.error, {
    reason: 'phase-held',
    phase: '03',
    run: 'r-1',
    pid: process.pid,
    since: '2026-11-30T12:00:00.000Z',
  });
  must(store.openRun(run('r-3', '04')));
  must(store.closeRun('r-1', 'done', 0));
  must(store.openRun(run('r-2')));
  assert.deepEqual(
    must(store.runs({ phase: '03' })).map((r) => [r.id, r.status, r.exitCode, r.alive]),
    [
      ['r-1', 'done', 0, false],
      ['r-2', null, null, true],
    ],
  );
  assert.deepEqual(
    must(store.runs({ unfinished: true })).map((r) => r.id),
    ['r-3', 'r-2'],
  );
  assert.equal(store.closeRun('r-9', 'done', 0).ok, false);
});

test('runs and attempts keep their order where the clock was set back between them', (t) => {
  const { store, clock } = rig(t);
  must(store.openRun(run('r-1')));
  must(store.openDispatch(dispatch('r-1')));
  must(store.closeRun('r-1', 'failed', 1));
  clock.advance(-60 * MINUTE);
  must(store.openRun(run('r-2')));
  must(store.openDispatch(dispatch('r-2', 1)));
  clock.advance(-60 * MINUTE);
  must(store.openDispatch(dispatch('r-2', 2)));
  assert.deepEqual(
    must(store.runs({ phase: '03' })).map((one) => one.id),
    ['r-1', 'r-2'],
  );
  assert.deepEqual(
    must(store.dispatches('r-2')).map((one) => one.attempt),
    [1, 2],
  );
  assert.deepEqual(
    must(store.dispatches('r-2')).map((one) => one.state),
    ['open', 'open'],
  );
});

test('a run is taken over only from an owner that is proven dead', (t) => {
  const { store, as, clock } = rig(t);
  must(as(ended()).openRun(run('r-1')));
  assert.equal(must(store.runs({ id: 'r-1' }))[0]?.alive, false);
  clock.advance(MINUTE);
  const continued = must(store.openRun({ ...run('r-1'), host: 'claude' }));
  assert.deepEqual(
    [continued.pid, continued.host, continued.startedAt],
    [process.pid, 'claude', '2026-11-30T12:00:00.000Z'],
  );

  must(as(ended()).openRun(run('r-4', '04')));
  must(store.openRun(run('r-5', '04')));
  assert.equal(must(store.runs({ id: 'r-4' }))[0]?.status, 'abandoned');

  must(as({ pid: 1, startTime: null, bootId: null }).openRun(run('r-6', '05')));
  const held = store.openRun(run('r-7', '05'));
  assert.equal(!held.ok && held.error.reason, 'phase-held');
});

test('a dispatch is a commitment: acknowledged once, extended, settled once', (t) => {
  const { store, clock } = rig(t);
  must(store.openRun(run('r-1')));
  const opened = must(store.openDispatch(dispatch('r-1')));
  assert.deepEqual([opened.state, opened.answer, opened.settledAt], ['open', null, null]);
  assert.deepEqual(must(store.openDispatch(dispatch('r-1'))), opened);
  clock.advance(9 * MINUTE);
  must(store.heartbeat(opened.id, 'output'));
  clock.advance(9 * MINUTE);
  assert.equal(must(store.dispatches('r-1'))[0]?.state, 'acknowledged');
  must(store.settleDispatch(opened.id, done));
  const settled = must(store.dispatches('r-1'))[0];
  assert.deepEqual([settled?.state, settled?.answer], ['fulfilled', done]);
  must(store.settleDispatch(opened.id, done));
  must(store.settleDispatch(opened.id, { ...done, type: 'FAILURE', reason: 'conflict a.ts' }));
  const after = must(store.dispatches('r-1'))[0];
  assert.deepEqual([after?.state, after?.answer?.type], ['fulfilled', 'FAILURE']);
  must(store.heartbeat(opened.id, 'late'));
  assert.equal(store.heartbeat('none', 'x').ok, false);
});

test('silence lets a dispatch expire, and work that is home takes it up again', (t) => {
  const { store, clock } = rig(t);
  must(store.openRun(run('r-1')));
  const first = must(store.openDispatch(dispatch('r-1')));
  const second = must(store.openDispatch(dispatch('r-1', 1, '03-03-more')));
  clock.advance(11 * MINUTE);
  assert.deepEqual(
    must(store.dispatches('r-1')).map((d) => d.state),
    ['expired', 'expired'],
  );
  must(store.settleDispatch(first.id, { ...done, type: 'FAILURE', reason: 'timeout' }));
  must(store.settleDispatch(second.id, done));
  assert.deepEqual(
    must(store.dispatches('r-1')).map((d) => [d.plan, d.state, d.answer?.type]),
    [
      ['03-02-hardening', 'expired', 'FAILURE'],
      ['03-03-more', 'fulfilled', 'DONE'],
    ],
  );
});

test('another attempt is another dispatch', (t) => {
  const { store } = rig(t);
  must(store.openRun(run('r-1')));
  const first = must(store.openDispatch(dispatch('r-1', 1)));
  must(store.settleDispatch(first.id, { type: 'DECLINE', reason: 'out-of-scope', commits: [], merged: null }));
  const second = must(store.openDispatch(dispatch('r-1', 2)));
  assert.notEqual(first.id, second.id);
  assert.deepEqual(
    must(store.dispatches('r-1')).map((d) => d.state),
    ['declined', 'open'],
  );
});

test("an executor's token names it until its dispatch is settled", (t) => {
  const { store, ledger } = rig(t);
  must(store.openRun(run('r-1')));
  const opened = must(store.openDispatch(dispatch('r-1')));
  const token = must(store.issueToken(opened.id));
  const holder = must(ledger.whois(token));
  assert.deepEqual(
    [holder.agent.name, holder.dispatch, holder.agent.home],
    ['03-02-hardening#1@r-1', opened.id, 'local/03%2F03-02-hardening'],
  );
  must(store.settleDispatch(opened.id, done));
  assert.equal(ledger.whois(token).ok, false);
  assert.equal(store.issueToken(opened.id).ok, false);
  assert.equal(store.issueToken('none').ok, false);
});
