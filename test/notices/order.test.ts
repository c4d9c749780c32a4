import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { sqliteProblem, type Driver } from '../../src/world/store/driver.js';
import { openDatabase } from '../../src/world/store/database.js';
import { send } from '../../src/world/store/send.js';
import { countingDriver } from '../rig/counting-driver.js';
import { must } from '../rig/must.js';
import { FakeHub } from '../rig/fake-hub.js';
import { NoticeRig } from '../rig/notices.js';

/** A driver whose `nth` insert of a delivery fails as SQLite fails. */
function failingDelivery(path: string, nth: number): Driver {
  let left = nth;
  const driver: Driver = countingDriver(path, (sql) => {
    if (!sql.startsWith('INSERT INTO delivery') || --left !== 0) return;
    // A constraint that does not hold: a real error of SQLite's, at this very place.
    driver.exec("INSERT INTO role (name, agent) VALUES ('primary', NULL), ('primary', NULL)");
  });
  return driver;
}

function sendThrough(rig: NoticeRig, nth: number) {
  const database = must(openDatabase(rig.path, { create: true, openDriver: (path) => failingDelivery(path, nth) }));
  try {
    return send(database, rig.request('STATUS', 'F', { channel: 'local/a' }), 1);
  } finally {
    database.close();
  }
}

const rigWithFork = (t: TestContext) => {
  const rig = new NoticeRig(t);
  rig.primary();
  rig.fork();
  return rig;
};

test('T49 the primary’s row comes before the sender’s', async (t) => {
  const rig = rigWithFork(t);
  rig.say('F', 'a');
  assert.deepEqual(rig.deliveries(), ['opened primary role:primary pending', 'opened actor F pending']);
  const hub = new FakeHub('ci');
  must(
    rig.ledger.hubs.announced({
      hub: 'ci',
      id: '1',
      channels: [{ id: 'c', label: null, listedOpen: true }],
      admits: () => false,
    }),
  );
  hub.refuse = 'no room';
  await rig.reply(hub, 'F', 'c', 'm-1');
  assert.deepEqual(rig.deliveries().slice(2), [
    'reply-open-failed primary role:primary pending',
    'reply-open-failed actor F pending',
  ]);
});

test('T50 where the primary’s row cannot be written, the sender is told all the same, and not that it knows', (t) => {
  const rig = rigWithFork(t);
  assert.equal(sendThrough(rig, 1).ok, true);
  assert.deepEqual(rig.deliveries(), ['opened actor F pending']);
  assert.doesNotMatch(rig.only('F').text, /has been told/);
  const entries = must(rig.ledger.entries({ type: null, correlationId: null, channel: null, after: 0 }, -1));
  assert.match(String(entries.at(-1)?.body['notTold']), /UNIQUE|constraint/i, 'the ledger says why');
  assert.equal(must(rig.ledger.verify()).ok, true);
});

test('T51 where the sender’s own row cannot be written, the send fails and nothing of it is kept', (t) => {
  const rig = rigWithFork(t);
  const before = rig.kinds();
  const sent = sendThrough(rig, 2);
  assert.equal(sent.ok, false);
  assert.deepEqual([rig.kinds(), rig.stateOf('a'), rig.deliveries()], [before, 'closed', []]);
});

test('T52 a primary in the middle of its turn is told once its row is written: pending counts', (t) => {
  const rig = rigWithFork(t);
  must(rig.ledger.notices.offer(must(rig.ledger.agent('P')), 'session', 9));
  rig.say('F', 'a');
  assert.match(rig.only('F').text, /Your orchestrator has been told/);
  assert.equal(rig.inbox('P').length, 1);
});

test('only an error of SQLite’s is survived', () => {
  assert.equal(sqliteProblem(new TypeError('a bug')), null);
});
