import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import test, { type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { LIFETIMES, readSentinel, SENTINEL_NAME } from '#hooks/lib/isolation-sentinel.js';
import type { DecisionScope } from '#hooks/lib/types.js';
import { clearDecisions, moveAside, type NewRecord, writeDecision } from '../../src/world/isolation-sentinel.js';
import { heldRecord } from '../../src/world/held-record.js';
import { openProject, type Project } from '../../src/world/project.js';
import { must } from '../rig/must.js';
import { temporaryFolder } from '../rig/temp-folder.js';

const NOW = Date.parse('2026-11-30T12:00:00.000Z');
const WRITER = fileURLToPath(new URL('../rig/record-decisions.js', import.meta.url));

function project(t: TestContext): Project {
  const root = temporaryFolder(t);
  mkdirSync(join(root, '.planning', 'phases'), { recursive: true });
  return must(openProject(root));
}

const scope = (plan: string | null, run: string | null = null, phase = '03'): DecisionScope => ({ run, phase, plan });

function decision(more: Partial<NewRecord> = {}): NewRecord {
  return {
    isolation: 'none',
    harnessFlag: null,
    worktree: null,
    reason: 'plan-touches-submodule',
    decidedBy: { producer: 'per-plan-submodules', kind: 'caller' },
    scope: scope('03-02-h'),
    ...more,
  };
}

const resolved = { producer: 'capability-gate', kind: 'resolver' } as const;
const record = async (at: Project, more: Partial<NewRecord> = {}, now = NOW) =>
  must(await writeDecision(at, decision(more), now, false));
const plans = (at: Project) => readSentinel(at).entries.map(({ record: one }) => one?.scope.plan);

/** Runs writers to their end. @returns their exit codes */
function writers(at: Project, lists: readonly (readonly string[])[]): Promise<(number | null)[]> {
  const start = (list: readonly string[]) =>
    new Promise<number | null>((settle) => {
      spawn(process.execPath, [WRITER, at.root, '1', ...list], { stdio: 'ignore' }).on('close', settle);
    });
  return Promise.all(lists.map(start));
}

test('a decision is recorded with who, why, where and until when, for nobody else to read', async (t) => {
  const at = project(t);
  const { record: one, held } = await record(at);
  assert.equal(held, false);
  assert.deepEqual(readSentinel(at).entries, [{ record: one, why: null }]);
  assert.equal(one.recordedAt, new Date(NOW).toISOString());
  assert.equal(one.expiresAt, new Date(NOW + LIFETIMES.plan).toISOString());
  assert.equal(one.store?.path, at.msd);
  assert.equal(statSync(join(at.msd, SENTINEL_NAME)).mode & 0o777, 0o600);
  assert.equal(statSync(at.msd).mode & 0o777, 0o700);
  assert.equal(readFileSync(join(at.msd, '.gitignore'), 'utf8'), '*\n');
  const { record: phase } = await record(at, { scope: scope(null) });
  assert.equal(phase.expiresAt, new Date(NOW + LIFETIMES.phase).toISOString());
});

test('one record a scope: a new decision replaces it, other scopes stay', async (t) => {
  const at = project(t);
  await record(at);
  await record(at, { scope: scope('03-01-x') });
  await record(at, { scope: scope('03-02-h', 'r-1') });
  await record(at, { scope: scope('03-02-h', null, '3'), isolation: 'orchestrator-worktree' });
  const entries = readSentinel(at).entries.map((entry) => [
    entry.record?.scope.run,
    entry.record?.scope.plan,
    entry.record?.isolation,
    entry.why,
  ]);
  assert.deepEqual(entries, [
    [null, '03-01-x', 'none', null],
    ['r-1', '03-02-h', 'none', null],
    [null, '03-02-h', 'orchestrator-worktree', null],
  ]);
});

test('what is re-derivable gives way to what is not, and not the other way round', async (t) => {
  const at = project(t);
  const { record: caller } = await record(at);
  const before = readFileSync(join(at.msd, SENTINEL_NAME));
  const mild = decision({ isolation: 'orchestrator-worktree', reason: 'msd-makes-worktree', decidedBy: resolved });
  assert.deepEqual(must(await writeDecision(at, mild, NOW + 1, true)), { record: caller, held: true });
  assert.deepEqual(readFileSync(join(at.msd, SENTINEL_NAME)), before);
  const late = must(await writeDecision(at, mild, NOW + LIFETIMES.plan + 1, true));
  assert.equal(late.held, false, 'its time was over');
  assert.equal(
    must(await writeDecision(at, mild, NOW + LIFETIMES.plan + 2, true)).held,
    false,
    'a resolver’s holds nothing',
  );
});

test('who is held by whom', async (t) => {
  const at = project(t);
  const held = (wanted: DecisionScope) => heldRecord(readSentinel(at).entries, wanted, NOW)?.scope ?? null;
  await record(at, { scope: scope(null) });
  assert.deepEqual(held(scope('03-02-h')), scope(null), 'a phase holds its plans');
  await record(at, { scope: scope('03-02-h') });
  assert.deepEqual(held(scope('03-02-h')), scope('03-02-h'), 'the plan’s own comes first');
  assert.deepEqual(held(scope('03-02-h', 'r-1')), scope('03-02-h'), 'one without a run holds every run');
  assert.deepEqual(held(scope(null)), scope(null));
  await record(at, { scope: scope('03-01-x', 'r-1') });
  assert.deepEqual(held(scope('03-01-x', 'r-1')), scope('03-01-x', 'r-1'));
  assert.deepEqual(held(scope('03-01-x')), scope('03-01-x', 'r-1'));
  assert.deepEqual(held(scope('03-01-x', 'r-2')), scope(null), 'another run’s holds nothing here');
  assert.equal(held(scope('04-01-y', null, '04')), null);
});

test('a sentinel that cannot be read is left alone, and moved aside when asked', async (t) => {
  const at = project(t);
  const file = join(at.msd, SENTINEL_NAME);
  mkdirSync(at.msd);
  for (const text of ['', '{"version":1', '[]', '{"version":9,"decisions":[]}']) {
    writeFileSync(file, text);
    const refused = await writeDecision(at, decision(), NOW, false);
    assert.equal(!refused.ok && refused.error.reason, 'sentinel-unreadable');
    assert.equal((await clearDecisions(at, {}, NOW)).ok, false);
    assert.equal(readFileSync(file, 'utf8'), text);
    const aside = must(await moveAside(at, NOW));
    assert.equal(readFileSync(aside ?? '', 'utf8'), text);
  }
  assert.equal(must(await moveAside(at, NOW)), null);
  await record(at);
  assert.equal(must(await moveAside(at, NOW)), null, 'nothing is wrong with it');
});

test('a sentinel that is a directory is moved aside too', async (t) => {
  const at = project(t);
  mkdirSync(join(at.msd, SENTINEL_NAME, 'x'), { recursive: true });
  const aside = must(await moveAside(at, NOW));
  assert.deepEqual(readdirSync(aside ?? ''), ['x']);
  await record(at);
});

test('entries that this msd does not understand survive a writing', async (t) => {
  const at = project(t);
  await record(at);
  const file = join(at.msd, SENTINEL_NAME);
  const value = JSON.parse(readFileSync(file, 'utf8')) as { decisions: unknown[] };
  const odd = [
    { isolation: 'teleport', scope: {}, decidedBy: {} },
    'text',
    { ...(value.decisions[0] as object), scope: scope('03-09-z'), future: [1] },
  ];
  writeFileSync(file, JSON.stringify({ version: 1, decisions: [...odd, ...value.decisions] }));
  await record(at, { scope: scope('03-01-x') });
  const after = JSON.parse(readFileSync(file, 'utf8')) as { decisions: unknown[] };
  assert.deepEqual(after.decisions.slice(0, 3), odd);
  assert.equal(after.decisions.length, 5);
});

test('ended records are kept a day to be named, and not for ever', async (t) => {
  const at = project(t);
  await record(at, { scope: scope(null) });
  await record(at, { scope: scope('03-01-x') }, NOW + LIFETIMES.phase + 1);
  assert.deepEqual(plans(at), [null, '03-01-x']);
  await record(at, { scope: scope('03-03-y') }, NOW + LIFETIMES.phase + 24 * 3600_000 + 1);
  assert.deepEqual(plans(at), ['03-01-x', '03-03-y']);
});

test('clearing takes what it is told to and says how many', async (t) => {
  const at = project(t);
  const fill = async () => {
    for (const one of [scope(null), scope('03-01-x'), scope('03-01-x', 'r-1'), scope('04-01-y', 'r-1', '04')])
      await record(at, { scope: one });
  };
  const clear = async (filter: Parameters<typeof clearDecisions>[1]) => must(await clearDecisions(at, filter, NOW));
  assert.equal(await clear({}), 0, 'nothing there');
  await fill();
  assert.equal(await clear({ phase: '3', plan: '03-01-x' }), 2);
  await fill();
  assert.equal(await clear({ run: 'r-1' }), 2);
  assert.equal(await clear({ run: null }), 2);
  assert.equal(await clear({ phase: '03' }), 0);
  await fill();
  assert.equal(await clear({}), 4);
  assert.deepEqual(plans(at), []);
});

test('.msd that leads out of the checkout, or cannot be written, is refused', async (t) => {
  const at = project(t);
  writeFileSync(at.msd, '');
  const refused = await writeDecision(at, decision(), NOW, false);
  assert.equal(!refused.ok && refused.error.reason, 'file-unwritable');
  if (process.getuid?.() === 0) return;
  const closed = project(t);
  await record(closed);
  chmodSync(closed.msd, 0o500);
  const failed = await writeDecision(closed, decision(), NOW, false);
  chmodSync(closed.msd, 0o700);
  assert.equal(!failed.ok && failed.error.reason, 'sentinel-unwritable');
});

test('sixty-four processes writing at once lose nothing', async (t) => {
  const at = project(t);
  const ids = Array.from({ length: 64 }, (_, i) => `03-${String(i + 1).padStart(2, '0')}-plan`);
  const ends = await writers(
    at,
    ids.map((id) => [id]),
  );
  assert.deepEqual(
    ends,
    ids.map(() => 0),
  );
  assert.deepEqual(plans(at).sort(), ids);
  assert.deepEqual(readdirSync(at.msd).sort(), ['.gitignore', SENTINEL_NAME], 'no lock and no temporary file is left');
});

test('a writer killed at any moment leaves a whole file and no lock that others wait for', async (t) => {
  const at = project(t);
  const kept = await record(at, { scope: scope('03-00-kept') }, Date.now());
  for (let round = 0; round < 15; round++) {
    const writer = spawn(process.execPath, [WRITER, at.root, '0', 'a', 'b', 'c', 'd'], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const ended = new Promise((settle) => writer.on('close', settle));
    let lines = 0;
    writer.stdout.on('data', (chunk: Buffer) => {
      lines += chunk.toString().split('\n').length - 1;
      const sentinel = readSentinel(at);
      assert.equal(sentinel.problem, null);
      assert.equal(
        sentinel.entries.every((entry) => entry.why === null),
        true,
      );
      if (lines > round) writer.kill('SIGKILL');
    });
    await ended;
    await record(at, { scope: scope(`03-${round}-after`) }, Date.now());
    const all = plans(at);
    assert.ok(all.includes('03-00-kept') && all.includes(`03-${round}-after`));
  }
  assert.equal(kept.held, false);
});
