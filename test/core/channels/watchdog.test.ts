import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Commitment, COMMITMENT_STATES, isFinal, openCommitment } from '../../../src/core/channels/commitment.js';
import { DEEP_HANDOFF, handoffChain } from '../../../src/core/channels/handoff.js';
import type { CommitmentKind } from '../../../src/core/channels/message-type.js';
import { watch } from '../../../src/core/channels/watchdog.js';

const MINUTE = 60_000;

const owed = (kind: CommitmentKind, change: Partial<Commitment> = {}): Commitment => ({
  ...openCommitment({
    id: 'o-1',
    correlationId: 'c-1',
    kind,
    channel: 'local/work',
    requester: 'lead',
    obligor: 'worker',
    at: 0,
    windowMs: null,
    budgetUntil: null,
  }),
  ...change,
});

const codes = (
  commitment: Commitment,
  now: number,
  { lastSignAt = 0, executor = false, obligors = ['worker'] as readonly string[] } = {},
) => {
  const chain = handoffChain(obligors.map((obligor) => ({ ...commitment, obligor })));
  return watch({ commitment, chain, lastSignAt, executor }, { now, stallAfterMs: 5 * MINUTE }).map((one) => one.code);
};

test('an obligation is quiet from its last sign on, and one condition says how', () => {
  const taken = owed('COMMAND', { state: 'acknowledged' });
  assert.deepEqual(codes(taken, 5 * MINUTE - 1), []);
  assert.deepEqual(codes(taken, 5 * MINUTE), ['stalled']);
  assert.deepEqual(codes(taken, 9 * MINUTE, { lastSignAt: 5 * MINUTE }), []);
  assert.deepEqual(codes(owed('COMMAND'), 5 * MINUTE), ['unacknowledged']);
  assert.deepEqual(codes(owed('COMMAND'), 5 * MINUTE, { executor: true }), ['silent-executor']);
  assert.deepEqual(codes(owed('QUERY'), 5 * MINUTE), ['stalled']);
});

test('offers, questions to the person and what is settled trip nothing', () => {
  assert.deepEqual(codes(owed('PROPOSE'), 60 * MINUTE), []);
  assert.deepEqual(codes(owed('QUERY', { obligor: 'person' }), 60 * MINUTE), []);
  for (const state of COMMITMENT_STATES.filter(isFinal))
    assert.deepEqual(codes(owed('COMMAND', { state }), 60 * MINUTE, { obligors: ['worker', 'lead', 'worker'] }), []);
});

test('hand-offs that come back or go on and on are said, with whom they passed', () => {
  assert.deepEqual(codes(owed('COMMAND'), 0, { obligors: ['worker', 'other', 'worker'] }), ['circular-handoff']);
  const many = Array.from({ length: DEEP_HANDOFF + 2 }, (_, n) => `worker-${n}`);
  assert.deepEqual(codes(owed('COMMAND'), 0, { obligors: many }), ['deep-handoff']);
  const commitment = owed('COMMAND');
  const chain = handoffChain(many.map((obligor) => ({ ...commitment, obligor })));
  const [alert] = watch({ commitment, chain, lastSignAt: 0, executor: false }, { now: 7, stallAfterMs: MINUTE });
  assert.deepEqual(alert, {
    code: 'deep-handoff',
    commitment: 'o-1',
    correlationId: 'c-1',
    obligor: 'worker',
    requester: 'lead',
    forMs: 7,
    agents: many,
  });
});

test('five hand-offs are few enough, and of what was never handed on nobody is named', () => {
  const passed = (count: number) => ({ obligors: Array.from({ length: count + 1 }, (_, n) => `worker-${n}`) });
  assert.deepEqual(codes(owed('COMMAND'), 0, passed(DEEP_HANDOFF)), []);
  assert.deepEqual(codes(owed('COMMAND'), 0, passed(DEEP_HANDOFF + 1)), ['deep-handoff']);
  const agents = (obligors: readonly string[]) => {
    const commitment = owed('COMMAND', { state: 'acknowledged' });
    const chain = handoffChain(obligors.map((obligor) => ({ ...commitment, obligor })));
    return watch({ commitment, chain, lastSignAt: 0, executor: false }, { now: MINUTE, stallAfterMs: MINUTE })[0]
      ?.agents;
  };
  assert.deepEqual(agents(['worker']), []);
  assert.deepEqual(agents(['other', 'worker']), ['other', 'worker']);
});
