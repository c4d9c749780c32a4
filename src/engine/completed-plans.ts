import type { PlanId } from '../core/phase/plan-id.js';
import type { Checkout, World } from '../world/world.js';

/**
 * Plans of a phase whose commitment is fulfilled and whose work is in one of these commits (DESIGN §8). What the user has
 * since taken off the branch is not complete.
 * @returns the commits of each
 */
export async function completedPlans(
  world: World,
  checkout: Checkout,
  phase: string,
  within: readonly string[],
): Promise<ReadonlyMap<PlanId, readonly string[]>> {
  const completed = new Map<PlanId, readonly string[]>();
  const runs = world.store.runs({ phase });
  for (const run of runs.ok ? runs.value : []) {
    const dispatches = world.store.dispatches(run.id);
    for (const { plan, state, answer } of dispatches.ok ? dispatches.value : []) {
      if (state !== 'fulfilled' || answer?.type !== 'DONE' || completed.has(plan)) continue;
      if (answer.merged === null || (await isIn(world, checkout, answer.merged, within)))
        completed.set(plan, answer.commits);
    }
  }
  return completed;
}

async function isIn(world: World, checkout: Checkout, commit: string, within: readonly string[]): Promise<boolean> {
  for (const rev of within) if (await world.git.isAncestor(checkout, commit, rev)) return true;
  return false;
}
