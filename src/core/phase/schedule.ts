import { type ClaimGroup, claimGroups } from './file-claims.js';
import { type Ancestors, findAncestors } from './levels.js';
import type { PlanId } from './plan-id.js';
import type { PhaseIndex, PlanEntry } from './plan-index.js';

/** What a run is asked to do with a phase. */
export interface ScheduleOptions {
  /** `--plan`: only these; absent for all. Ids that the phase does not have are left out of account. */
  readonly plans?: readonly PlanId[] | undefined;
  /** `--wave`: only plans of this wave. */
  readonly wave?: number | undefined;
  /** Plans worked on at once. */
  readonly jobs: number;
  /** `dag`: a plan starts when its own dependencies are home. `wave`: when every plan of the waves before is settled. */
  readonly mode: 'dag' | 'wave';
  /** Plans that are complete by the ledger, besides those that are by their summaries. */
  readonly completed: ReadonlySet<PlanId>;
}

export interface Schedule {
  readonly mode: 'dag' | 'wave';
  readonly jobs: number;
  /** In plan order, every plan of the phase. */
  readonly plans: readonly ScheduledPlan[];
  /** Who meets whom on which files, by position in `plans`; only plans that run. */
  readonly groups: readonly ClaimGroup[];
  /** Positions of the plans that run, in the order in which they are started where nothing else decides: dependencies first. */
  readonly order: readonly number[];
}

export interface ScheduledPlan {
  readonly id: PlanId;
  /** `dag`: its level. `wave`: its level or the wave it declares, whichever is later. null where it has none. */
  readonly wave: number | null;
  readonly action: 'run' | 'skip' | 'blocked';
  readonly reason: ScheduleReason;
  /** Dependencies that run before it. */
  readonly after: readonly PlanId[];
  /** Earlier plans it must not run beside, with the paths on which they meet; the nearest ones. */
  readonly apartFrom: readonly { readonly plan: PlanId; readonly paths: readonly string[] }[];
  /** Nobody knows what it touches: nothing runs beside it. */
  readonly alone: boolean;
}

/** Why a plan runs, is skipped or is blocked. */
export type ScheduleReason =
  | { readonly code: 'runs' | 'complete' | 'not-chosen' }
  /** It cannot run whatever the others do: `PlanEntry.stuck`. */
  | { readonly code: 'stuck'; readonly why: NonNullable<PlanEntry['stuck']> }
  /** What it depends on is not complete and does not run: plan ids, or a phase's directory. */
  | { readonly code: 'dependencies'; readonly names: readonly string[] };

/** Earlier plans named for one plan, and paths named for each. */
const APART_LIMIT = 20;
const PATHS_LIMIT = 10;

