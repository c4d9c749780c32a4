import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import process from 'node:process';
import { type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { recoverHub } from '../../src/engine/send-on-hub.js';
import { ok } from '../../src/core/result.js';
import { openDatabase } from '../../src/world/store/database.js';
import { send } from '../../src/world/store/send.js';
import { FakeHub } from '../rig/fake-hub.js';
import { must } from '../rig/must.js';
import { NoticeRig } from '../rig/notices.js';
import { type Act, act } from './notice-acts.js';

const CHILD = fileURLToPath(new URL('./crashing-notices.js', import.meta.url));

function withFork(t: TestContext): NoticeRig {
  const rig = new NoticeRig(t);
  rig.primary();
  rig.fork();
  return rig;
}

/** What ends an act in the middle: a real kill of a process, or for the same moments of a further case an error. */
type Death = (rig: NoticeRig, step: number, what: Act, about?: string) => boolean;

/** @returns whether it came to its end */
const killed: Death = (rig, step, what, about = '') => {
  const child = spawnSync(process.execPath, [CHILD, rig.path, String(step), what, about], { encoding: 'utf8' });
  if (child.stdout === 'done') return true;
  assert.equal(child.signal, 'SIGKILL', child.stderr);
  return false;
};

const thrown: Death = (rig, step, what, about = '') => {
  try {
    act(rig.path, step, what, about, () => {
      throw new Error('died');
    });
    return true;
  } catch (error) {
    assert.equal((error as Error).message, 'died');
    return false;
  }
};

/** How often the primary is told, and whether the ledger still holds together. */
function told(rig: NoticeRig): number {
  assert.equal(must(rig.ledger.verify()).ok, true);
  return rig.deliveries().filter((line) => line.includes(' primary role:primary ')).length;
}

const SENDS = [
  { what: 'home', channel: 'local/h', after: 1, death: thrown },
  { what: 'away', channel: 'local/a', after: 1, death: killed },
] as const;

for (const { what, channel, after, death } of SENDS)
  test(`T81 a send into ${what} that is killed at any step: after a retry and the end the primary was told once`, (t) => {
    let kills = 0;
    for (let step = 1; ; step++) {
      const rig = withFork(t);
      const ended = death(rig, step, 'send', channel);
      const there = rig.ledger.message('m-1').ok;
      assert.equal(rig.deliveries().length, there ? (what === 'home' ? 1 : 2) : 0, `step ${step}`);
      rig.send('STATUS', 'F', { id: 'm-1', channel, content: 'x' });
      rig.end('F');
      must(rig.ledger.notices.recover());
      assert.equal(told(rig), after, `step ${step}`);
      rig.ledger.close();
      if (ended) break;
      kills++;
    }
    t.diagnostic(`killed ${kills} times`);
    assert.ok(kills > 6);
  });

const ENDS = [
  { what: 'unread', count: 1, before: () => {}, death: killed },
  { what: 'seen', count: 0, before: (rig: NoticeRig) => ack(rig), death: thrown },
  { what: 'closed since', count: 0, before: (rig: NoticeRig) => rig.decide('h', 'close', 'F'), death: thrown },
  {
    what: 'on hold',
    count: 1,
    before: (rig: NoticeRig) => void must(rig.ledger.notices.hold(true, null)),
    death: thrown,
  },
] as const;

function ack(rig: NoticeRig): void {
  must(rig.ledger.notices.ack(must(rig.ledger.agent('F')), [rig.only('F').event]));
}

for (const { what, count, before, death } of ENDS)
  test(`T82 an end that is killed at any step, its notice ${what}: told ${count} times, whatever is done again`, (t) => {
    let kills = 0;
    for (let step = 1; ; step++) {
      const rig = withFork(t);
      rig.say('F', 'h');
      before(rig);
      const ended = death(rig, step, 'end');
      // Not at all, or wholly: and then again, by the end and by two recoveries.
      assert.ok([0, count].includes(told(rig)), `step ${step}`);
      if (step % 3 === 0) death(rig, step, 'recover');
      rig.end('F');
      must(rig.ledger.notices.recover());
      rig.end('F');
      assert.equal(told(rig), count, `step ${step}`);
      rig.ledger.close();
      if (ended) break;
      kills++;
    }
    t.diagnostic(`killed ${kills} times`);
    assert.ok(kills >= 6);
  });

test('T61 two and three processes that settle one agent at once: told once', async (t) => {
  for (const processes of [2, 3]) {
    const rig = withFork(t);
    rig.say('F', 'h');
    const children = Array.from({ length: processes }, () =>
      spawn(process.execPath, [CHILD, rig.path, '0', 'end', ''], { stdio: 'ignore' }),
    );
    await Promise.all(children.map((child) => new Promise((ended) => child.on('exit', ended))));
    assert.equal(told(rig), 1);
    assert.deepEqual(rig.deliveries(), ['opened actor F passed-on', 'opened primary role:primary pending']);
  }
});

test('T83 one send id twice is one event', async (t) => {
  const rig = withFork(t);
  rig.say('F', 'h', { id: 'm-1' });
  rig.decide('h', 'close', 'F');
  rig.say('F', 'h', { id: 'm-1' });
  assert.deepEqual(rig.deliveries(), ['opened actor F pending']);
  const hub = new FakeHub('ci');
  rig.make('c', { hub: 'ci' });
  hub.refuse = 'no room';
  assert.deepEqual(
    [await rig.speak(hub, 'F', 'c', 'm-2'), await rig.speak(hub, 'F', 'c', 'm-2')],
    ['failed', 'failed'],
  );
  assert.deepEqual(hub.calls, ['open c']);
});

test('T84 a hub that dies in the middle is asked after its restart; what it cannot say is unknown, and not sent again', async (t) => {
  for (const [lose, forgetful, state] of [
    ['after', true, 'unknown'],
    ['after', false, 'sent'],
    ['before', false, 'failed'],
  ] as const) {
    const rig = withFork(t);
    const hub = new FakeHub('ci');
    rig.make('c', { hub: 'ci' });
    hub.lose = lose;
    hub.forgetful = forgetful;
    assert.equal(await rig.speak(hub, 'F', 'c', 'm-1'), 'unknown');
    hub.restart();
    assert.deepEqual(must(await recoverHub(hub, rig.ledger.hubs)), [{ id: 'm-1', state }]);
    assert.equal(await rig.speak(hub, 'F', 'c', 'm-1'), state);
    assert.equal(hub.calls.filter((call) => call === 'deliver m-1').length, 1);
    assert.equal(rig.inbox('F').length, state === 'failed' ? 1 : 0);
    assert.deepEqual(must(await recoverHub(hub, rig.ledger.hubs)), []);
  }
});

test('T84 a hub that stays away: unknown as well, and nothing is told that nobody knows', async (t) => {
  const rig = withFork(t);
  const hub = new FakeHub('ci');
  rig.make('c', { hub: 'ci' });
  hub.lose = 'after';
  await rig.speak(hub, 'F', 'c', 'm-1');
  hub.down();
  assert.deepEqual(must(await recoverHub(hub, rig.ledger.hubs)), [{ id: 'm-1', state: 'unknown' }]);
  assert.deepEqual(rig.inbox('F'), []);
});

test('T85 a ledger that another holds: the send waits, then fails and has done nothing', (t) => {
  const rig = withFork(t);
  const holder = rig.database();
  const waiting = must(openDatabase(rig.path, { create: true, maxWaitMs: 50 }));
  const request = rig.request('STATUS', 'F', { channel: 'local/h' });
  must(
    holder.write(() => {
      const sent = send(waiting, request, 1);
      assert.equal(sent.ok ? '' : sent.error.reason, 'store-busy');
      return ok(null);
    }),
  );
  waiting.close();
  assert.deepEqual([rig.deliveries(), rig.stateOf('h')], [[], 'closed']);
});

test('T86 what happens on hold is all offered after it, in order', (t) => {
  const rig = withFork(t);
  must(rig.ledger.notices.hold(true, null));
  assert.equal(must(rig.ledger.notices.hold(true, null)), false, 'held twice is held once');
  rig.say('F', 'h');
  rig.say('F', 'a');
  assert.deepEqual([rig.inbox('F'), rig.inbox('P')], [[], []]);
  const offered = () => must(rig.ledger.notices.offer(must(rig.ledger.agent('F')), 's', 9)).notices;
  assert.deepEqual(offered(), []);
  must(rig.ledger.notices.hold(false, null));
  assert.deepEqual(
    offered().map((one) => one.channels[0]),
    ['local/h', 'local/a'],
  );
  assert.equal(rig.inbox('P').length, 1);
});

test('T87 offered again after a crash, a notice ends with the same id', (t) => {
  const rig = withFork(t);
  rig.say('F', 'h');
  const fork = must(rig.ledger.agent('F'));
  const [first] = must(rig.ledger.notices.offer(fork, 'session-1', 9)).notices;
  // The session is gone; another one is shown it again, and only its own next call makes it seen.
  const [again] = must(rig.ledger.notices.offer(fork, 'session-2', 9)).notices;
  assert.equal(first?.event, again?.event);
  assert.ok(again?.text.endsWith(`[${first?.event}]`));
  must(rig.ledger.notices.called('session-3'));
  assert.equal(rig.inbox('F').length, 1);
  must(rig.ledger.notices.called('session-2'));
  assert.deepEqual(rig.inbox('F'), []);
});

test('T88 an event of an unknown version is not shown; it is named, and the others are', (t) => {
  const rig = withFork(t);
  rig.say('F', 'h');
  rig.say('F', 'a');
  const [event] = rig.inbox('F').map((one) => one.event);
  rig
    .database()
    .prepare("UPDATE event SET inputs = json_set(inputs, '$.v', 2) WHERE id = ?")
    .run(event ?? '');
  const inbox = must(rig.ledger.notices.list(must(rig.ledger.agent('F'))));
  assert.deepEqual(inbox.quarantined, [{ event, why: 'version 2 is not known' }]);
  assert.equal(inbox.notices.length, 1);
  assert.equal(must(rig.ledger.verify()).ok, false, 'and the ledger says that it was changed');
});
