import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Actor, authorize, CHANNEL_VERBS } from '../../../src/core/channels/authorize.js';
import { CHANNEL_DECISIONS, decided, verbOf } from '../../../src/core/channels/channel-decision.js';
import { type ChannelKey, channelKey } from '../../../src/core/channels/channel-key.js';

const HOME = channelKey({ hub: 'local', id: 'h' });
const AWAY = channelKey({ hub: 'local', id: 'a' });
const SAME_ID = channelKey({ hub: 'ci', id: 'h' });

const actor = (kind: Actor['kind'], change: Partial<Actor> = {}): Actor => ({
  kind,
  home: kind === 'executor' ? HOME : null,
  caps: null,
  ended: false,
  ...change,
});

const may = (who: Actor, verb: (typeof CHANNEL_VERBS)[number], ...channels: ChannelKey[]) =>
  authorize(who, verb, channels);

test('a person may decide everything; whoever ended may decide nothing', () => {
  for (const verb of CHANNEL_VERBS) {
    assert.equal(may(actor('person', { caps: [] }), verb, AWAY), null);
    assert.equal(may(actor('primary', { ended: true }), verb, AWAY), 'ended');
  }
});

test('no channel is nothing to decide about, for anybody', () => {
  for (const kind of ['person', 'primary', 'executor', 'run', 'engine'] as const)
    assert.equal(may(actor(kind), 'channel:close'), 'no-channel');
});

test('capabilities that are absent mean all, and an empty list none', () => {
  for (const kind of ['primary', 'run', 'engine'] as const) {
    for (const verb of CHANNEL_VERBS) {
      assert.equal(may(actor(kind), verb, AWAY), null);
      assert.equal(may(actor(kind, { caps: [] }), verb, AWAY), 'capability');
      assert.equal(may(actor(kind, { caps: [verb] }), verb, AWAY), null);
    }
    assert.equal(may(actor(kind, { caps: ['channel:open'] }), 'channel:close', AWAY), 'capability');
  }
});

test('an executor closes and mutes its home and nothing else, and opens nothing', () => {
  const executor = actor('executor');
  assert.equal(may(executor, 'channel:close', HOME), null);
  assert.equal(may(executor, 'channel:mute', HOME), null);
  assert.equal(may(executor, 'channel:open', HOME), 'fork-never-opens');
  assert.equal(may(executor, 'channel:close', AWAY), 'not-home');
  assert.equal(may(executor, 'channel:close', HOME, AWAY), 'not-home');
  assert.equal(may(executor, 'channel:close', SAME_ID), 'not-home');
  assert.equal(may(actor('executor', { caps: [] }), 'channel:close', HOME), 'capability');
  assert.equal(may(actor('executor', { home: null }), 'channel:close', AWAY), 'not-home');
});

test('what a decision makes of each state', () => {
  const table = Object.fromEntries(
    CHANNEL_DECISIONS.map((d) => [d, (['open', 'closed', 'muted'] as const).map((state) => decided(d, state))]),
  );
  assert.deepEqual(table, {
    open: [null, 'open', 'refused'],
    close: ['closed', null, 'closed'],
    mute: ['muted', 'muted', 'muted'],
    unmute: [null, null, 'open'],
  });
  assert.deepEqual(CHANNEL_DECISIONS.map(verbOf), ['channel:open', 'channel:close', 'channel:mute', 'channel:mute']);
});
