import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AgentName } from '../../../src/core/channels/agent-name.js';
import type { ChannelKey } from '../../../src/core/channels/channel-key.js';
import { checkFields, type Draft, isIdText } from '../../../src/core/channels/decide-send.js';
import { type MessageType, opensCommitment, TYPE_NAMES } from '../../../src/core/channels/message-type.js';

const draft = (type: MessageType, change: Partial<Draft> = {}): Draft => ({
  id: 'm-2',
  type,
  channel: 'local/work' as ChannelKey,
  sender: 'worker' as AgentName,
  target: 'lead' as AgentName,
  correlationId: 'c-1',
  replyTo: null,
  content: 'because',
  windowMs: null,
  budgetUntil: null,
  ...change,
});

test('each type is held to the fields it needs and may carry', () => {
  const problem = (d: Draft) => {
    const checked = checkFields(d);
    return checked.ok ? null : [checked.error.field, checked.error.problem];
  };
  for (const type of TYPE_NAMES) {
    const opens = opensCommitment(type) !== null;
    const bare = draft(type, { target: null, correlationId: null, content: null, replyTo: null });
    const expected = {
      QUERY: null,
      COMMAND: null,
      PROPOSE: ['content', 'missing'],
      STATUS: null,
      RESPONSE: ['correlation', 'missing'],
      DONE: ['correlation', 'missing'],
      FAILURE: ['correlation', 'missing'],
      DECLINE: ['correlation', 'missing'],
      HANDOFF: ['correlation', 'missing'],
      EVENT: null,
    }[type];
    assert.deepEqual(problem(bare), expected, type);
    assert.deepEqual(problem(draft(type, { windowMs: 5 })), opens ? null : ['deadline', 'forbidden'], type);
    assert.equal(problem(draft(type)), null, type);
  }
  for (const type of ['PROPOSE', 'FAILURE', 'DECLINE'] as const) {
    assert.deepEqual(problem(draft(type, { content: ' \n' })), ['content', 'missing']);
  }
  assert.deepEqual(problem(draft('HANDOFF', { target: null })), ['target', 'missing']);
  assert.equal(problem(draft('DONE', { correlationId: null, replyTo: 'm-1' })), null);
});

test('ids and content are bounded', () => {
  const problem = (change: Partial<Draft>) => {
    const checked = checkFields(draft('STATUS', change));
    return checked.ok ? null : [checked.error.field, checked.error.problem];
  };
  assert.deepEqual(problem({ id: 'a b\n' }), ['id', 'not-an-id']);
  assert.deepEqual(problem({ correlationId: '' }), ['correlation', 'not-an-id']);
  assert.deepEqual(problem({ content: 'x'.repeat(1_000_001) }), ['content', 'too-long']);
  assert.equal(problem({ content: 'x'.repeat(1_000_000) }), null);
  for (const text of ['', ' a', 'a ', 'a\tb', 'a\u200bb', 'x'.repeat(301)]) assert.equal(isIdText(text), false);
  for (const text of ['a', 'r-1/03-02%20x/1', 'x'.repeat(300)]) assert.equal(isIdText(text), true);
});
