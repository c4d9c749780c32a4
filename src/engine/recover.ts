import type { Repair } from '../core/run/repair.js';
import type { PlanId } from '../core/phase/plan-id.js';
import type { DispatchRow, RunRow } from '../world/store/port.js';
import type { ListedWorktree } from '../world/git/port.js';
import { isHome } from './dispatch-state.js';
import type { RunSession } from './run-session.js';
import { type RecoveryPorts, salvageAttempt } from './salvage-attempt.js';
import { recoverNotices } from './tell-primary.js';

/**
 * Settles what earlier runs of this phase left that belongs to no plan still to be run: worktrees and branches of plans
 * that are home, worktrees that no dispatch knows, what killed processes were writing. What is left of plans still to be
 * run is settled when their turn comes.
 */
export async function recover(session: RunSession): Promise<readonly Repair[]> {
  const { world, row } = session;
  const repairs: Repair[] = [];
  const runs = world.store.runs({ phase: row.phase });
  if (!runs.ok) return repairs;
  const ours = runs.value.filter((run) => run.id === row.id || !run.alive);
  const branches = await msdBranches(session);
  const known: string[] = [];
  for (const run of ours) {
    const dispatches = world.store.dispatches(run.id);
    for (const dispatch of dispatches.ok ? dispatches.value : []) {
      known.push(dispatch.worktree);
      if (isHome(dispatch)) repairs.push(...(await tidyHome(session, dispatch, branches, false)));
    }
  }
  repairs.push(...(await settleStrays(session, ours, known, false)));
  repairs.push(...(await sweep(session, session.paths.msd, false)));
  repairs.push(...recoverNotices(world, false));
  for (const repair of repairs) session.emit({ type: 'repaired', ...repair });
  return repairs;
}

/** Every branch that may be msd's with its commit, asked for once: a ledger may hold thousands of dispatches. */
export async function msdBranches({ world, checkout }: RecoveryPorts): Promise<ReadonlyMap<string, string>> {
  const refs = await world.git.refs(checkout, 'refs/heads/msd*/**');
  return new Map(refs.map(({ ref, oid }) => [ref, oid]));
}

/**
 * A crash between the merge and the clean-up leaves worktree and branch; both hold only what is home.
 * @param branches as `msdBranches` answers
 */
export async function tidyHome(
  ports: RecoveryPorts,
  dispatch: DispatchRow,
  branches: ReadonlyMap<string, string>,
  dryRun: boolean,
): Promise<Repair[]> {
  if (dispatch.isolation === 'none' || dispatch.branch === null) return [];
  const tip = branches.get(`refs/heads/${dispatch.branch}`) ?? null;
  if (tip === null && !ports.world.files.exists(dispatch.worktree)) return [];
  const base = dispatch.answer?.merged && tip ? tip : dispatch.base;
  if (!dryRun) await salvageAttempt(quietly(ports), { ...dispatch, base });
  return [
    { rule: 'home-tidied', subject: dispatch.plan, action: 'its worktree and branch were let go: its work is home' },
  ];
}

/** Worktrees of these runs that no dispatch knows. */
export async function settleStrays(
  ports: RecoveryPorts,
  runs: readonly RunRow[],
  known: readonly string[],
  dryRun: boolean,
): Promise<Repair[]> {
  const ids = new Set(runs.map((run) => run.id));
  const repairs: Repair[] = [];
  for (const worktree of await ports.world.git.worktrees(ports.checkout)) {
    const { owner, path } = worktree;
    if (!owner || !ids.has(owner.run) || known.includes(path)) continue;
    if (!dryRun) await salvageAttempt(ports, strayPlace(worktree, owner));
    const action = `${path} was let go: no dispatch is on record for it`;
    repairs.push({ rule: 'worktree-without-dispatch', subject: owner.plan, action });
  }
  return repairs;
}

function strayPlace({ path, branch }: ListedWorktree, owner: { readonly run: string; readonly plan: PlanId }) {
  const attempt = { attempt: 0, attemptDir: `${path}/.msd-no-attempt`, isolation: 'orchestrator-worktree', base: '' };
  return { ...owner, ...attempt, branch, worktree: path };
}

/** What killed processes were writing or held. */
export async function sweep(
  { world, checkout }: RecoveryPorts,
  msd: string,
  dryRun: boolean,
): Promise<readonly Repair[]> {
  const swept = await world.git.sweep(checkout, msd, dryRun);
  return swept.map((subject) => ({ rule: 'leavings-removed', subject, action: 'left by a process that ended' }));
}

/** The repair is told once, by whoever asked for it. */
const quietly = (ports: RecoveryPorts): RecoveryPorts => ({
  world: ports.world,
  checkout: ports.checkout,
  emit: (event) => {
    if (event.type !== 'repaired') ports.emit(event);
  },
});
