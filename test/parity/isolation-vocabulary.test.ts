import assert from 'node:assert/strict';
import test from 'node:test';
import * as mirror from '#hooks/lib/isolation-sentinel.js';
import type * as hooks from '#hooks/lib/types.js';
import * as owner from '../../src/core/isolation/vocabulary.js';

/** Hooks cannot import the owner of the isolation vocabulary; this holds their copy to it (ADR 0004). */

/** Compiles only where every A is a B. */
type Pin<A extends B, B> = A;
export type Same = [
  Pin<hooks.Isolation, owner.Isolation>,
  Pin<owner.Isolation, hooks.Isolation>,
  Pin<hooks.DecisionKind, owner.DecisionKind>,
  Pin<owner.DecisionKind, hooks.DecisionKind>,
  Pin<hooks.Producer, owner.Producer>,
  Pin<owner.Producer, hooks.Producer>,
];

test('the same values, in the same order', () => {
  assert.deepEqual(mirror.ISOLATION_VALUES, owner.ISOLATION_VALUES);
});

test('the same producers, each of the same kind', () => {
  assert.deepEqual(mirror.PRODUCERS, owner.PRODUCERS);
  assert.deepEqual(new Set(Object.values(mirror.PRODUCERS)), new Set(owner.DECISION_KINDS));
});

test('neither list can be changed by whoever reads it', () => {
  assert.ok(Object.isFrozen(mirror.ISOLATION_VALUES));
  assert.ok(Object.isFrozen(mirror.PRODUCERS));
});
