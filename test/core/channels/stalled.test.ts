import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Commitment, COMMITMENT_STATES, isFinal, openCommitment } from '../../../src/core/channels/commitment.js';
import { DEEP_HANDOFF, handoffChain } from '../../../src/core/channels/handoff.js';
import type { CommitmentKind } from '../../../src/core/channels/message-type.js';
import { stallConditions } from '../../../src/core/channels/stalled.js';

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

const conditions = (commitment: Commitment, now: number, lastActivityAt = 0, chain = handoffChain([commitment])) =>
  stallConditions(commitment, { now, lastActivityAt, chain, olderThanMs: 5 * MINUTE });

test('silence for long enough stalls an obligation of any kind', () => {
  assert.deepEqual(conditions(owed('QUERY'), 5 * MINUTE - 1), []);
  assert.deepEqual(conditions(owed('QUERY'), 5 * MINUTE), [{ code: 'silent', silentMs: 5 * MINUTE }]);
  assert.deepEqual(conditions(owed('PROPOSE'), 9 * MINUTE, 5 * MINUTE), []);
  // What was said before it was opened is no sign of life.
  assert.deepEqual(conditions(owed('QUERY', { openedAt: 6 * MINUTE }), 9 * MINUTE, 0), []);
});

test('a COMMAND that nobody took up is told apart; an unanswered offer does not trip that watch', () => {
  const talkedAbout = 9 * MINUTE;
  assert.deepEqual(conditions(owed('COMMAND'), 10 * MINUTE, talkedAbout), [
    { code: 'unacknowledged', openMs: 10 * MINUTE },
  ]);
  assert.deepEqual(conditions(owed('COMMAND', { state: 'acknowledged' }), 10 * MINUTE, talkedAbout), []);
  assert.deepEqual(conditions(owed('PROPOSE'), 10 * MINUTE, talkedAbout), []);
  assert.deepEqual(conditions(owed('COMMAND'), 5 * MINUTE, 4 * MINUTE), [
    { code: 'unacknowledged', openMs: 5 * MINUTE },
  ]);
  assert.deepEqual(conditions(owed('COMMAND'), 5 * MINUTE - 1, 4 * MINUTE), []);
});

test('what is settled does not stall', () => {
  for (const state of COMMITMENT_STATES.filter(isFinal))
    assert.deepEqual(conditions(owed('COMMAND', { state }), 99 * MINUTE), []);
});

test('hand-offs that go round or on and on are conditions of their own', () => {
  const chain = (...obligors: (string | null)[]) =>
    handoffChain(obligors.map((obligor) => owed('COMMAND', { obligor })));
  assert.deepEqual(chain('a', 'b', 'c'), { obligors: ['a', 'b', 'c'], depth: 2, cycle: null });
  assert.deepEqual(chain('a', 'b', 'c', 'b').cycle, ['b', 'c', 'b']);
  assert.deepEqual(chain('a', 'a').cycle, ['a', 'a']);
  assert.deepEqual(chain(null, 'a', null), { obligors: ['a'], depth: 2, cycle: null });
  assert.equal(handoffChain([]).depth, 0);
  const now = 1;
  assert.deepEqual(conditions(owed('QUERY'), now, 0, chain('a', 'b', 'a')), [
    { code: 'circular-handoff', cycle: ['a', 'b', 'a'] },
  ]);
  const names = Array.from({ length: DEEP_HANDOFF + 2 }, (_, i) => `a${i}`);
  assert.deepEqual(conditions(owed('QUERY'), now, 0, chain(...names)), [
    { code: 'deep-handoff', depth: DEEP_HANDOFF + 1 },
  ]);
  assert.deepEqual(conditions(owed('QUERY'), now, 0, chain(...names.slice(1))), []);
});
