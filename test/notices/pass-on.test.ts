import assert from 'node:assert/strict';
import { test } from 'node:test';
import { must } from '../rig/must.js';
import { FakeHub } from '../rig/fake-hub.js';
import { closes, NoticeRig } from '../rig/notices.js';
import type { Driver } from '../../src/world/store/driver.js';
import { openDatabase } from '../../src/world/store/database.js';
import { findAgent } from '../../src/world/store/agents.js';
import { letGo } from '../../src/world/store/agent-life.js';
import { ok } from '../../src/core/result.js';
import { settleRun } from '../../src/world/store/run-notices.js';
import { settleNotices } from '../../src/world/store/settle-notices.js';
import { countingDriver } from '../rig/counting-driver.js';

/** An executor that opened its home, and has not seen the notice. */
function unread(t: import('node:test').TestContext) {
  const rig = new NoticeRig(t);
  rig.primary();
  rig.fork();
  rig.say('F', 'h');
  return { rig, event: rig.only('F').event };
}

const TOLD = ['opened actor F passed-on', 'opened primary role:primary pending'];

test('T53 what an executor had not seen when it ended is told to the primary, once, in the ended form', (t) => {
  const { rig, event } = unread(t);
  assert.deepEqual(rig.end('F').settled, { agent: 'F', passedOn: [event], lapsed: [] });
  const notice = rig.only('P');
  assert.deepEqual([notice.event, notice.advice], [event, [closes('h')]]);
  assert.match(notice.text, /sent into it while closed\. That executor has ended\./);
  assert.deepEqual(rig.deliveries(), TOLD);
});

test('T54 what it had seen is not', (t) => {
  const { rig, event } = unread(t);
  must(rig.ledger.notices.ack(must(rig.ledger.agent('F')), [event]));
  assert.deepEqual(rig.end('F').settled?.passedOn, []);
  assert.deepEqual(rig.inbox('P'), []);
});

test('T55 what the primary was told by name when it happened is not told again', (t) => {
  const rig = new NoticeRig(t);
  rig.primary();
  rig.fork();
  rig.say('F', 'a');
  const { event } = rig.only('P');
  rig.end('F');
  assert.equal(rig.only('P').event, event);
  assert.deepEqual(rig.deliveries(), ['opened primary role:primary pending', 'opened actor F lapsed']);
});

test('T56 what was never offered is passed on under the same id', (t) => {
  const rig = new NoticeRig(t);
  rig.primary();
  rig.add('R', 'run');
  rig.say('R', 'a');
  const { event } = rig.only('R');
  rig.end('R');
  assert.equal(rig.only('P').event, event);
  assert.match(rig.only('P').text, /^Opened: local\/a\. "R" sent into it while closed\. It has ended\./);
});

test('T57 an agent whose end was not settled is settled by a recovery, once', (t) => {
  const { rig } = unread(t);
  endUnsettled(rig);
  assert.deepEqual(rig.deliveries(), ['opened actor F pending']);
  assert.equal(must(rig.ledger.notices.recover()).length, 1);
  assert.deepEqual(rig.deliveries(), TOLD);
  assert.deepEqual(must(rig.ledger.notices.recover()), []);
});

test('T58 on hold nothing is offered; what is passed on meanwhile is told once when it is over', (t) => {
  const { rig } = unread(t);
  must(rig.ledger.notices.hold(true, null));
  endUnsettled(rig);
  assert.deepEqual(rig.inbox('P'), []);
  must(rig.ledger.notices.recover());
  assert.deepEqual(rig.inbox('P'), []);
  must(rig.ledger.notices.hold(false, null));
  assert.equal(rig.inbox('P').length, 1);
  assert.deepEqual(rig.deliveries(), TOLD);
});

test('T59 at a stop what an executor that lives has not seen is passed on, and its end adds nothing', (t) => {
  const { rig } = unread(t);
  const database = rig.database();
  const stop = () =>
    must(
      database.write(() => {
        settleNotices(database, must(findAgent(database, 'F')), 1);
        settleRun(database, 'r-none', 1);
        return ok(null);
      }),
    );
  stop();
  stop();
  assert.match(rig.only('P').text, /That executor was stopped\./);
  rig.end('F');
  assert.match(rig.only('P').text, /That executor has ended\./);
  assert.deepEqual(rig.deliveries(), TOLD);
});

test('T60 one event is one notice however long it is; two events in the same words are two', (t) => {
  const rig = new NoticeRig(t);
  rig.primary();
  rig.fork();
  rig.label('h', 'x'.repeat(5000));
  rig.say('F', 'h');
  rig.decide('h', 'close');
  rig.say('F', 'h');
  assert.equal(rig.end('F').settled?.passedOn.length, 2);
  const [one, two] = rig.inbox('P');
  assert.notEqual(one?.event, two?.event);
  assert.equal(one?.text.replace(/n-\w+/, ''), two?.text.replace(/n-\w+/, ''));
});

