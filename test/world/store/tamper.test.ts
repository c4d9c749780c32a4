import assert from 'node:assert/strict';
import { copyFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { test, type TestContext } from 'node:test';
import fc from 'fast-check';
import { openProject } from '../../../src/world/project.js';
import { openDatabase } from '../../../src/world/store/database.js';
import { entryHash, GENESIS, HASHED } from '../../../src/world/store/entries.js';
import { listEntries } from '../../../src/world/store/entry-list.js';
import { createLedger, type Ledger } from '../../../src/world/store/ledger.js';
import { fileDamage, verifyLedger } from '../../../src/world/store/verify.js';
import { ok } from '../../../src/core/result.js';
import { type TemporaryLedger, temporaryLedger } from '../../rig/ledger.js';
import { must } from '../../rig/must.js';
import { temporaryProject } from '../../rig/temporary-project.js';

/** Flips tried; MSD_FLIPS=5000 is the long run. */
const FLIPS = Number(process.env['MSD_FLIPS'] ?? 150);

function rig(t: TestContext): TemporaryLedger {
  const made = temporaryLedger(t);
  made.send('COMMAND', 'lead', { target: 'worker', correlationId: 'c-1' });
  made.send('STATUS', 'worker', { correlationId: 'c-1' });
  made.send('DONE', 'worker', { correlationId: 'c-1' });
  made.send('QUERY', 'lead', { target: 'worker', correlationId: 'c-2' });
  must(made.ledger.issueToken('worker', null));
  return made;
}

/** Runs SQL as other hands would, and tells what verifying finds. */
function tampered(made: TemporaryLedger, sql: string): unknown {
  const database = made.database();
  must(database.write(() => ok(database.prepare(sql).run())));
  const found = must(made.ledger.verify());
  return found.ok ? 'fine' : found.broken;
}

test('an untouched ledger is as it was written', (t) => {
  const made = rig(t);
  const found = must(made.ledger.verify());
  assert.deepEqual([found.ok, found.entries], [true, made.kinds().length]);
});

for (const [column, value] of Object.entries({
  id: "'x'",
  kind: "'event'",
  at: 'at + 1',
  type: "'FAILURE'",
  channel: "'local/else'",
  sender: "'mallory'",
  target: "'mallory'",
  correlation: "'c-2'",
  reply_to: "'m-1'",
  body: "replace(body, 'because', 'becausf')",
  hash: 'upper(hash)',
})) {
  test(`an entry whose ${column} was changed is named`, (t) => {
    const made = rig(t);
    assert.equal((tampered(made, `UPDATE entry SET ${column} = ${value} WHERE seq = 8`) as { seq: number }).seq, 8);
  });
}

test('an entry that was moved, removed, replaced, forged or added is named', (t) => {
  const last = rig(t).kinds().length;
  const cases: [string, unknown][] = [
    ['DELETE FROM entry WHERE seq = 5', { why: 'missing', seq: 5 }],
    [`DELETE FROM entry WHERE seq = ${last}`, { why: 'missing', seq: last }],
    ['DELETE FROM entry', { why: 'missing', seq: 1 }],
    [`UPDATE entry SET seq = seq + 100 WHERE seq > 5`, { why: 'missing', seq: 6 }],
    [
      `INSERT INTO entry SELECT ${last + 1}, 'forged', kind, at, type, channel, sender, target, correlation, reply_to, body, hash FROM entry WHERE seq = 8`,
      { why: 'beyond-head', seq: last + 1, id: 'forged' },
    ],
  ];
  for (const [sql, expected] of cases) assert.deepEqual(tampered(rig(t), sql), expected);
});

test('an entry that was replaced together with its hash is caught by the one after it, the last by the head', (t) => {
  for (const target of [8, 'last'] as const) {
    const made = rig(t);
    const seq = target === 'last' ? made.kinds().length : target;
    const database = made.database();
    const columns = HASHED.join(', ');
    const previous = database.prepare('SELECT hash FROM entry WHERE seq = ?').get(seq - 1)?.['hash'] as string;
    const row = { ...database.prepare(`SELECT ${columns} FROM entry WHERE seq = ?`).get(seq), at: 1 } as Record<
      string,
      string | number | null
    >;
    const hash = entryHash(
      seq === 1 ? GENESIS : previous,
      HASHED.map((column) => row[column] ?? null),
    );
    const found = tampered(made, `UPDATE entry SET at = 1, hash = '${hash}' WHERE seq = ${seq}`) as {
      why: string;
      seq: number;
    };
    assert.deepEqual([found.why, found.seq], target === 'last' ? ['head', seq] : ['hash', 9]);
  }
});

test('a row that follows from the entries and says something else is named', (t) => {
  const id = (made: TemporaryLedger, correlation: string) => must(made.ledger.obligation(correlation)).commitment.id;
  const cases: ((made: TemporaryLedger) => [string, object])[] = [
    (made) => [
      "UPDATE commitment SET state = 'fulfilled' WHERE correlation = 'c-2'",
      { table: 'commitment', key: id(made, 'c-2') },
    ],
    (made) => ["DELETE FROM commitment WHERE correlation = 'c-1'", { table: 'commitment', key: id(made, 'c-1') }],
    () => ["UPDATE agent SET caps = '[]' WHERE name = 'worker'", { table: 'agent', key: 'worker' }],
    () => ['UPDATE channel SET lenient = 1', { table: 'channel', key: 'local/work' }],
    () => ["INSERT INTO role VALUES ('primary', 'mallory')", { table: 'role', key: 'primary' }],
    () => ["UPDATE decision SET state = 'closed'", { table: 'decision', key: '5' }],
  ];
  for (const each of cases) {
    const made = rig(t);
    const [sql, expected] = each(made);
    const { why, table, key } = tampered(made, sql) as { why: string; table: string; key: string };
    assert.deepEqual({ why, table, key }, { why: 'row', ...expected });
  }
});

test('a body that msd would not write is named, and reading it is a failure and no crash', (t) => {
  const made = rig(t);
  assert.equal((tampered(made, "UPDATE entry SET body = 'null' WHERE seq = 8") as { seq: number }).seq, 8);
  for (const answer of [
    made.ledger.entries({ type: null, correlationId: null, channel: null, after: 0 }, -1),
    made.ledger.obligation('c-1'),
  ]) {
    assert.equal(!answer.ok && answer.error.reason, 'store-corrupt');
  }
});

test('no two different entries have the same text to hash', () => {
  const cell = fc.oneof(fc.string(), fc.integer(), fc.constant(null));
  fc.assert(
    fc.property(fc.array(cell, { maxLength: 4 }), fc.array(cell, { maxLength: 4 }), (a, b) => {
      assert.equal(entryHash(GENESIS, a) === entryHash(GENESIS, b), JSON.stringify(a) === JSON.stringify(b));
    }),
  );
  assert.notEqual(entryHash('', ['a|b', 'c']), entryHash('', ['a', 'b|c']));
});

test('a flipped byte is named, reported as damage, or without meaning, and never a crash', (t) => {
  const made = rig(t);
  const filter = { type: null, correlationId: null, channel: null, after: 0 };
  const entries = must(made.ledger.entries(filter, -1));
  const clean = join(made.root, 'clean.db');
  // Everything into the one file whose bytes are flipped.
  made.database().prepare('PRAGMA wal_checkpoint(TRUNCATE)').get();
  copyFileSync(made.path, clean);
  const bytes = readFileSync(clean);
  const copy = join(made.root, 'flipped.db');
  const seen = { named: 0, damage: 0, meaningless: 0 };
  const flip = fc.record({ at: fc.nat(bytes.length - 1), bit: fc.nat(7) });
  fc.assert(
    fc.property(flip, ({ at, bit }) => {
      const flipped = Buffer.from(bytes);
      flipped[at] = flipped[at]! ^ (1 << bit);
      writeFileSync(copy, flipped);
      const opened = openDatabase(copy, { create: false, maxWaitMs: 50 });
      if (!opened.ok) {
        seen.damage++;
        return;
      }
      const database = opened.value;
      const found = database.read(() => {
        const verified = verifyLedger(database);
        if (!verified.ok || fileDamage(database) !== null) return ok(null);
        return ok(listEntries(database, filter, -1));
      });
      database.close();
      if (!found.ok) seen.damage++;
      else if (found.value === null) seen.named++;
      else {
        seen.meaningless++;
        assert.deepEqual(found.value, entries);
      }
    }),
    { numRuns: FLIPS },
  );
  t.diagnostic(JSON.stringify(seen));
});

test('whatever is asked of a damaged ledger, the answer is an answer or a failure', (t) => {
  const made = rig(t);
  const token = must(made.ledger.issueToken('worker', null));
  made.database().prepare('PRAGMA wal_checkpoint(TRUNCATE)').get();
  const bytes = readFileSync(made.path);
  const project = must(openProject(temporaryProject(t, { withoutGit: true }).root));
  let run = 0;
  const all = { type: null, correlationId: null, channel: null, after: 0 };
  const asked: readonly ((ledger: Ledger) => { readonly ok: boolean })[] = [
    (l) => l.page({ channel: 'work', reader: 'worker', after: 0, limit: 99 }),
    (l) => l.correlation('c-1'),
    (l) => l.obligations({ states: null, obligor: 'worker', requester: null, settledLimit: 99 }),
    (l) => l.obligation('c-2'),
    (l) => l.stalled(0),
    (l) => l.entries(all, -1),
    (l) => l.count(all),
    (l) => l.channels(),
    (l) => l.agents(true),
    (l) => l.whois(token),
    (l) => l.send(made.request('DONE', 'worker', { correlationId: 'c-2' })),
    (l) => l.send(made.request('COMMAND', 'lead', { target: 'worker' })),
    (l) => l.verify(),
  ];
  const seen = { answers: 0, failures: 0 };
  const flip = fc.record({ at: fc.nat(bytes.length - 1), bit: fc.nat(7) });
  fc.assert(
    fc.property(flip, ({ at, bit }) => {
      // A folder for each: what one run opened may still be open when the next one writes.
      const msd = join(made.root, String(run++));
      mkdirSync(msd);
      const flipped = Buffer.from(bytes);
      flipped[at] = flipped[at]! ^ (1 << bit);
      writeFileSync(join(msd, 'ledger.db'), flipped);
      const opened = createLedger({ ...project, msd }, made.clock, { create: true });
      if (!opened.ok) {
        seen.failures++;
        return;
      }
      for (const ask of asked) seen[ask(opened.value).ok ? 'answers' : 'failures']++;
      opened.value.close();
      rmSync(msd, { recursive: true });
    }),
    { numRuns: Math.ceil(FLIPS / 3) },
  );
  t.diagnostic(JSON.stringify(seen));
});
