import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { channelKey } from '../../src/core/channels/channel-key.js';
import { ok } from '../../src/core/result.js';
import { must } from '../rig/must.js';
import { FakeHub } from '../rig/fake-hub.js';
import { closes, NoticeRig } from '../rig/notices.js';
import { partyOf, writeNotice } from '../../src/world/store/write-notice.js';
import { channelNow } from '../../src/world/store/channel-now.js';

/** An executor at home in `h` of hub `ci`, whose reply went out while `h` could not be connected and stays selected. */
async function failedReply(t: TestContext) {
  const rig = new NoticeRig(t);
  const hub = new FakeHub('ci');
  must(
    rig.ledger.hubs.announced({
      hub: 'ci',
      id: '1',
      channels: [{ id: 'h', label: null, listedOpen: true }],
      admits: () => false,
    }),
  );
  must(rig.ledger.hubs.connected('ci', must(await hub.connect())));
  rig.primary();
  rig.add('F', 'executor', { home: channelKey({ hub: 'ci', id: 'h' }) });
  hub.refuse = 'no room';
  await rig.reply(hub, 'F', 'h', 'm-1');
  return { rig, hub };
}

/** An executor that opened its home on `local`. */
function opened(t: TestContext) {
  const rig = new NoticeRig(t);
  rig.primary();
  rig.fork();
  rig.say('F', 'h');
  return rig;
}

test('T68 opened and closed since: nobody is told, and the record says that it is closed', (t) => {
  const rig = opened(t);
  rig.decide('h', 'close');
  // The first reader is told so, without advice: it is the one who is left wondering.
  assert.match(rig.inbox('F').find((one) => one.kind === 'opened')?.text ?? '', /^Opened and closed since: local\/h\./);
  assert.ok(rig.lapsed(rig.end('F')).includes('holds-no-more; local/h is closed and connected'));
  assert.deepEqual(rig.inbox('P'), []);
});

test('T69 opened and muted since is open still', (t) => {
  const rig = opened(t);
  rig.decide('h', 'mute');
  rig.end('F');
  assert.equal(rig.only('P').kind, 'opened');
});

test('T70 of two that were opened and one that is closed since, only the other is told', (t) => {
  const rig = new NoticeRig(t);
  rig.primary();
  const run = rig.add('R', 'run');
  const channels = ['h', 'a'].map((id) => ({ hub: 'local', id }));
  for (const id of ['h', 'a']) rig.decide(id, 'open');
  const event = { v: 1, kind: 'opened', cause: 'speech', speaker: run.id, channels } as const;
  const database = rig.database();
  must(
    database.write(() => {
      writeNotice(database, 'n-1', event, { speaker: partyOf(run), deliveryAgent: null }, 'R', 1);
      return ok(null);
    }),
  );
  rig.decide('a', 'close');
  rig.end('R');
  assert.match(rig.only('P').text, /^Opened: local\/h\. .*Closed since: local\/a\./);
  assert.deepEqual(rig.only('P').advice, [closes('h')]);
});

test('T71 a reply whose channel is still selected and not connected is told', async (t) => {
  const { rig } = await failedReply(t);
  rig.end('F');
  assert.equal(rig.only('P').kind, 'reply-open-failed');
});

test('T72 connected since: nobody is told', async (t) => {
  const { rig, hub } = await failedReply(t);
  await rig.reply(hub, 'F', 'h', 'm-2');
  assert.deepEqual(rig.lapsed(rig.end('F')), ['holds-no-more; ci/h is open and connected']);
  assert.deepEqual(rig.inbox('P'), []);
});

test('T73 connected on another hub only, under the same id: told', async (t) => {
  const { rig } = await failedReply(t);
  const other = new FakeHub('other');
  rig.make('h', { hub: 'other' });
  must(rig.ledger.hubs.connected('other', must(await other.connect())));
  await rig.speak(other, 'P', 'h', 'm-2');
  rig.end('F');
  assert.equal(rig.only('P').channels[0], 'ci/h');
});

test('T74 a reply whose channel was muted since is told to nobody', async (t) => {
  const { rig } = await failedReply(t);
  rig.decide('h', 'mute', null, 'ci');
  assert.deepEqual(rig.lapsed(rig.end('F')), ['holds-no-more; ci/h is muted']);
});

