import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { authorize, CHANNEL_VERBS } from '../../src/core/channels/authorize.js';
import { type ChannelKey, channelKey } from '../../src/core/channels/channel-key.js';
import { ok } from '../../src/core/result.js';
import type { Agent } from '../../src/world/store/agents.js';
import { writeNotice, partyOf } from '../../src/world/store/write-notice.js';
import { must } from '../rig/must.js';
import { closes, NoticeRig } from '../rig/notices.js';

const H = channelKey({ hub: 'local', id: 'h' });
const A = channelKey({ hub: 'local', id: 'a' });
const CI_H = channelKey({ hub: 'ci', id: 'h' });

const mayClose = (agent: Agent, ...keys: readonly ChannelKey[]): boolean =>
  authorize({ ...agent, ended: agent.endedAt !== null }, 'channel:close', keys) === null;

test('T01 a primary without a list of capabilities may close another channel', (t) => {
  const rig = new NoticeRig(t);
  assert.equal(mayClose(rig.primary(), A), true);
});

test('T02 whoever has an empty list of capabilities may not close', (t) => {
  const rig = new NoticeRig(t);
  for (const kind of ['primary', 'executor', 'run'] as const)
    assert.equal(mayClose(rig.add(kind, kind, { caps: [], home: kind === 'executor' ? H : null }), H), false);
});

test('T03 a run closes another channel with the capability, and not without', (t) => {
  const rig = new NoticeRig(t);
  assert.equal(mayClose(rig.add('R1', 'run', { caps: ['channel:open'] }), A), false);
  assert.equal(mayClose(rig.add('R2', 'run', { caps: ['channel:close'] }), A), true);
});

test('T04 an executor closes its home and no other channel', (t) => {
  const rig = new NoticeRig(t);
  const fork = rig.fork();
  assert.deepEqual([mayClose(fork, H), mayClose(fork, A)], [true, false]);
});

test('T05 an executor without the capability does not close its home', (t) => {
  const rig = new NoticeRig(t);
  assert.equal(mayClose(rig.fork('F', { caps: ['message:send'] }), H), false);
});

test('T06 a right to some channels is no right to all of them', (t) => {
  const rig = new NoticeRig(t);
  assert.equal(mayClose(rig.fork(), H, A), false);
});

test('T07 the same id on another hub is not the home, by key and by bare id', async (t) => {
  const rig = new NoticeRig(t);
  rig.make('h', { hub: 'ci' });
  rig.make('x', { hub: 'ci' });
  const fork = rig.fork();
  assert.equal(mayClose(fork, CI_H), false);
  assert.equal(await rig.closeAs(fork.name, 'ci/h'), false);
  assert.equal(rig.stateOf('h', 'ci'), 'open');
  // A bare id of an executor's is on its home's hub, or nowhere.
  assert.equal(await rig.closeAs(fork.name, 'h'), true);
  assert.equal(await rig.closeAs(fork.name, 'x'), false);
});

test('T08 an executor closes its home after its binding has ended', (t) => {
  const rig = new NoticeRig(t);
  const fork = rig.fork();
  must(rig.ledger.notices.watch('F', H, false));
  assert.equal(mayClose(must(rig.ledger.agent('F')), H), true);
  assert.equal(mayClose(fork, H), true);
});

test('T09 an ended agent, an unknown one, and nobody for no channel at all', async (t) => {
  const rig = new NoticeRig(t);
  const fork = rig.fork();
  rig.end('F');
  assert.equal(mayClose(must(rig.ledger.agent('F')), H), false);
  assert.equal(await rig.closeAs(fork.name, 'h'), false);
  assert.equal(rig.ledger.agent('nobody').ok, false);
  for (const kind of ['primary', 'executor', 'run', 'person', 'engine'] as const)
    for (const verb of CHANNEL_VERBS)
      assert.equal(authorize({ kind, home: null, caps: null, ended: false }, verb, []), 'no-channel');
});

test('T10 advice is there if and only if the command then succeeds, for every kind, capabilities and channels', async (t) => {
  const ids = ['h', 'a', 'b'];
  const rig = new NoticeRig(t);
  rig.make('b');
  const channels = ids.map((id) => ({ hub: 'local', id }));
  const cases = fc.record({
    kind: fc.constantFrom('primary', 'executor', 'run'),
    home: fc.constantFrom(null, 'h', 'a', 'ci/h'),
    caps: fc.option(fc.subarray(['channel:close', 'channel:open', 'channel:mute', 'message:send']), { nil: null }),
    asked: fc.subarray(channels, { minLength: 1 }),
  });
  rig.make('h', { hub: 'ci' });
  let n = 0;
  let advised = 0;
  await fc.assert(
    fc.asyncProperty(cases, async ({ kind, home, caps, asked }) => {
      for (const id of ids) rig.decide(id, 'open');
      const key = home === null ? null : home.includes('/') ? CI_H : channelKey({ hub: 'local', id: home });
      const agent = rig.add(`agent-${++n}`, kind as 'run', { home: key, caps });
      const database = rig.database();
      const event = { v: 1, kind: 'opened', cause: 'speech', speaker: agent.id, channels: asked } as const;
      must(
        database.write(() => {
          writeNotice(database, `n-${n}`, event, { speaker: partyOf(agent), deliveryAgent: null }, agent.name, n);
          return ok(null);
        }),
      );
      const notice = rig.inbox(agent.name).find((one) => one.event === `n-${n}`);
      const advice = notice?.advice ?? [];
      advised += advice.length;
      const all: boolean[] = [];
      for (const { id } of asked) all.push(await rig.closeAs(agent.name, `local/${id}`));
      assert.equal(advice.length > 0, all.every(Boolean), JSON.stringify({ kind, home, caps, asked }));
      if (advice.length > 0)
        assert.deepEqual(
          advice,
          asked.map(({ id }) => closes(id)),
        );
      database.close();
    }),
    { numRuns: 120 },
  );
  assert.ok(advised > 10, 'some are advised');
});

test('T11 an executor opens not even its home; a primary opens another channel', (t) => {
  const rig = new NoticeRig(t);
  const [fork, primary] = [rig.fork(), rig.primary()];
  const open = (agent: Agent, key: ChannelKey) => authorize({ ...agent, ended: false }, 'channel:open', [key]);
  assert.deepEqual([open(fork, H), open(primary, A)], ['fork-never-opens', null]);
});
