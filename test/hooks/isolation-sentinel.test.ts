import assert from 'node:assert/strict';
import { chmodSync, cpSync, mkdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import test, { type TestContext } from 'node:test';
import fc from 'fast-check';
import {
  decisionFor,
  LIFETIMES,
  placeOf,
  readSentinel,
  SENTINEL_NAME,
  usability,
} from '#hooks/lib/isolation-sentinel.js';
import type { DecisionRecord, DispatchIdentity, Sentinel } from '#hooks/lib/types.js';
import { temporaryFolder } from '../rig/temp-folder.js';

const NOW = Date.parse('2026-11-30T12:00:00.000Z');
const ago = (ms: number) => new Date(NOW - ms).toISOString();

function msdFolder(t: TestContext): string {
  const msd = join(temporaryFolder(t), '.msd');
  mkdirSync(msd);
  return msd;
}

function record(msd: string, more: object = {}): DecisionRecord {
  return {
    isolation: 'none',
    harnessFlag: null,
    worktree: null,
    decidedBy: { producer: 'per-plan-submodules', kind: 'caller' },
    reason: 'plan-touches-submodule',
    scope: { run: null, phase: '03', plan: '03-02-hardening' },
    recordedAt: ago(1000),
    expiresAt: ago(-LIFETIMES.plan),
    store: placeOf(msd),
    ...more,
  };
}

const scope = (phase: string, plan: string | null, run: string | null = null) => ({ scope: { run, phase, plan } });

function written(msd: string, decisions: unknown): Sentinel {
  writeFileSync(join(msd, SENTINEL_NAME), JSON.stringify({ version: 1, decisions }));
  return readSentinel({ msd });
}

const identity = (phase: string | null, plan: string | null, ambiguous = false): DispatchIdentity => ({
  phase,
  plan,
  source: 'marker',
  ambiguous,
});

test('a record is read as it was written', (t) => {
  const msd = msdFolder(t);
  const one = record(msd);
  const sentinel = written(msd, [one]);
  assert.deepEqual(sentinel, {
    path: join(msd, SENTINEL_NAME),
    present: true,
    problem: null,
    entries: [{ record: one, why: null }],
  });
});

test('no sentinel is no problem', (t) => {
  const msd = msdFolder(t);
  const none = { path: join(msd, SENTINEL_NAME), present: false, problem: null, entries: [] };
  assert.deepEqual(readSentinel({ msd }), none);
  assert.equal(readSentinel({ msd: join(msd, 'gone') }).present, false);
});

test('each bad file has its code, and stays as it is', (t) => {
  const shapes: readonly (readonly [text: string, problem: string])[] = [
    ['', 'empty'],
    ['\n \n', 'empty'],
    ['{"version":1,"decis', 'malformed'],
    ['{"version":1,"decisions":[]} x', 'malformed'],
    ['[]', 'wrong-type'],
    ['"none"', 'wrong-type'],
    ['null', 'wrong-type'],
    ['7', 'wrong-type'],
    ['{}', 'wrong-type'],
    ['{"version":"1","decisions":[]}', 'wrong-type'],
    ['{"version":1,"decisions":{}}', 'wrong-type'],
    ['{"version":2,"decisions":[]}', 'newer-version'],
    ['{"version":0,"decisions":[]}', 'malformed'],
    ['['.repeat(100_000), 'malformed'],
    [`"${'x'.repeat(50 * 1024 * 1024)}"`, 'too-large'],
  ];
  for (const [text, problem] of shapes) {
    const msd = msdFolder(t);
    const file = join(msd, SENTINEL_NAME);
    writeFileSync(file, text);
    const read = readSentinel({ msd });
    assert.deepEqual([read.present, read.problem, read.entries], [true, problem, []], text.slice(0, 40));
    assert.equal(readFileSync(file, 'utf8'), text);
  }
});

test('what is no plain file is named: a directory, a link, one without permission', (t) => {
  const directory = msdFolder(t);
  mkdirSync(join(directory, SENTINEL_NAME));
  assert.equal(readSentinel({ msd: directory }).problem, 'not-a-file');
  const linked = msdFolder(t);
  symlinkSync(join(directory, SENTINEL_NAME), join(linked, SENTINEL_NAME));
  assert.equal(readSentinel({ msd: linked }).problem, 'not-a-file');
  const closed = msdFolder(t);
  writeFileSync(join(closed, SENTINEL_NAME), '{}');
  chmodSync(join(closed, SENTINEL_NAME), 0o000);
  if (process.getuid?.() !== 0) assert.equal(readSentinel({ msd: closed }).problem, 'unreadable');
  const file = join(temporaryFolder(t), '.msd');
  writeFileSync(file, '');
  assert.equal(readSentinel({ msd: file }).problem, 'unreadable', '.msd itself is a file');
});

test('one bad record does not spoil the others', (t) => {
  const msd = msdFolder(t);
  const bad: readonly (readonly [unknown, string])[] = [
    [null, 'wrong-type'],
    ['none', 'wrong-type'],
    [[], 'wrong-type'],
    [record(msd, { scope: { run: null, phase: 22.1, plan: null } }), 'wrong-type'],
    [record(msd, { scope: { run: null, phase: '03', plan: 2 } }), 'wrong-type'],
    [record(msd, { scope: null }), 'wrong-type'],
    [record(msd, { recordedAt: NOW }), 'wrong-type'],
    [record(msd, { decidedBy: 'person' }), 'wrong-type'],
    [record(msd, { harnessFlag: true }), 'wrong-type'],
    [record(msd, { isolation: 'worktree' }), 'malformed'],
    [record(msd, { decidedBy: { producer: 'somebody', kind: 'caller' } }), 'malformed'],
    [record(msd, { recordedAt: 'yesterday' }), 'malformed'],
    [record(msd, { expiresAt: '2026-11-30' }), 'malformed'],
    [record(msd, { worktree: 'relative/path' }), 'malformed'],
    [record(msd, { scope: { run: null, phase: '', plan: null } }), 'malformed'],
    [record(msd, { store: null }), 'foreign'],
    [record(msd, { store: { path: msd, inode: '1' } }), 'foreign'],
  ];
  const sentinel = written(msd, [...bad.map(([raw]) => raw), record(msd)]);
  assert.deepEqual(
    sentinel.entries.map((entry) => entry.why),
    [...bad.map(([, why]) => why), null],
  );
  assert.equal(decisionFor(sentinel, identity('03', '03-02-hardening'), NOW).record?.isolation, 'none');
});

test('a kind that is unknown reads as caller', (t) => {
  const msd = msdFolder(t);
  for (const decidedBy of [{ producer: 'person' }, { producer: 'person', kind: 'oracle' }])
    assert.equal(written(msd, [record(msd, { decidedBy })]).entries[0]?.record?.decidedBy.kind, 'caller');
});

test('a copy of the sentinel is foreign, in another folder and in the same place made anew', (t) => {
  const msd = msdFolder(t);
  written(msd, [record(msd)]);
  const elsewhere = join(temporaryFolder(t), '.msd');
  cpSync(msd, elsewhere, { recursive: true });
  assert.equal(readSentinel({ msd: elsewhere }).entries[0]?.why, 'foreign');
  renameSync(msd, `${msd}-before`);
  cpSync(`${msd}-before`, msd, { recursive: true });
  assert.equal(readSentinel({ msd }).entries[0]?.why, 'foreign');
});

test('two records of one scope are ambiguous, other scopes are not concerned', (t) => {
  const msd = msdFolder(t);
  const sentinel = written(msd, [
    record(msd),
    record(msd, { isolation: 'harness-worktree' }),
    record(msd, scope('3', '03-01-x')),
    record(msd, scope('03', '03-02-hardening', 'r-1')),
  ]);
  assert.deepEqual(
    sentinel.entries.map((entry) => entry.why),
    ['ambiguous', 'ambiguous', null, null],
  );
});

test('why a record does not apply is one code', (t) => {
  const msd = msdFolder(t);
  const why = (more: object, dispatch: DispatchIdentity | null = identity('03', '03-02-hardening')) => {
    const answer = usability(written(msd, [record(msd, more)]).entries[0]!, dispatch, NOW);
    return answer.usable ? null : answer.why;
  };
  assert.equal(why({}), null);
  assert.equal(why({}, null), null);
  assert.equal(why({}, identity('3', '03-02-hardening')), null);
  assert.equal(why({}, identity('003', null)), null);
  assert.equal(why(scope('3a', null), identity('3A', 'x')), null);
  assert.equal(why({}, identity('03', '03-02-Hardening')), 'other-plan');
  assert.equal(why({}, identity('03', '02')), 'other-plan');
  assert.equal(why({}, identity('04', '03-02-hardening')), 'other-phase');
  assert.equal(why(scope('22.1', null), identity('22.10', null)), 'other-phase');
  assert.equal(why({}, identity(null, '03-02-hardening')), 'no-identity');
  assert.equal(why({}, identity(null, null)), 'no-identity');
  assert.equal(why({}, identity(null, null, true)), 'ambiguous');
  assert.equal(why({ store: null }, null), 'foreign');
  assert.equal(why({ recordedAt: ago(-4000) }), null);
  assert.equal(why({ recordedAt: ago(-6000) }), 'future');
});

test('the narrower the scope the longer the trust, and a record cannot ask for more', (t) => {
  const msd = msdFolder(t);
  const usable = (more: object) => usability(written(msd, [record(msd, more)]).entries[0]!, null, NOW).usable;
  const far = ago(-10 * LIFETIMES.plan);
  const phase = scope('03', null);
  assert.equal(usable({ recordedAt: ago(45 * 60_000) }), true);
  assert.equal(usable({ recordedAt: ago(LIFETIMES.plan), expiresAt: far }), true);
  assert.equal(usable({ recordedAt: ago(LIFETIMES.plan + 1), expiresAt: far }), false);
  assert.equal(usable({ ...phase, recordedAt: ago(LIFETIMES.phase), expiresAt: far }), true);
  assert.equal(usable({ ...phase, recordedAt: ago(LIFETIMES.phase + 1), expiresAt: far }), false);
  assert.equal(usable({ recordedAt: ago(1000), expiresAt: ago(1) }), false);
});

test('the plan’s record decides before the phase’s, the latest of several runs before the others', (t) => {
  const msd = msdFolder(t);
  const phase = record(msd, { ...scope('03', null), isolation: 'harness-worktree', recordedAt: ago(1) });
  const old = record(msd, { ...scope('03', '03-02-hardening', 'r-1'), recordedAt: ago(5000) });
  const late = record(msd, {
    ...scope('03', '03-02-hardening', 'r-2'),
    isolation: 'orchestrator-worktree',
    recordedAt: ago(10),
  });
  const sentinel = written(msd, [late, old, phase]);
  assert.deepEqual(decisionFor(sentinel, identity('03', '03-02-hardening'), NOW).record, late);
  assert.deepEqual(decisionFor(sentinel, identity('03', '03-01-x'), NOW).record, phase);
  assert.deepEqual(decisionFor(sentinel, identity('04', '03-02-hardening'), NOW).record, null);
});

test('a dispatch without a plan may run alone only if every usable record of its phase says so', (t) => {
  const msd = msdFolder(t);
  const none = record(msd);
  const isolated = record(msd, { ...scope('03', '03-01-x'), isolation: 'harness-worktree' });
  const ended = record(msd, { ...scope('03', '03-00-y'), isolation: 'harness-worktree', expiresAt: ago(1) });
  const other = record(msd, { ...scope('02', '02-01-z'), isolation: 'harness-worktree' });
  const prose = identity('03', null);
  assert.deepEqual(decisionFor(written(msd, [none, ended, other]), prose, NOW).record, none);
  assert.deepEqual(decisionFor(written(msd, [none, isolated]), prose, NOW).record, isolated);
  assert.equal(decisionFor(written(msd, [other]), prose, NOW).record, null);
});

test('what was passed over is told with its reason', (t) => {
  const msd = msdFolder(t);
  const other = record(msd, scope('02', '02-04-cleanup'));
  const { record: found, passedOver } = decisionFor(written(msd, [other, 7]), identity('03', '03-02-hardening'), NOW);
  assert.equal(found, null);
  assert.deepEqual(passedOver, [
    { record: other, why: 'other-phase' },
    { record: null, why: 'wrong-type' },
  ]);
});

test('whatever a sentinel holds: never a throw, and only a whole record that is at home is usable', (t) => {
  const msd = msdFolder(t);
  const good = record(msd);
  const broken = fc
    .constantFrom(...Object.keys(good))
    .chain((key) => fc.jsonValue().map((value) => ({ ...good, [key]: value })));
  const decisions = fc.array(fc.oneof(fc.jsonValue(), broken, fc.constant(good)), { maxLength: 6 });
  fc.assert(
    fc.property(decisions, (list) => {
      const sentinel = written(msd, list);
      assert.equal(sentinel.problem, null);
      assert.equal(sentinel.entries.length, list.length);
      const { record: found, passedOver } = decisionFor(sentinel, identity('03', '03-02-hardening'), NOW);
      if (found !== null) assert.deepEqual(found.store, good.store);
      assert.ok(passedOver.length >= list.length - 1);
      for (const entry of sentinel.entries)
        assert.equal(usability(entry, null, NOW).usable && entry.record === null, false);
    }),
    { numRuns: 1000 },
  );
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      writeFileSync(join(msd, SENTINEL_NAME), text);
      assert.notEqual(readSentinel({ msd }).problem, null);
    }),
  );
});