test('T61 ended twice and recovered, it is told once', (t) => {
  const { rig } = unread(t);
  rig.end('F');
  rig.end('F');
  must(rig.ledger.notices.recover());
  assert.deepEqual(rig.deliveries(), TOLD);
});

test('T62 a message that could not be sent goes the same ways', async (t) => {
  for (const way of ['end', 'recover', 'hold'] as const) {
    const rig = new NoticeRig(t);
    const hub = new FakeHub('ci');
    rig.primary();
    rig.fork();
    rig.make('c', { hub: 'ci' });
    hub.refuse = 'no room';
    await rig.speak(hub, 'F', 'c', 'm-1');
    if (way === 'hold') must(rig.ledger.notices.hold(true, null));
    if (way === 'end') rig.end('F');
    else {
      endUnsettled(rig);
      must(rig.ledger.notices.recover());
    }
    must(rig.ledger.notices.hold(false, null));
    assert.match(
      rig.only('P').text,
      /^A message from your executor in local\/h, named "F", to ci\/c was not sent .*: "no room"/,
    );
  }
});

test('T63 offered, and acted on: nothing is left to be told', (t) => {
  const { rig } = unread(t);
  must(rig.ledger.notices.offer(must(rig.ledger.agent('F')), 'session', 9));
  rig.decide('h', 'close', 'F');
  assert.deepEqual(rig.lapsed(rig.end('F')), ['holds-no-more; local/h is closed and connected']);
  assert.deepEqual(rig.inbox('P'), []);
});

test('T64 what was passed on to the primary stays with the role when that one ends', (t) => {
  const { rig, event } = unread(t);
  rig.end('F');
  assert.deepEqual(rig.end('P').settled?.passedOn, []);
  assert.deepEqual(rig.deliveries(), TOLD);
  rig.primary('P2');
  assert.equal(rig.only('P2').event, event);
});

test('T65 where nobody holds the role, whoever takes it is told what still holds, and no more', (t) => {
  for (const closed of [false, true]) {
    const rig = new NoticeRig(t);
    rig.fork();
    rig.say('F', 'h');
    rig.end('F');
    if (closed) rig.decide('h', 'close');
    rig.primary('late');
    assert.equal(rig.inbox('late').length, closed ? 0 : 1);
    assert.equal(rig.deliveries().at(-1), `opened primary role:primary ${closed ? 'lapsed' : 'pending'}`);
  }
});

test('T66 a settlement that fails holds nobody up: the agent ends, and a recovery passes it on', (t) => {
  const { rig } = unread(t);
  endUnsettled(rig);
  assert.notEqual(must(rig.ledger.agent('F')).endedAt, null);
  assert.deepEqual(rig.inbox('P'), []);
  must(rig.ledger.notices.recover());
  assert.equal(rig.inbox('P').length, 1);
});

test('T66 an agent that cannot be settled keeps no other from it, and is settled once it can be', (t) => {
  const { rig, event } = unread(t);
  rig.add('R', 'run');
  rig.say('R', 'a');
  const refuse = (which: string) =>
    rig
      .database()
      .prepare(
        `CREATE TRIGGER refuse BEFORE INSERT ON delivery WHEN ${which} BEGIN SELECT RAISE(ABORT, 'not now'); END`,
      )
      .run();
  const allow = () => rig.database().prepare('DROP TRIGGER refuse').run();
  refuse('true');
  for (const name of ['F', 'R']) assert.equal(rig.end(name).settled, null);
  assert.equal(rig.ledger.notices.recover().ok, false);
  allow();
  refuse(`NEW.event = '${event}'`);
  assert.deepEqual(
    must(rig.ledger.notices.recover()).map((one) => one.agent),
    ['R'],
  );
  allow();
  assert.deepEqual(
    must(rig.ledger.notices.recover()).map((one) => one.agent),
    ['F'],
  );
  assert.equal(rig.inbox('P').length, 2);
});

test('T67 an event of another version is not passed on, and the record says so', (t) => {
  const { rig, event } = unread(t);
  rig.database().prepare("UPDATE event SET inputs = json_set(inputs, '$.v', 0) WHERE id = ?").run(event);
  assert.deepEqual(rig.lapsed(rig.end('F')), ['quarantined: version 0 is not known']);
  assert.deepEqual(rig.inbox('P'), []);
});

/** Ends F through a driver that fails where its notices are settled. */
function endUnsettled(rig: NoticeRig): void {
  const failing = (path: string): Driver => {
    const driver: Driver = countingDriver(path, (sql) => {
      if (sql.startsWith('INSERT INTO delivery'))
        driver.exec("INSERT INTO role (name, agent) VALUES ('primary', NULL), ('primary', NULL)");
    });
    return driver;
  };
  const database = must(openDatabase(rig.path, { create: true, openDriver: failing }));
  const settled = database.write(() => ok(letGo(database, must(findAgent(database, 'F')), 1)));
  assert.equal(must(settled), null, 'it says that it was not settled');
  database.close();
}
