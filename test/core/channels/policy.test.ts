import assert from 'node:assert/strict';
import { test } from 'node:test';
import { opensCommitment, TYPE_NAMES } from '../../../src/core/channels/message-type.js';
import { contradiction, isHard, tableTrust, typeViolation } from '../../../src/core/channels/policy.js';

test('a channel without constraints takes every type', () => {
  for (const type of TYPE_NAMES) assert.equal(typeViolation(type, { allowed: null, denied: null }), null);
});

test('a denial is looked at before the list of what is allowed', () => {
  const channel = { allowed: ['STATUS', 'DONE'], denied: ['DONE'] } as const;
  assert.deepEqual(typeViolation('DONE', channel), { rule: 'denied', types: ['DONE'] });
  assert.deepEqual(typeViolation('COMMAND', channel), { rule: 'not-allowed', types: ['STATUS', 'DONE'] });
  assert.equal(typeViolation('STATUS', channel), null);
  assert.deepEqual(typeViolation('QUERY', { allowed: null, denied: ['QUERY'] }), { rule: 'denied', types: ['QUERY'] });
  assert.deepEqual(typeViolation('QUERY', { allowed: [], denied: null }), { rule: 'not-allowed', types: [] });
});

test('COMMAND can be denied where PROPOSE is allowed, and the other way round', () => {
  assert.equal(typeViolation('PROPOSE', { allowed: null, denied: ['COMMAND'] }), null);
  assert.notEqual(typeViolation('PROPOSE', { allowed: ['COMMAND'], denied: null }), null);
});

test('exactly the types that open a commitment are hard', () => {
  for (const type of TYPE_NAMES) assert.equal(isHard(type), opensCommitment(type) !== null);
});

test('what is both allowed and denied is named', () => {
  assert.deepEqual(contradiction({ allowed: ['DONE', 'QUERY'], denied: ['QUERY', 'EVENT'] }), ['QUERY']);
  assert.deepEqual(contradiction({ allowed: null, denied: ['QUERY'] }), []);
  assert.deepEqual(contradiction({ allowed: ['QUERY'], denied: null }), []);
});

test('the first row that matches decides, and nothing matching permits', () => {
  const trust = tableTrust([
    { sender: 'scout', type: 'COMMAND', target: 'lead', permit: true },
    { sender: 'scout', type: 'COMMAND', permit: false },
    { channel: 'local/quiet', permit: false },
  ]);
  const ask = (change: object) =>
    trust.permits({ type: 'COMMAND', sender: 'scout', target: 'worker', channel: 'local/work', ...change });
  assert.equal(ask({}), false);
  assert.equal(ask({ target: 'lead' }), true);
  assert.equal(ask({ target: null }), false);
  assert.equal(ask({ type: 'PROPOSE' }), true);
  assert.equal(ask({ sender: 'lead' }), true);
  assert.equal(ask({ sender: 'lead', channel: 'local/quiet' }), false);
});
