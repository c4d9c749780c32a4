import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  answerOf,
  answersCommitments,
  categoryOf,
  COMMITMENT_KINDS,
  effectOf,
  forbiddenFields,
  isShown,
  isTerminal,
  type MessageType,
  opensCommitment,
  parseMessageType,
  requiredFields,
  TYPE_NAMES,
} from '../../../src/core/channels/message-type.js';

const where = (predicate: (type: MessageType) => boolean): readonly MessageType[] => TYPE_NAMES.filter(predicate);

test('there are ten types', () => {
  assert.deepEqual([...TYPE_NAMES].sort(), [
    'COMMAND',
    'DECLINE',
    'DONE',
    'EVENT',
    'FAILURE',
    'HANDOFF',
    'PROPOSE',
    'QUERY',
    'RESPONSE',
    'STATUS',
  ]);
});

test('each predicate holds of exactly these types', () => {
  assert.deepEqual(
    where((type) => opensCommitment(type) !== null),
    ['QUERY', 'COMMAND', 'PROPOSE'],
  );
  assert.deepEqual(where(answersCommitments), ['STATUS', 'RESPONSE', 'DONE', 'FAILURE', 'DECLINE', 'HANDOFF']);
  assert.deepEqual(where(isTerminal), ['DONE', 'FAILURE', 'HANDOFF']);
  assert.deepEqual(
    where((type) => !isShown(type)),
    ['EVENT'],
  );
  assert.deepEqual(
    where((type) => requiredFields(type).includes('content')),
    ['PROPOSE', 'FAILURE', 'DECLINE'],
  );
  assert.deepEqual(
    where((type) => requiredFields(type).includes('target')),
    ['HANDOFF'],
  );
  assert.deepEqual(
    where((type) => requiredFields(type).includes('correlation')),
    ['RESPONSE', 'DONE', 'FAILURE', 'DECLINE', 'HANDOFF'],
  );
  assert.deepEqual(
    where((type) => !forbiddenFields(type).includes('deadline')),
    ['QUERY', 'COMMAND', 'PROPOSE'],
  );
  assert.deepEqual(
    where((type) => requiredFields(type).includes('deadline')),
    [],
  );
});

test('a type that opens a commitment names its kind', () => {
  for (const kind of COMMITMENT_KINDS) assert.equal(opensCommitment(kind), kind);
});

test('each type has a category and an effect that no other type has together', () => {
  assert.deepEqual(
    where((type) => categoryOf(type) === 'directive'),
    ['QUERY', 'COMMAND'],
  );
  assert.deepEqual(
    where((type) => categoryOf(type) === 'commissive'),
    ['PROPOSE'],
  );
  assert.deepEqual(
    where((type) => categoryOf(type) === 'declaration'),
    ['DONE', 'FAILURE', 'HANDOFF'],
  );
  const pairs = TYPE_NAMES.map((type) => `${categoryOf(type)} ${effectOf(type)}`);
  assert.equal(new Set(pairs).size, TYPE_NAMES.length);
});

test('what each answer does to each kind', () => {
  const moves = (type: MessageType) => COMMITMENT_KINDS.map((kind) => answerOf(type, kind)?.move ?? null);
  assert.deepEqual(Object.fromEntries(TYPE_NAMES.map((type) => [type, moves(type)])), {
    QUERY: [null, null, null],
    COMMAND: [null, null, null],
    PROPOSE: [null, null, null],
    STATUS: ['acknowledge', 'acknowledge', 'acknowledge'],
    RESPONSE: ['fulfil', 'none', 'none'],
    DONE: ['fulfil', 'fulfil', 'fulfil'],
    FAILURE: ['fail', 'fail', 'fail'],
    DECLINE: ['decline', 'decline', 'decline'],
    HANDOFF: ['delegate', 'delegate', 'delegate'],
    EVENT: [null, null, null],
  });
});

test('only a RESPONSE to a COMMAND and a DONE to a QUERY would be said by another type', () => {
  const odd = TYPE_NAMES.flatMap((type) =>
    COMMITMENT_KINDS.flatMap((kind) => {
      const expected = answerOf(type, kind)?.expected ?? [];
      return expected.length === 0 ? [] : [[type, kind, expected]];
    }),
  );
  assert.deepEqual(odd, [
    ['RESPONSE', 'COMMAND', ['DONE', 'FAILURE', 'DECLINE']],
    ['DONE', 'QUERY', ['RESPONSE', 'DECLINE']],
  ]);
});

test('a type is named in any case, and nothing else names one', () => {
  assert.equal(parseMessageType('command'), 'COMMAND');
  assert.equal(parseMessageType('Done'), 'DONE');
  for (const word of ['', 'ACK', 'toString', '__proto__', 'DONE ']) assert.equal(parseMessageType(word), null);
});
