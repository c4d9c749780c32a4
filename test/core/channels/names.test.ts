import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { agentNameKey, parseAgentName } from '../../../src/core/channels/agent-name.js';
import { channelKey, isChannelPart, parseChannelKey } from '../../../src/core/channels/channel-key.js';

test('a key names one channel: hub and id come back as they were', () => {
  const part = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }).filter(isChannelPart);
  fc.assert(
    fc.property(part, part, (hub, id) => {
      assert.deepEqual(parseChannelKey(channelKey({ hub, id })), { hub, id });
    }),
  );
});

test('channels that a joined text would mix up have different keys', () => {
  assert.equal(channelKey({ hub: 'local', id: '03/auth b' }), 'local/03%2Fauth%20b');
  assert.notEqual(channelKey({ hub: 'a', id: 'b/c' }), channelKey({ hub: 'a/b', id: 'c' }));
  assert.notEqual(channelKey({ hub: 'a', id: 'b:c' }), channelKey({ hub: 'a:b', id: 'c' }));
});

test('what is no key is refused', () => {
  for (const text of [
    '',
    'work',
    '/work',
    'local/',
    'a/b/c',
    'local/%',
    'local/%ff',
    'local/a%0Ab',
    `local/${'x'.repeat(301)}`,
  ]) {
    assert.equal(parseChannelKey(text), null, text);
  }
  for (const part of ['', 'a\nb', '\u0000', '\ud800', 'x'.repeat(301)]) assert.equal(isChannelPart(part), false);
  assert.equal(isChannelPart('x'.repeat(300)), true);
});

test('a name is kept as it was given, less space around it and in one Unicode form', () => {
  assert.equal(parseAgentName('  Grace Hopper '), 'Grace Hopper');
  assert.equal(parseAgentName('Zoe\u0308'), 'Zo\u00eb');
  for (const name of ['', '  ', 'a\nb', 'a\u200bb', 'a\u202eb', 'a\u0000b', '\ud800', 'x'.repeat(301)]) {
    assert.equal(parseAgentName(name), null, JSON.stringify(name));
  }
  assert.notEqual(parseAgentName('x'.repeat(300)), null);
});

test('two spellings of one agent have one key', () => {
  for (const [a, b] of [
    ['Worker', 'worker'],
    ['worker ', 'WORKER'],
    ['Zoe\u0308', 'zo\u00eb'],
    ['\uff57orker', 'worker'],
  ] as const) {
    assert.equal(agentNameKey(a), agentNameKey(b));
  }
  assert.notEqual(agentNameKey('worker-1'), agentNameKey('worker-2'));
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (name) => {
      assert.equal(agentNameKey(agentNameKey(name)), agentNameKey(name));
    }),
  );
});
