import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { AnswerFacts } from '../../../src/core/run/answer.js';
import { heardAnswer, type LedgerWord } from '../../../src/core/run/heard-answer.js';

const end = (change: Partial<AnswerFacts> = {}): AnswerFacts => ({
  kind: 'exited',
  exitCode: 0,
  signal: null,
  detail: null,
  result: null,
  resultProblem: null,
  ...change,
});
const result = (status: 'done' | 'failed' | 'declined' | 'checkpoint', noChanges = false) => ({
  status,
  reason: 'why',
  question: 'what?',
  noChanges,
});
const NOTHING: LedgerWord = { settled: null, question: null };
const said = (type: 'DONE' | 'FAILURE' | 'DECLINE', content: string | null = 'words'): LedgerWord => ({
  settled: { type, content },
  question: null,
});

test("the agent's own word in the ledger counts however its process ended", () => {
  for (const kind of ['exited', 'signalled', 'timeout', 'stalled', 'lost'] as const) {
    const ended = end({ kind, exitCode: kind === 'exited' ? 3 : null });
    assert.deepEqual(heardAnswer(ended, said('DONE')), { kind: 'done', noChanges: false });
    assert.deepEqual(heardAnswer(ended, said('FAILURE')), { kind: 'failed', code: 'agent-failed', detail: 'words' });
    assert.equal(heardAnswer(ended, said('DECLINE', null)).kind, 'declined');
  }
  assert.deepEqual(heardAnswer(end({ result: result('done', true) }), said('DONE')), { kind: 'done', noChanges: true });
});

test('an open question makes an exit code alone a checkpoint, and nothing else', () => {
  const asked: LedgerWord = { settled: null, question: 'which?' };
  assert.deepEqual(heardAnswer(end(), asked), { kind: 'checkpoint', question: 'which?' });
  assert.equal(heardAnswer(end({ result: result('done') }), asked).kind, 'done');
  assert.equal(heardAnswer(end({ exitCode: 1 }), asked).kind, 'failed');
  assert.equal(heardAnswer(end({ kind: 'timeout' }), asked).kind, 'failed');
});

test('without a word in the ledger, exit code and result file say it', () => {
  assert.deepEqual(heardAnswer(end(), NOTHING), { kind: 'done', noChanges: false });
  assert.deepEqual(heardAnswer(end({ result: result('checkpoint') }), NOTHING), {
    kind: 'checkpoint',
    question: 'what?',
  });
  const stalled = heardAnswer(end({ kind: 'stalled', exitCode: null }), NOTHING);
  assert.equal(stalled.kind === 'failed' && stalled.code, 'stalled');
});