test('T75 a reply whose channel was closed since is told to nobody', async (t) => {
  const { rig } = await failedReply(t);
  rig.decide('h', 'close', null, 'ci');
  assert.ok(rig.lapsed(rig.end('F')).includes('holds-no-more; ci/h is closed'));
  assert.deepEqual(rig.inbox('P'), []);
});

test('T76 two hubs have the id and decided opposite things: each answers for itself, both ways', (t) => {
  for (const closed of ['local', 'ci'] as const) {
    const rig = opened(t);
    rig.make('h', { hub: 'ci' });
    rig.decide('h', 'close', null, closed);
    rig.end('F');
    assert.equal(rig.inbox('P').length, closed === 'local' ? 0 : 1);
  }
});

test('T77 before any hub is there: decisions are read, links are down, and nothing fails', async (t) => {
  const { rig, hub } = await failedReply(t);
  hub.down();
  must(rig.ledger.hubs.connected('ci', null));
  const database = rig.database();
  assert.deepEqual(channelNow(database, channelKey({ hub: 'ci', id: 'h' })), { state: 'open', up: false });
  assert.deepEqual(channelNow(database, channelKey({ hub: 'gone', id: 'h' })), { state: null, up: false });
  must(rig.ledger.notices.recover());
  rig.end('F');
  assert.equal(rig.only('P').kind, 'reply-open-failed');
});

test('T77 what an earlier connection confirmed counts no more', async (t) => {
  const { rig, hub } = await failedReply(t);
  await rig.reply(hub, 'F', 'h', 'm-2');
  hub.restart();
  must(rig.ledger.hubs.connected('ci', must(await hub.connect())));
  rig.end('F');
  assert.equal(rig.only('P').kind, 'reply-open-failed');
});

test('T78 the newest decision counts; the ledger refuses one of another kind, without an id, or a mute without parameters', (t) => {
  const rig = opened(t);
  const database = rig.database();
  const insert = (seq: number, channel: string | null, state: string, mute: string | null, source: string | null) =>
    database.write(() => {
      database
        .prepare(
          "INSERT INTO decision (seq, channel, state, mute, source, agent, at) VALUES (?, ?, ?, ?, coalesce(?, ''), NULL, 0)",
        )
        .run(seq, channel, state, mute, source);
      return ok(null);
    }).ok;
  assert.equal(insert(9001, 'local/h', 'tuned', null, 'person'), false, 'another kind');
  assert.equal(insert(9002, null, 'closed', null, 'person'), false, 'no id');
  assert.equal(insert(9003, 'local/h', 'muted', null, 'person'), false, 'a mute without parameters');
  assert.equal(channelNow(database, channelKey({ hub: 'local', id: 'h' })).state, 'open');
  assert.equal(insert(9004, 'local/h', 'closed', null, null), true, 'without a source it is a decision all the same');
  assert.equal(channelNow(database, channelKey({ hub: 'local', id: 'h' })).state, 'closed');
});

test('T79 keys that look alike are two: deciding one leaves the other, in text form too', (t) => {
  const rig = new NoticeRig(t);
  const keys = [
    rig.make('b:c', { hub: 'a' }),
    rig.make('c', { hub: 'a:b' }),
    rig.make('b/c', { hub: 'a' }),
    rig.make('c', { hub: 'a/b' }),
  ];
  assert.equal(new Set(keys).size, 4);
  rig.decide('b:c', 'close', null, 'a');
  assert.deepEqual(
    keys.map((key) => must(rig.ledger.channel(key)).state),
    ['closed', 'open', 'open', 'open'],
  );
  assert.equal(rig.ledger.channel('a/b/c').ok, false);
});

test('T80 selected by its hub, and decided open since: told, with the failure’s own reason', async (t) => {
  const { rig } = await failedReply(t);
  rig.decide('h', 'close', null, 'ci');
  rig.decide('h', 'open', null, 'ci');
  rig.end('F');
  assert.match(rig.only('P').text, /stays selected, because its hub lists it as open by default/);
});
