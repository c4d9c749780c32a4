import { heardAnswer } from '../core/run/heard-answer.js';
import type { LedgerFailure } from '../core/channels/failures.js';
import type { PlanNotFound } from '../core/phase/failures.js';
import { fail, ok, type Result } from '../core/result.js';
import type { NothingToResolve, PhaseHeld } from '../core/run/failures.js';
import type { WorldFailure } from '../core/world-failures.js';
import type { MergeState } from '../world/merging.js';
import type { DispatchRow, RunRow } from '../world/store/port.js';
import type { World } from '../world/world.js';
import { latestRun } from './completed-plans.js';
import { isHome, isOpen } from './dispatch-state.js';
import { ledgerWord } from './ledger-word.js';
import { salvageRef } from './leftovers.js';
import type { RecoveryPorts } from './salvage-attempt.js';
import { workElsewhere } from './work-elsewhere.js';

type Ports = Pick<RecoveryPorts, 'checkout'> & { readonly world: World };
type Refused = LedgerFailure | PlanNotFound | NothingToResolve | PhaseHeld | WorldFailure;

/** How far a plan whose work waits to be brought home is (`msd run resolve`, DESIGN §8). */
export interface Resolving {
  readonly dispatch: DispatchRow;
  readonly run: RunRow;
  /** The commit that it is merged with: what is home. */
  readonly onto: string;
  readonly state: MergeState;
  /** It was begun by this call. */
  readonly begun: boolean;
  /** Where what was uncommitted in the worktree was put before the merge began; null: there was nothing. */
  readonly salvaged: string | null;
}

/**
 * Opens the conflict of a plan with what is home in its own worktree, or looks at it again. All it goes by is the ledger
 * and git's own state of the merge, so that it may be killed at any point and called again.
 */
export async function resolvePlan(ports: Ports, plan: string): Promise<Result<Resolving, Refused>> {
  const { git } = ports.world;
  const found = findWaiting(ports, plan);
  if (!found.ok) return found;
  const { dispatch, run, onto: ref } = found.value;
  const onto = (await git.resolve(ports.checkout, ref)) ?? ports.checkout.head;
  const branch = dispatch.branch ?? '';
  const elsewhere = await workElsewhere(git, ports.checkout, branch);
  if (elsewhere !== null) {
    const kept = { ref: elsewhere, branch };
    return fail({ reason: 'nothing-to-resolve', plan, why: 'elsewhere', phase: dispatch.phase, kept });
  }
  const ready = await haveWorktree(ports, dispatch);
  if (!ready.ok) return ready;
  const own = await git.history(ports.checkout, dispatch.base, `refs/heads/${dispatch.branch}`);
  if (own.commits.length === 0)
    return fail({ reason: 'nothing-to-resolve', plan, why: 'no-work', phase: dispatch.phase });
  const seen = await git.mergeState(dispatch.worktree);
  if (!seen.ok) return seen;
  const known = { dispatch, run, onto };
  if (seen.value.kind !== 'none' || (await isMerged(ports, dispatch, onto)))
    return ok({ ...known, state: seen.value, begun: false, salvaged: null });
  const kept = salvageRef(dispatch.run, ports.world.files.folderName(dispatch.plan), dispatch.attempt);
  const saved = await git.salvage(dispatch.worktree, kept, `Left uncommitted by the agent of plan ${dispatch.plan}`);
  if (!saved.ok) return saved;
  const state = await git.beginMerge(dispatch.worktree, onto);
  if (!state.ok) return state;
  return ok({ ...known, state: state.value, begun: true, salvaged: saved.value === null ? null : kept });
}

/** The latest attempt at a plan, where its agent has said "done" and its work is not home. */
function findWaiting(
  { world, checkout }: Ports,
  plan: string,
): Result<{ readonly dispatch: DispatchRow; readonly run: RunRow; readonly onto: string }, Refused> {
  const runs = world.store.runs({});
  if (!runs.ok) return runs;
  let latest: { readonly dispatch: DispatchRow; readonly run: RunRow } | null = null;
  const known = new Set<string>();
  for (const run of runs.value) {
    const dispatches = world.store.dispatches(run.id);
    if (!dispatches.ok) return dispatches;
    for (const dispatch of dispatches.value) {
      if (dispatch.plan === plan && dispatch.state !== 'delegated') latest = { dispatch, run };
      if (isOpen(dispatch)) known.add(dispatch.plan);
    }
  }
  if (latest === null) return fail({ reason: 'plan-not-found', phase: '', plan, known: [...known] });
  const { dispatch } = latest;
  const { phase } = dispatch;
  const held = runs.value.find((run) => run.phase === phase && run.alive);
  if (held) return fail({ reason: 'phase-held', phase, run: held.id, pid: held.pid, since: held.startedAt });
  const nothing = (why: NothingToResolve['why']) =>
    fail<NothingToResolve>({ reason: 'nothing-to-resolve', plan, why, phase });
  if (isHome(dispatch)) return nothing('home');
  if (!isOpen(dispatch)) return nothing('failed');
  if (dispatch.isolation === 'none' || dispatch.branch === null) return nothing('in-checkout');
  return ok({
    ...latest,
    onto: homeOf(
      runs.value.filter((run) => run.phase === phase),
      checkout,
    ),
  });
}

/** Where the next run of the phase would merge: the integration branch that has not landed, else the user's branch. */
function homeOf(runs: readonly RunRow[], checkout: Ports['checkout']): string {
  const latest = latestRun(runs, checkout);
  return latest === undefined ? 'HEAD' : `refs/heads/${latest.integrationBranch}`;
}

/** Its worktree, made again where somebody removed it. Only for a plan whose agent has answered "done". */
async function haveWorktree({ world, checkout }: Ports, dispatch: DispatchRow): Promise<Result<null, Refused>> {
  const attempt = await world.agents.look(dispatch.attemptDir);
  const word = attempt.kind === 'ended' ? ledgerWord(world.store, dispatch.id, attempt.end) : null;
  if (word !== null && !word.ok) return word;
  const answer = attempt.kind === 'ended' && word !== null ? heardAnswer(attempt.end, word.value) : null;
  const { plan, phase, branch, worktree, run } = dispatch;
  if (answer?.kind !== 'done') return fail({ reason: 'nothing-to-resolve', plan, why: 'unfinished', phase });
  if (world.files.exists(worktree)) return ok(null);
  const base = await world.git.resolve(checkout, `refs/heads/${branch}`);
  if (base === null) return fail({ reason: 'nothing-to-resolve', plan, why: 'failed', phase });
  const spec = { checkout, path: worktree, branch: branch ?? '', base, copy: [], owner: { run, plan }, reopen: true };
  const made = await world.git.createWorktree(spec);
  return made.ok ? ok(null) : made;
}

/** The plan's branch holds what is home already (the merge was made, here or by hand), or is home itself and not recorded. */
async function isMerged({ world, checkout }: Ports, dispatch: DispatchRow, onto: string): Promise<boolean> {
  const { git } = world;
  const branch = `refs/heads/${dispatch.branch}`;
  return (await git.isAncestor(checkout, onto, branch)) || (await git.isAncestor(checkout, branch, onto));
}
