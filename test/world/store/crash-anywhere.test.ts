import assert from 'node:assert/strict';
import { copyFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import type { MessageType } from '../../../src/core/channels/message-type.js';
import { ok, type Result } from '../../../src/core/result.js';
import { letGo } from '../../../src/world/store/agent-life.js';
import { findAgent } from '../../../src/world/store/agents.js';
import { type Database, openDatabase } from '../../../src/world/store/database.js';
import { ask, handToPerson, reply } from '../../../src/world/store/dispatch-talk.js';
import { handOff, heartbeat, settleDispatch } from '../../../src/world/store/dispatches.js';
import { openDriver } from '../../../src/world/store/driver.js';
import { send } from '../../../src/world/store/send.js';
import { fileDamage, verifyLedger } from '../../../src/world/store/verify.js';
import { AT, type BusyLedger, fillLedger } from '../../rig/busy-ledger.js';
import { saying } from '../../rig/ledger-rows.js';
import { countingDriver } from '../../rig/counting-driver.js';
import { must } from '../../rig/must.js';
import { temporaryFolder } from '../../rig/temp-folder.js';

const NOW = AT + 1000;

/** One of each way through a send: what opens, takes up, settles, hands on and only tells. */
const TYPES = ['COMMAND', 'PROPOSE', 'STATUS', 'DONE', 'RESPONSE', 'HANDOFF', 'EVENT'] as const;

type Act = (database: Database, rig: BusyLedger) => Result<unknown, unknown>;

/** Who may say each type, about what: the obligor of what the lead asked for, or the lead itself. */
const spoken = (type: MessageType): Act => {
  const opens = { COMMAND: 'c-2', QUERY: 'q-2', PROPOSE: 'p-2' }[type as 'COMMAND'];
  const correlationId = opens ?? (type === 'RESPONSE' ? 'q-1' : 'c-1');
  const sender = opens === undefined ? 'worker' : 'lead';
  const target = opens !== undefined || type === 'HANDOFF' ? 'other' : null;
  return (database) =>
    send(database, saying(type, sender, { id: `m-${type}`, correlationId, target, channel: 'shut' }), NOW);
};

/** What says the same again when it is done again; everything else then does nothing. */
const SAID_AGAIN = new Set([
  'send what is refused',
  'the person answers',
  'an offer goes to the person',
  'a sign of life',
]);

const ACTS: Readonly<Record<string, Act>> = {
  ...Object.fromEntries(TYPES.map((type) => [`send ${type}`, spoken(type)])),
  'send, where the deadline is over': (database) =>
    send(database, saying('DONE', 'worker', { id: 'm-late', correlationId: 'c-1' }), AT + 48 * 60 * 60_000),
  'send what is refused': (database) => {
    const refused = send(database, saying('COMMAND', 'lead', { target: 'other', correlationId: 'c-1' }), NOW);
    return refused.ok ? refused : ok(refused.error.reason);
  },
  'agent end': (database) =>
    database.write(() => {
      const agent = findAgent(database, 'boss');
      if (!agent.ok) return agent;
      letGo(database, agent.value, NOW);
      return ok(null);
    }),
  'the person answers': (database, { asked }) =>
    database.write(() => reply(database, asked, { type: 'RESPONSE', by: 'person', text: 'left' }, NOW)),
  'a question': (database, { dispatch }) => database.write(() => ask(database, dispatch.id, 'And now?', NOW, NOW)),
  'an offer goes to the person': (database, { asked }) => database.write(() => handToPerson(database, asked, NOW)),
  'a dispatch is handed on': (database, { dispatch }) =>
    database.write(() => handOff(database, dispatch.id, { attempt: 2, attemptDir: '/a/2', deadlineMs: 600_000 }, NOW)),
  'a dispatch is settled': (database, { dispatch }) =>
    database.write(() =>
      settleDispatch(
        database,
        dispatch.id,
        { type: 'DONE', reason: null, commits: ['c'.repeat(40)], merged: null },
        NOW,
      ),
    ),
  'a sign of life': (database, { dispatch }) => database.write(() => heartbeat(database, dispatch.id, 'begun', NOW)),
};

/** Entries less what is made by chance, and every row that follows from them. */
function state(database: Database): string {
  const rows = database
    .prepare('SELECT kind AS kind, type AS type, channel AS channel, sender AS sender FROM entry ORDER BY seq')
    .all();
  return JSON.stringify(rows);
}

function open(t: TestContext, path: string): Database {
  const database = must(openDatabase(path, { create: true }));
  t.after(() => database.close());
  return database;
}

/** A process that is killed leaves its files as they are: what a copy of them opens to is what the next process finds. */
function copied(path: string, to: string): string {
  copyFileSync(path, to);
  if (existsSync(`${path}-wal`)) copyFileSync(`${path}-wal`, `${to}-wal`);
  return to;
}

for (const [name, act] of Object.entries(ACTS)) {
  test(`${name}: before whichever statement it is killed, all of it is there or nothing, and again is no harm`, (t) => {
    const folder = temporaryFolder(t);
    const filled = join(folder, 'ledger.db');
    const first = must(openDatabase(filled, { create: true }));
    const rig = fillLedger(first);
    const before = state(first);
    const path = copied(filled, join(folder, 'killed.db'));
    first.close();
    let statements = 0;
    let begun = false;
    const killed: string[] = [];
    const driver = (file: string) =>
      countingDriver(file, () => {
        if (!begun) return;
        killed.push(copied(file, join(folder, `killed-${++statements}.db`)));
      });
    const database = must(openDatabase(path, { create: true, openDriver: driver }));
    t.after(() => database.close());
    begun = true;
    must(act(database, rig));
    const quiet = must(openDatabase(path, { create: true, openDriver }));
    const after = state(quiet);
    quiet.close();
    killed.push(path);
    for (const file of killed) {
      const found = open(t, file);
      const there = state(found);
      assert.ok(there === before || there === after, `${file}: neither before nor after: ${there}`);
      assert.equal(verifyLedger(found).ok, true);
      assert.equal(fileDamage(found), null);
      act(found, rig);
      if (there === before || !SAID_AGAIN.has(name)) assert.ok(state(found) === after, `${file}: ${state(found)}`);
      assert.equal(verifyLedger(found).ok, true);
      found.close();
    }
    t.diagnostic(`killed ${statements} times`);
    assert.ok(statements > 3, String(statements));
  });
}
