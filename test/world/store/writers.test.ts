import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { rmSync } from 'node:fs';
import process from 'node:process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { StoreFailure } from '../../../src/core/channels/failures.js';
import { ok } from '../../../src/core/result.js';
import { openDatabase } from '../../../src/world/store/database.js';
import { TemporaryLedger } from '../../rig/ledger.js';
import { must } from '../../rig/must.js';

const CHILD = fileURLToPath(new URL('./writing-process.js', import.meta.url));
const WRITERS = Number(process.env['MSD_WRITERS'] ?? 6);
const MESSAGES = Number(process.env['MSD_MESSAGES'] ?? 40);

function write(path: string, name: string): Promise<string> {
  return new Promise((settle, reject) => {
    const child = spawn(process.execPath, [CHILD, path, name, String(MESSAGES)], { stdio: ['ignore', 'pipe', 'pipe'] });
    let out = '';
    let err = '';
    child.stdout.on('data', (text) => (out += text));
    child.stderr.on('data', (text) => (err += text));
    child.on('close', (code) => (code === 0 ? settle(out) : reject(new Error(err))));
  });
}

test('many processes write at once: nothing is lost, nothing is twice, each one keeps its order', async (t) => {
  const rig = new TemporaryLedger(t);
  rig.agents('lead', 'worker');
  for (let i = 0; i < 3; i++) rig.channel(`ch-${i}`);
  const before = rig.kinds().length;
  const names = Array.from({ length: WRITERS }, (_, i) => `w${i}`);
  const slowest = await Promise.all(names.map((name) => write(rig.path, name)));
  t.diagnostic(`slowest send of each, ms: ${slowest.join(' ')}`);
  const entries = must(rig.ledger.entries({ type: null, correlationId: null, channel: null, after: before }, -1));
  assert.equal(entries.length, WRITERS * MESSAGES);
  assert.equal(new Set(entries.map((entry) => entry.id)).size, entries.length);
  for (const name of names) {
    const own = entries.filter((entry) => entry.id.startsWith(`${name}-`)).map((entry) => entry.id);
    assert.deepEqual(
      own,
      Array.from({ length: MESSAGES }, (_, i) => `${name}-${i}`),
    );
  }
  const owed = must(rig.ledger.obligations({ states: null, obligor: null, requester: null, settledLimit: 1_000_000 }));
  assert.equal(owed.length, (WRITERS * MESSAGES) / 2);
  assert.ok(owed.every((commitment) => commitment.state === 'fulfilled'));
  assert.equal(must(rig.ledger.verify()).ok, true);
});

test('many processes open a ledger that is not there yet: one schema, nobody fails', async (t) => {
  const rig = new TemporaryLedger(t);
  rig.ledger.close();
  for (const end of ['', '-wal', '-shm']) rmSync(`${rig.path}${end}`, { force: true });
  const opened = await Promise.all(
    Array.from({ length: WRITERS }, (_, i) =>
      write(rig.path, `w${i}`).then(
        () => 'sent',
        (error: Error) => error.message,
      ),
    ),
  );
  // There is nobody to send as: that the ledger was made and read is what each of them reports.
  for (const said of opened) assert.match(said, /agent-not-found/);
  const database = must(openDatabase(rig.path, { create: false }));
  assert.equal(database.prepare('SELECT count(*) AS n FROM entry').get()?.['n'], 0);
  database.close();
});

test('a writer that waits longer than it may is told so, and nothing is written', (t) => {
  const rig = new TemporaryLedger(t);
  const holder = rig.database();
  const waiter = must(openDatabase(rig.path, { create: true, maxWaitMs: 30 }));
  const before = rig.kinds();
  const answer = holder.write<null, StoreFailure>(() => waiter.write<null, never>(() => ok(null)));
  assert.equal(!answer.ok && answer.error.reason, 'store-busy');
  waiter.close();
  assert.deepEqual(rig.kinds(), before);
});
