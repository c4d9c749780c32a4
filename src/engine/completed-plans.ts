import type { PlanId } from '../core/phase/plan-id.js';
import type { Checkout } from '../world/git/port.js';
import type { RunRow } from '../world/store/port.js';
import type { World } from '../world/world.js';

type Ports = Pick<World, 'store' | 'git'>;

/**
 * Plans of a phase whose commitment is fulfilled and whose work is in one of these commits (DESIGN §8). What the user has
 * since taken off the branch is not complete.
 * @returns the commits of each
 */
export async function completedPlans(
  world: Ports,
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

async function isIn(world: Ports, checkout: Checkout, commit: string, within: readonly string[]): Promise<boolean> {
  for (const rev of within) if (await world.git.isAncestor(checkout, commit, rev)) return true;
  return false;
}

/** The run that the next one of its phase would take up, if it is not at its end: the latest from this branch and checkout. */
export const latestRun = (runs: readonly RunRow[], checkout: Checkout): RunRow | undefined =>
  runs.filter((run) => isFromHere(run, checkout)).at(-1);

/** Started from this checkout, on the branch that it is on. */
export const isFromHere = (run: RunRow, checkout: Checkout): boolean =>
  run.branch === checkout.branch && run.checkout === checkout.root;

/** The plans that a run started now would find home: on the user's branch, or on a branch that has not landed yet. */
export async function plansAtHome(world: Ports, checkout: Checkout, phase: string): Promise<ReadonlySet<PlanId>> {
  const runs = world.store.runs({ phase });
  const latest = runs.ok ? latestRun(runs.value, checkout) : undefined;
  const waiting = latest ? [`refs/heads/${latest.integrationBranch}`] : [];
  return new Set((await completedPlans(world, checkout, phase, [...waiting, 'HEAD'])).keys());
}
