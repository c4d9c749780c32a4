import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type AnswerFacts, readAnswer } from '../../../src/core/run/answer.js';

const end = (facts: Partial<AnswerFacts>): AnswerFacts => ({
  kind: 'exited',
  exitCode: 0,
  signal: null,
  detail: null,
  result: null,
  resultProblem: null,
  ...facts,
});
const result = (status: 'done' | 'failed' | 'declined' | 'checkpoint', more = {}) => ({
  status,
  reason: null,
  question: null,
  noChanges: false,
  ...more,
});

test('exit 0 without a file is done', () => {
  assert.deepEqual(readAnswer(end({})), { kind: 'done', noChanges: false });
});

test('exit 0 with a file that cannot be read is not a success', () => {
  assert.equal(readAnswer(end({ resultProblem: 'not JSON' })).kind, 'failed');
});

test('a failing exit code is a failure whatever the file claims', () => {
  const answer = readAnswer(end({ exitCode: 3, result: result('done') }));
  assert.ok(answer.kind === 'failed' && answer.code === 'agent-failed' && /exit code 3/.test(answer.detail));
});

test('declined and checkpoint count also with a failing exit code, since some hosts always fail then', () => {
  assert.equal(readAnswer(end({ exitCode: 1, result: result('declined', { reason: 'not mine' }) })).kind, 'declined');
  assert.deepEqual(readAnswer(end({ exitCode: 1, result: result('checkpoint', { question: 'which?' }) })), {
    kind: 'checkpoint',
    question: 'which?',
  });
});

test('every other end is a failure with a code of its own', () => {
  const codes = (['timeout', 'stopped', 'signalled', 'not-started', 'lost'] as const).map((kind) => {
    const answer = readAnswer(end({ kind, exitCode: null, signal: 'SIGKILL', result: result('done') }));
    assert.equal(answer.kind, 'failed');
    return answer.kind === 'failed' ? answer.code : '';
  });
  assert.deepEqual(codes, ['timeout', 'stopped', 'agent-signalled', 'agent-failed', 'agent-lost']);
});
