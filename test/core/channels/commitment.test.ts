import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import {
  ACTIVE_STATES,
  answerCommitment,
  COMMITMENT_STATES,
  type Commitment,
  type CommitmentState,
  DEFAULT_WINDOW_MS,
  expireCommitment,
  isFinal,
  isOverdue,
  openCommitment,
} from '../../../src/core/channels/commitment.js';
import {
  COMMITMENT_KINDS,
  type CommitmentKind,
  type MessageType,
  TYPE_NAMES,
} from '../../../src/core/channels/message-type.js';
import { type NaiveCommitment, naiveAnswer } from './naive-commitment.js';

const OPENED = 1_000_000;
const WINDOW = 600;

function commitment(
  kind: CommitmentKind,
  state: CommitmentState = 'open',
  change: Partial<Commitment> = {},
): Commitment {
  const opened = openCommitment({
    id: 'o-1',
    correlationId: 'c-1',
    kind,
    channel: 'local/work',
    requester: 'lead',
    obligor: 'worker',
    at: OPENED,
    windowMs: WINDOW,
    budgetUntil: null,
  });
  const settled = isFinal(state) ? { resolvedAt: OPENED + 1, resolvedBy: 'm-0' } : {};
  return { ...opened, state, ...settled, ...change };
}

const message = (type: MessageType, sender: string, at = OPENED + 100, target: string | null = 'heir') => ({
  id: 'm-1',
  type,
  sender,
  target,
  at,
});

const strict = { lenient: false, childId: 'o-2' };
const lenient = { lenient: true, childId: 'o-2' };

const naive = (c: Commitment): NaiveCommitment => ({
  kind: c.kind,
  requester: c.requester,
  obligor: c.obligor,
  state: c.state,
  expiresAt: c.expiresAt,
  acknowledgedAt: c.acknowledgedAt,
  resolvedAt: c.resolvedAt,
  window: c.windowMs,
  budget: c.budgetUntil,
});

test('two states are active, five are final', () => {
  assert.deepEqual(ACTIVE_STATES, ['open', 'acknowledged']);
  assert.equal(COMMITMENT_STATES.length, 7);
});

test('an opened commitment is owed by its target, until its window or the budget ends', () => {
  const open = openCommitment({
    id: 'o-1',
    correlationId: 'c-1',
    kind: 'COMMAND',
    channel: 'local/work',
    requester: 'lead',
    obligor: 'worker',
    at: OPENED,
    windowMs: null,
    budgetUntil: null,
  });
  assert.deepEqual(open, {
    id: 'o-1',
    correlationId: 'c-1',
    kind: 'COMMAND',
    channel: 'local/work',
    requester: 'lead',
    obligor: 'worker',
    state: 'open',
    openedAt: OPENED,
    windowMs: DEFAULT_WINDOW_MS,
    expiresAt: OPENED + DEFAULT_WINDOW_MS,
    budgetUntil: null,
    acknowledgedAt: null,
    resolvedAt: null,
    resolvedBy: null,
    delegatedTo: null,
    parent: null,
    depth: 0,
  });
  const bounded = openCommitment({ ...open, obligor: null, at: OPENED, budgetUntil: OPENED + 5 });
  assert.equal(bounded.expiresAt, OPENED + 5);
});

// Every cell of the table: kind × state × type × sender × leniency.
for (const kind of COMMITMENT_KINDS) {
  for (const state of COMMITMENT_STATES) {
    test(`${kind} ${state}: every message by everybody does what the plain telling says`, () => {
      for (const type of TYPE_NAMES) {
        for (const sender of ['worker', 'lead', 'stranger']) {
          for (const obligor of ['worker', null, 'lead']) {
            for (const options of [strict, lenient]) {
              const before = commitment(kind, state, { obligor });
              const expected = naive(before);
              const heir = naiveAnswer(expected, message(type, sender), options.lenient);
              const { commitment: after, child } = answerCommitment(before, message(type, sender), options);
              const cell = `${type} by ${sender}, owed by ${obligor}, ${options.lenient ? 'lenient' : 'strict'}`;
              assert.deepEqual(naive(after), expected, cell);
              assert.equal(child?.obligor ?? null, heir, cell);
              if (isFinal(state)) assert.equal(after, before, cell);
            }
          }
        }
      }
    });
  }
}

test('what settles is remembered: by which message and when', () => {
  const { commitment: after } = answerCommitment(commitment('COMMAND'), message('DONE', 'worker'), strict);
  assert.deepEqual([after.resolvedBy, after.resolvedAt, after.delegatedTo], ['m-1', OPENED + 100, null]);
});

