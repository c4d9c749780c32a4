import type { PlanId } from './plan-id.js';
import type { PlanEntry, PlanStatus } from './plan-index.js';
import type { PlanRecord } from './plan-record.js';
import type { ProblemCode } from './problems.js';
import type { PlanDependencies } from './resolve-dependencies.js';
import { planMeaning } from './status-words.js';
import type { SummaryState } from './summaries.js';

export type PlanState = Pick<PlanEntry, 'status' | 'blockedBy' | 'stuck' | 'runnable'>;

/** Stuck plans named for one plan besides its own dependencies. */
const STUCK_LIMIT = 50;

/**
 * How far each plan is, and what keeps it from running.
 * @param blocked positions of plans with a problem that blocks them, each with its code
 * @param order plans whose dependencies come before them (`Levels.order`)
 */
export function planStates(
  records: readonly PlanRecord[],
  summaries: readonly SummaryState[],
  dependencies: readonly PlanDependencies[],
  blocked: ReadonlyMap<number, ProblemCode>,
  order: readonly number[],
): readonly PlanState[] {
  const complete = (at: number) => summaries[at] === 'complete';
  const why = records.map((record, at) => stuckReason(record, summaries[at] ?? null, blocked.get(at) ?? null));
  const idOf = (at: number) => records[at]?.plan.id as PlanId;
  const stuck = stuckBehind(dependencies, order, (at) => why[at] !== null, complete);
  return records.map((record, at) => {
    const { inside, waitsOutside } = dependencies[at] ?? { inside: [], waitsOutside: [] };
    const waits = inside.filter((dependency) => !complete(dependency));
    const behind = (stuck[at] ?? []).filter((one) => !waits.includes(one));
    const blockedBy = complete(at) ? [] : [...[...waits, ...behind].map(idOf), ...new Set(waitsOutside)];
    return {
      status: statusOf(record, summaries[at] ?? null, blocked.has(at)),
      blockedBy,
      stuck: why[at] ?? null,
      runnable: !complete(at) && why[at] === null && blockedBy.length === 0,
    };
  });
}

function stuckReason(record: PlanRecord, summary: SummaryState, blocked: ProblemCode | null): PlanEntry['stuck'] {
  const meaning = planMeaning(record.fields.status);
  if (summary === 'complete') return null;
  if (meaning === 'superseded') return 'superseded';
  if (summary === 'halted' || summary === 'blocked') return summary;
  if (summary !== null) return summary === 'partial' ? 'summary-not-done' : 'summary-status';
  if (blocked !== null) return blocked;
  return meaning === 'open' ? null : `plan-status-${meaning}`;
}

function statusOf(record: PlanRecord, summary: SummaryState, blocked: boolean): PlanStatus {
  if (summary === 'complete') return 'complete';
  if (planMeaning(record.fields.status) === 'superseded') return 'superseded';
  if (summary === 'halted' || summary === 'blocked') return summary;
  return blocked ? 'blocked' : 'incomplete';
}

/** For each plan the nearest stuck plans on the ways down from it: those that a person must see to. */
function stuckBehind(
  dependencies: readonly PlanDependencies[],
  order: readonly number[],
  isStuck: (at: number) => boolean,
  isComplete: (at: number) => boolean,
): readonly (readonly number[])[] {
  const found: (readonly number[])[] = [];
  for (const at of order) {
    const nearest = new Set<number>();
    for (const dependency of dependencies[at]?.inside ?? []) {
      if (isComplete(dependency)) continue;
      for (const one of isStuck(dependency) ? [dependency] : (found[dependency] ?? []))
        if (nearest.size < STUCK_LIMIT) nearest.add(one);
    }
    found[at] = [...nearest];
  }
  return found;
}
