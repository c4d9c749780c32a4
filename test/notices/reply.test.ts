import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TestContext } from 'node:test';
import { channelKey } from '../../src/core/channels/channel-key.js';
import { must } from '../rig/must.js';
import { FakeHub } from '../rig/fake-hub.js';
import { closes, NoticeRig } from '../rig/notices.js';

/** A hub `ci` with an executor at home in its channel `h`, which the hub lists as open, its policy admits, or neither. */
function replyRig(t: TestContext, selects: 'hub-default' | 'policy' | null) {
  const rig = new NoticeRig(t);
  const hub = new FakeHub('ci');
  const channels = ['h', 'a'].map((id) => ({ id, label: null, listedOpen: selects === 'hub-default' }));
  must(rig.ledger.hubs.announced({ hub: 'ci', id: '1', channels, admits: () => selects === 'policy' }));
  rig.primary();
  rig.add('F', 'executor', { home: channelKey({ hub: 'ci', id: 'h' }) });
  hub.refuse = 'no room';
  return { rig, hub };
}

/** The primary's notices apart from what the policy chose. */
const read = (rig: NoticeRig, name: string) => rig.inbox(name).filter((one) => one.kind !== 'opened-by-policy');

test('T42 the hub lists it as open: the executor hears why it stays selected, and may close it', async (t) => {
  const { rig, hub } = replyRig(t, 'hub-default');
  await rig.reply(hub, 'F', 'h', 'm-1');
  const { kind, text, advice } = rig.only('F');
  assert.equal(kind, 'reply-open-failed');
  assert.match(
    text,
    /^Your reply went out; opening ci\/h failed: "no room"\. ci\/h stays selected, because its hub lists/,
  );
  assert.deepEqual(advice, [closes('h', 'ci')]);
  assert.deepEqual(read(rig, 'P'), []);
  assert.equal(rig.end('F').settled?.passedOn.length, 1);
  assert.match(read(rig, 'P')[0]?.text ?? '', /^A reply from your executor in ci\/h, named "F", went out; .*has ended/);
});

test('T43 its policy admits it: the same, with that reason', async (t) => {
  const { rig, hub } = replyRig(t, 'policy');
  await rig.reply(hub, 'F', 'h', 'm-1');
  assert.match(rig.only('F').text, /stays selected, because the policy of its hub admits it/);
  assert.deepEqual(rig.only('F').advice, [closes('h', 'ci')]);
});

test('T44 nothing selects it: it stays closed, nobody is advised or told besides, and nothing is passed on', async (t) => {
  const { rig, hub } = replyRig(t, null);
  await rig.reply(hub, 'F', 'h', 'm-1');
  assert.match(rig.only('F').text, /ci\/h stays closed\./);
  assert.deepEqual(rig.only('F').advice, []);
  hub.refuse = 'no room';
  await rig.reply(hub, 'F', 'a', 'm-2');
  assert.deepEqual(rig.inbox('P'), []);
  assert.deepEqual(rig.lapsed(rig.end('F')), ['reader-could-not-act', 'reader-could-not-act']);
  assert.deepEqual(rig.inbox('P'), []);
});

test('T45 another channel that is selected: the primary is told by name, and the executor that it was', async (t) => {
  const { rig, hub } = replyRig(t, 'hub-default');
  await rig.reply(hub, 'F', 'a', 'm-1');
  assert.match(rig.only('F').text, /Your orchestrator has been told and can close it/);
  assert.deepEqual([rig.only('F').advice, rig.only('P').advice], [[], [closes('a', 'ci')]]);
});

test('T46 its sender has ended: the primary reads it in the ended form, with advice by its own rights', async (t) => {
  for (const caps of [null, []]) {
    const { rig, hub } = replyRig(t, 'hub-default');
    rig.primary('P2', { caps });
    rig.end('F');
    await rig.reply(hub, 'F', 'h', 'm-1');
    assert.match(rig.only('P2').text, /That executor has ended\./);
    assert.deepEqual(rig.only('P2').advice, caps === null ? [closes('h', 'ci')] : []);
  }
});

test('T47 speech whose channel cannot be opened is not sent, and its sender hears why', async (t) => {
  const { rig, hub } = replyRig(t, 'hub-default');
  assert.equal(await rig.speak(hub, 'F', 'h', 'm-1'), 'failed');
  assert.deepEqual([...hub.delivered.keys()], []);
  assert.match(
    rig.only('F').text,
    /^Your message to ci\/h was not sent \(it is selected, because its hub lists it.*\): "no room"/,
  );
  assert.equal(rig.only('F').kind, 'send-failed');
});

test('T48 an opening that fails leaves a mute with its parameters, and a newer closing, as they are', async (t) => {
  const { rig, hub } = replyRig(t, 'hub-default');
  const database = rig.database();
  const mute = () =>
    database.prepare("SELECT mute AS mute FROM decision WHERE channel = 'ci/h' ORDER BY seq DESC LIMIT 1").get()?.[
      'mute'
    ];
  rig.decide('h', 'mute', null, 'ci', { until: 99, cap: 3 });
  await rig.reply(hub, 'F', 'h', 'm-1');
  await rig.speak(hub, 'F', 'h', 'm-2');
  assert.equal(mute(), '{"until":99,"cap":3}');
  // Closed while the hub was asked: that is newer than the send, also where the hub then says yes.
  rig.decide('a', 'close', null, 'ci');
  let go = (): void => {};
  hub.refuse = null;
  hub.lag = new Promise((resolve) => {
    go = resolve;
  });
  const reply = rig.reply(hub, 'F', 'a', 'm-3');
  rig.decide('a', 'open', null, 'ci');
  rig.decide('a', 'close', null, 'ci');
  go();
  await reply;
  assert.equal(rig.stateOf('a', 'ci'), 'closed');
  assert.deepEqual(
    rig.inbox('F').filter((one) => one.kind === 'opened'),
    [],
  );
});