test('a STATUS acknowledges once, and never shortens the deadline', () => {
  const first = answerCommitment(commitment('QUERY'), message('STATUS', 'worker', OPENED + 10), strict).commitment;
  assert.deepEqual(
    [first.state, first.acknowledgedAt, first.expiresAt],
    ['acknowledged', OPENED + 10, OPENED + 10 + WINDOW],
  );
  const second = answerCommitment(first, message('STATUS', 'worker', OPENED + 50), strict).commitment;
  assert.deepEqual([second.acknowledgedAt, second.expiresAt], [OPENED + 10, OPENED + 50 + WINDOW]);
  const early = answerCommitment(second, message('STATUS', 'worker', OPENED + 20), strict).commitment;
  assert.equal(early.expiresAt, OPENED + 50 + WINDOW);
  assert.equal(early.resolvedAt, null);
});

test('a STATUS extends no further than the budget', () => {
  const budgeted = commitment('COMMAND', 'open', { budgetUntil: OPENED + WINDOW + 10 });
  const after = answerCommitment(budgeted, message('STATUS', 'worker', OPENED + 100), strict).commitment;
  assert.equal(after.expiresAt, OPENED + WINDOW + 10);
});

test("a hand-off's child stays on its parent's channel, with its deadline, kind, requester and correlation", () => {
  const parent = commitment('PROPOSE', 'acknowledged', {
    acknowledgedAt: OPENED + 1,
    budgetUntil: OPENED + 9999,
    depth: 2,
  });
  const { commitment: after, child, standing } = answerCommitment(parent, message('HANDOFF', 'worker'), strict);
  assert.deepEqual(
    [after.state, after.delegatedTo, after.resolvedAt, standing],
    ['delegated', 'heir', OPENED + 100, 'obligor'],
  );
  assert.deepEqual(child, {
    ...parent,
    id: 'o-2',
    obligor: 'heir',
    state: 'open',
    openedAt: OPENED + 100,
    acknowledgedAt: null,
    parent: 'o-1',
    depth: 3,
  });
});

test("the requester's DECLINE withdraws; nothing else of the requester's moves anything", () => {
  const withdrawn = answerCommitment(commitment('PROPOSE'), message('DECLINE', 'lead'), strict);
  assert.deepEqual([withdrawn.commitment.state, withdrawn.standing], ['declined', 'withdrawal']);
  for (const type of ['DONE', 'FAILURE', 'HANDOFF', 'STATUS', 'RESPONSE'] as const) {
    const answered = answerCommitment(commitment('QUERY'), message(type, 'lead'), strict);
    assert.deepEqual([answered.commitment.state, answered.standing], ['open', 'other']);
  }
});

test('a broadcast is settled by whoever answers, but not by the one who asked', () => {
  const broadcast = commitment('QUERY', 'open', { obligor: null });
  assert.equal(answerCommitment(broadcast, message('RESPONSE', 'anyone'), strict).commitment.state, 'fulfilled');
  assert.equal(answerCommitment(broadcast, message('RESPONSE', 'lead'), strict).commitment.state, 'open');
});

test('a deadline that has passed expires what is owed, once', () => {
  for (const state of COMMITMENT_STATES) {
    const before = commitment('COMMAND', state);
    assert.equal(isOverdue(before, before.expiresAt - 1), false);
    assert.equal(isOverdue(before, before.expiresAt), !isFinal(state));
    assert.equal(expireCommitment(before, before.expiresAt - 1), before);
    const after = expireCommitment(before, before.expiresAt + 7);
    if (isFinal(state)) assert.equal(after, before);
    else assert.deepEqual(after, { ...before, state: 'expired', resolvedAt: before.expiresAt + 7 });
  }
});

test('any sequence of messages and sweeps comes to what the plain telling says', () => {
  const step = fc.record({
    type: fc.constantFrom(...TYPE_NAMES),
    sender: fc.constantFrom('worker', 'lead', 'stranger'),
    lenient: fc.boolean(),
    wait: fc.integer({ min: 0, max: 400 }),
    sweep: fc.boolean(),
  });
  fc.assert(
    fc.property(
      fc.constantFrom(...COMMITMENT_KINDS),
      fc.constantFrom('worker', null),
      fc.option(fc.integer({ min: 0, max: 3000 }), { nil: null }),
      fc.array(step, { maxLength: 12 }),
      (kind, obligor, budget, steps) => {
        let real = openCommitment({
          id: 'o-1',
          correlationId: 'c-1',
          kind,
          channel: 'local/work',
          requester: 'lead',
          obligor,
          at: OPENED,
          windowMs: WINDOW,
          budgetUntil: budget === null ? null : OPENED + budget,
        });
        const plain = naive(real);
        let at = OPENED;
        for (const each of steps) {
          at += each.wait;
          if (each.sweep) {
            real = expireCommitment(real, at);
            if (['open', 'acknowledged'].includes(plain.state) && plain.expiresAt <= at) {
              plain.state = 'expired';
              plain.resolvedAt = at;
            }
          }
          const deadline = real.expiresAt;
          const said = message(each.type, each.sender, at);
          real = answerCommitment(real, said, { lenient: each.lenient, childId: 'o-2' }).commitment;
          naiveAnswer(plain, said, each.lenient);
          assert.deepEqual(naive(real), plain);
          assert.ok(real.expiresAt >= deadline);
        }
      },
    ),
    { numRuns: 2000 },
  );
});
