// What it costs to end an agent that leaves unread notices: all of it in one transaction, against the bare SQL that any
// implementation of it needs (read what is pending with its events, change each row, insert one for each). CPU of this
// process, rounds interleaved, medians. Linear: ten times as many notices cost about ten times as much.
import { copyFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { bundled, must, scratchFolder } from './bundled.js';

const ROUNDS = 5;
/** Settling against bare SQL (issue of notices). */
const TARGET = 3;
const SIZES = [1000, 10_000];

const folder = scratchFolder();
const { bringIn, createChannel, findAgent, letGo, ok, openDatabase, partyOf, writeNotice } = await import(
  await bundled('notice-store.ts')
);

const open = (path) => must(openDatabase(path, { create: true }));

/** A ledger in which `worker` has so many notices that it has not seen. @returns its path */
function withUnread(count) {
  const path = join(folder, `unread-${count}.db`);
  const database = open(path);
  must(
    database.write(() => {
      const about = { home: null, caps: null, denied: [], template: null, dispatch: null };
      must(bringIn(database, { name: 'lead', kind: 'primary', ...about }, [], 0));
      const worker = must(bringIn(database, { name: 'worker', kind: 'run', ...about }, [], 0));
      const channel = { hub: 'local', id: 'work', label: null, allowed: null, denied: null, lenient: false };
      must(createChannel(database, channel, { source: 'person', agent: null }, 0));
      const channels = [{ hub: 'local', id: 'work' }];
      const event = { v: 1, kind: 'opened', cause: 'speech', speaker: worker.id, channels };
      const present = { speaker: partyOf(worker), deliveryAgent: null };
      for (let i = 0; i < count; i++) writeNotice(database, `n-${i}`, event, present, 'worker', i);
      return ok(null);
    }),
  );
  database.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get();
  database.close();
  return path;
}

function settled(database) {
  must(database.write(() => ok(letGo(database, must(findAgent(database, 'worker')), 1))));
}

function bare(database) {
  must(
    database.write(() => {
      const { id } = must(findAgent(database, 'worker'));
      const pending = database
        .prepare(
          "SELECT delivery.event AS event, event.inputs AS inputs FROM delivery JOIN event ON event.id = delivery.event WHERE addressee = ? AND state = 'pending' ORDER BY seq",
        )
        .all(`agent:${id}`);
      const move = database.prepare("UPDATE delivery SET state = 'passed-on' WHERE event = ? AND slot = 'actor'");
      const tell = database.prepare(
        "INSERT INTO delivery (event, slot, addressee, state, why, seq) VALUES (?, 'primary', 'role:primary', 'pending', 'passed-on', ?)",
      );
      let seq = pending.length + 1;
      for (const { event } of pending) {
        tell.run(event, seq++);
        move.run(event);
      }
      return ok(null);
    }),
  );
}

/** CPU milliseconds of work on a fresh copy. */
function cpu(path, work) {
  const copy = join(folder, 'copy.db');
  for (const end of ['', '-wal', '-shm']) rmSync(copy + end, { force: true });
  copyFileSync(path, copy);
  const database = open(copy);
  const before = process.cpuUsage();
  work(database);
  const { user, system } = process.cpuUsage(before);
  const told = database.prepare("SELECT count(*) AS n FROM delivery WHERE slot = 'primary'").get().n;
  database.close();
  return { ms: (user + system) / 1000, told };
}

const median = (values) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)];
const perNotice = [];
for (const size of SIZES) {
  const path = withUnread(size);
  const rounds = [];
  for (let round = 0; round <= ROUNDS; round++) {
    const cases = round % 2 === 0 ? [settled, bare] : [bare, settled];
    const times = new Map(cases.map((work) => [work, cpu(path, work)]));
    for (const { told } of times.values()) if (told !== size) throw new Error(`${told} of ${size} told`);
    if (round > 0) rounds.push({ settled: times.get(settled).ms, bare: times.get(bare).ms });
  }
  const ms = median(rounds.map((one) => one.settled));
  const ratio = median(rounds.map((one) => one.settled / one.bare));
  perNotice.push(ms / size);
  const over = ratio <= TARGET && ms < 1000 ? '' : '  over';
  console.log(
    `settle ${String(size).padStart(6)} unread: ${ms.toFixed(0)} ms CPU, ${ratio.toFixed(2)} of bare SQL (≤ ${TARGET})${over}`,
  );
}
console.log(`a notice among ten times as many: ${(perNotice[1] / perNotice[0]).toFixed(2)} of its cost (1 is linear)`);
