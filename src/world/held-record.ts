import { decisionFor } from '#hooks/lib/isolation-sentinel.js';
import type { DecisionRecord, DecisionScope, SentinelEntry } from '#hooks/lib/types.js';

/**
 * The record that holds a scope: usable, and made from what is not on disk, so that nothing but a new decision replaces it.
 * One of the plan comes before one of its phase, then the latest counts. A run is held by its own records and by those
 * without a run; where no run is asked for, by any.
 */
export function heldRecord(
  entries: readonly SentinelEntry[],
  scope: DecisionScope,
  now: number,
): DecisionRecord | null {
  const held = entries.filter(({ record }) => {
    if (record?.decidedBy.kind !== 'caller') return false;
    if (scope.plan === null && record.scope.plan !== null) return false;
    return scope.run === null || record.scope.run === null || record.scope.run === scope.run;
  });
  const sentinel = { path: '', present: true, problem: null, entries: held };
  return decisionFor(sentinel, { phase: scope.phase, plan: scope.plan }, now).record;
}
