import type { PlanId } from './plan-id.js';
import type { Schedule } from './schedule.js';

/**
 * Where a plan of a run is. `paused`: it waits for a person, and needs no place meanwhile. `home`: its work is merged.
 * `failed` and `blocked`: it will not be, in this run.
 */
export type RunState = 'waiting' | 'running' | 'paused' | 'home' | 'failed' | 'blocked';

export interface ReadyPlans {
  /** To be started now, in order; no more than there are free places. */
  readonly start: readonly PlanId[];
  /** Waiting plans that cannot run any more, each with the dependencies that failed or are blocked. */
  readonly blocked: readonly { readonly plan: PlanId; readonly by: readonly PlanId[] }[];
}

/**
 * What may start now. A plan starts when its dependencies are home; in mode `wave` also every plan of an earlier wave must
 * be settled. Of two plans that touch the same files the earlier goes first, and the later waits until it is home or will
 * not be; a plan that touches nobody knows what waits for all earlier ones, and all later ones wait for it. Since the order
 * puts dependencies first, the first plan that is not settled can always go on: a run ends.
 * @param states of the plans that run; a plan without one is waiting
 */
export function readyPlans(schedule: Schedule, states: ReadonlyMap<PlanId, RunState>): ReadyPlans {
  const { plans, order, groups } = schedule;
  const stateOf = (id: PlanId): RunState => states.get(id) ?? 'waiting';
  const places = placesOf(schedule);
  const owners = groups.map(() => 0);
  const members = groups.map(() => 0);
  const blocked: { plan: PlanId; by: readonly PlanId[] }[] = [];
  const blockedNow = new Set<PlanId>();
  const start: PlanId[] = [];
  let free = schedule.jobs - order.filter((at) => stateOf(plans[at]?.id as PlanId) === 'running').length;
  /** Plans before this one that are not settled; one of them alone; the lowest wave among them. */
  let earlier = 0;
  let aloneEarlier = false;
  let lowestWave = Number.POSITIVE_INFINITY;

  for (const at of order) {
    const plan = plans[at];
    if (plan === undefined) continue;
    const state = stateOf(plan.id);
    if (state === 'waiting') {
      const by = plan.after.filter((id) => blockedNow.has(id) || stateOf(id) === 'failed' || stateOf(id) === 'blocked');
      if (by.length > 0) {
        blocked.push({ plan: plan.id, by });
        blockedNow.add(plan.id);
        continue;
      }
      const meets = (places[at] ?? []).some(
        ({ group, owner }) => (owners[group] ?? 0) > 0 || (owner && (members[group] ?? 0) > 0),
      );
      const waits =
        aloneEarlier ||
        (plan.alone && earlier > 0) ||
        (schedule.mode === 'wave' && lowestWave < (plan.wave ?? 0)) ||
        meets ||
        plan.after.some((id) => stateOf(id) !== 'home');
      if (!waits && free > 0) {
        start.push(plan.id);
        free--;
      }
    } else if (state !== 'running' && state !== 'paused') continue;
    earlier++;
    aloneEarlier ||= plan.alone;
    lowestWave = Math.min(lowestWave, plan.wave ?? 0);
    for (const { group, owner } of places[at] ?? []) {
      const held = owner ? owners : members;
      held[group] = (held[group] ?? 0) + 1;
    }
  }
  return { start, blocked };
}

interface Place {
  readonly group: number;
  readonly owner: boolean;
}

const PLACES = new WeakMap<Schedule, readonly (readonly Place[])[]>();

/** For each plan the groups it is in; once in each, as owner if it is both. */
function placesOf(schedule: Schedule): readonly (readonly Place[])[] {
  const known = PLACES.get(schedule);
  if (known) return known;
  const places: Place[][] = schedule.plans.map(() => []);
  schedule.groups.forEach(({ owners, members }, group) => {
    for (const at of owners) places[at]?.push({ group, owner: true });
    const seen = new Set(owners);
    for (const { plan } of members) {
      if (seen.has(plan)) continue;
      seen.add(plan);
      places[plan]?.push({ group, owner: false });
    }
  });
  PLACES.set(schedule, places);
  return places;
}