/** Decides for every plan of a phase whether it runs, and what it waits for. */
export function planSchedule(index: PhaseIndex, options: ScheduleOptions): Schedule {
  const { plans } = index;
  const positions = new Map(plans.map((plan, at) => [plan.id, at]));
  const inside = plans.map((plan) => plan.dependsOn.map((id) => positions.get(id)).filter((at) => at !== undefined));
  const waves = options.mode === 'wave' ? barriers(plans, inside) : plans.map((plan) => plan.wave);
  const order = plans.map((_, at) => at).filter((at) => waves[at] !== null);
  order.sort((a, b) => (waves[a] ?? 0) - (waves[b] ?? 0) || a - b);

  const isComplete = (plan: PlanEntry) => plan.status === 'complete' || options.completed.has(plan.id);
  const chosen = options.plans === undefined ? null : new Set(options.plans);
  const decided: Pick<ScheduledPlan, 'action' | 'reason'>[] = [];
  const decide = (at: number): Pick<ScheduledPlan, 'action' | 'reason'> => {
    const plan = plans[at] as PlanEntry;
    if (isComplete(plan)) return { action: 'skip', reason: { code: 'complete' } };
    if (chosen?.has(plan.id) === false || (options.wave !== undefined && waves[at] !== options.wave))
      return { action: 'skip', reason: { code: 'not-chosen' } };
    if (plan.stuck !== null) {
      const parked = plan.stuck === 'superseded' || plan.stuck === 'plan-status-parked';
      return { action: parked ? 'skip' : 'blocked', reason: { code: 'stuck', why: plan.stuck } };
    }
    const names = (inside[at] ?? [])
      .filter((one) => !isComplete(plans[one] as PlanEntry) && decided[one]?.action !== 'run')
      .map((one) => plans[one]?.id as string);
    for (const { phase, plan: id, complete } of plan.dependsOnOutside)
      if (!complete && (id === null || positions.has(id) || !options.completed.has(id))) names.push(id ?? phase);
    return names.length > 0
      ? { action: 'blocked', reason: { code: 'dependencies', names } }
      : { action: 'run', reason: { code: 'runs' } };
  };
  for (const at of order) decided[at] = decide(at);
  // Plans in a cycle or behind one have no place in the order; they do not run, so their order does not matter.
  plans.forEach((_, at) => {
    decided[at] ??= decide(at);
  });

  const runs = (at: number) => decided[at]?.action === 'run';
  const claims = plans.map((plan, at) =>
    runs(at) && plan.filesKnown ? [...plan.filesModified, ...plan.filesCreated, ...plan.filesDeleted] : [],
  );
  const groups = claimGroups(claims, index.ignoreCase);
  const running = order.filter(runs);
  const apart = apartness(
    groups,
    running,
    groups.length > 0 ? findAncestors(inside, order) : null,
    waves,
    options.mode,
  );
  return {
    mode: options.mode,
    jobs: options.jobs,
    groups,
    order: running,
    plans: plans.map((plan, at): ScheduledPlan => {
      const { action, reason } = decided[at] ?? { action: 'blocked', reason: { code: 'dependencies', names: [] } };
      const run = action === 'run';
      return {
        id: plan.id,
        wave: waves[at] ?? null,
        action,
        reason,
        after: run ? (inside[at] ?? []).filter(runs).map((one) => plans[one]?.id as PlanId) : [],
        apartFrom: [...(apart.get(at) ?? [])].map(([one, paths]) => ({ plan: plans[one]?.id as PlanId, paths })),
        alone: run && !plan.filesKnown,
      };
    }),
  };
}

/** Waves as barriers: a declared wave (counted from 0 where some plan declares 0) only delays. null as in the index. */
function barriers(plans: readonly PlanEntry[], inside: readonly (readonly number[])[]): readonly (number | null)[] {
  const first = plans.some((plan) => plan.declaredWave === 0) ? 1 : 0;
  const waves: (number | null)[] = plans.map(() => null);
  const byLevel = plans.map((_, at) => at).filter((at) => plans[at]?.wave != null);
  byLevel.sort((a, b) => (plans[a]?.wave ?? 0) - (plans[b]?.wave ?? 0));
  for (const at of byLevel) {
    let wave = (plans[at]?.declaredWave ?? 0) + first;
    for (const dependency of inside[at] ?? []) wave = Math.max(wave, (waves[dependency] ?? 0) + 1);
    waves[at] = Math.max(1, wave);
  }
  return waves;
}

/** For each plan the nearest earlier ones it meets on a file, where no dependency keeps them apart already. */
function apartness(
  groups: readonly ClaimGroup[],
  order: readonly number[],
  ancestors: Ancestors | null,
  waves: readonly (number | null)[],
  mode: 'dag' | 'wave',
): ReadonlyMap<number, ReadonlyMap<number, readonly string[]>> {
  const ranks = new Map(order.map((at, rank) => [at, rank]));
  const found = new Map<number, Map<number, string[]>>();
  for (const group of groups) {
    const there = [
      ...group.owners.map((plan) => ({ plan, path: group.path, owner: true })),
      ...group.members.map((member) => ({ ...member, owner: false })),
    ].sort((a, b) => (ranks.get(a.plan) ?? 0) - (ranks.get(b.plan) ?? 0));
    there.forEach((one, i) => {
      const mine = found.get(one.plan) ?? new Map<number, string[]>();
      for (let j = i - 1; j >= 0 && mine.size < APART_LIMIT && i - j < APART_LIMIT * 4; j--) {
        const other = there[j];
        if (other === undefined || other.plan === one.plan || !(one.owner || other.owner)) continue;
        if (ancestors?.related(one.plan, other.plan) || (mode === 'wave' && waves[one.plan] !== waves[other.plan]))
          continue;
        const paths = mine.get(other.plan) ?? [];
        const path = one.owner ? other.path : one.path;
        if (paths.length < PATHS_LIMIT && !paths.includes(path)) paths.push(path);
        mine.set(other.plan, paths);
      }
      if (mine.size > 0) found.set(one.plan, mine);
    });
  }
  return found;
}
