import type { DispatchRow } from '../world/world.js';
import { salvageAttempt } from './resume-plan.js';
import type { RunSession } from './run-session.js';

/** One thing that was found and mended: a rule of a closed list, what it was about, what was done (DESIGN §13). */
export interface Repair {
  readonly rule: 'home-tidied' | 'worktree-without-dispatch' | 'run-abandoned';
  readonly subject: string;
  readonly action: string;
}

/**
 * Settles what earlier runs of this phase left that belongs to no plan still to be run: worktrees and branches of plans
 * that are home, worktrees that no dispatch knows. What is left of plans still to be run is settled when their turn comes.
 */
export async function recover(session: RunSession): Promise<readonly Repair[]> {
  const { world, checkout, row } = session;
  const repairs: Repair[] = [];
  const runs = world.store.runs({ phase: row.phase });
  if (!runs.ok) return repairs;
  const known = new Set<string>();
  for (const run of runs.value) {
    if (run.id !== row.id && run.alive) continue;
    const dispatches = world.store.dispatches(run.id);
    for (const dispatch of dispatches.ok ? dispatches.value : []) {
      known.add(dispatch.worktree);
      if (dispatch.state === 'fulfilled' && (await tidy(session, dispatch)))
        repairs.push({
          rule: 'home-tidied',
          subject: dispatch.plan,
          action: 'its worktree and branch were let go: its work is home',
        });
    }
  }
  const ids = new Set(runs.value.filter((run) => run.id === row.id || !run.alive).map((run) => run.id));
  for (const worktree of await world.git.worktrees(checkout)) {
    if (!worktree.owner || !ids.has(worktree.owner.run) || known.has(worktree.path)) continue;
    const released = await world.git.releaseWorktree(checkout, worktree.path);
    if (released.ok)
      repairs.push({
        rule: 'worktree-without-dispatch',
        subject: worktree.owner.plan,
        action: `${worktree.path} was let go: no agent had worked in it`,
      });
  }
  for (const repair of repairs) session.emit({ type: 'repaired', ...repair });
  return repairs;
}

/** A crash between the merge and the clean-up leaves worktree and branch; both hold only what is home. */
async function tidy(session: RunSession, dispatch: DispatchRow): Promise<boolean> {
  const { git, files } = session.world;
  if (dispatch.isolation === 'none' || dispatch.branch === null) return false;
  const tip = await git.resolve(session.checkout, `refs/heads/${dispatch.branch}`);
  const there = files.exists(dispatch.worktree);
  if (tip === null && !there) return false;
  await salvageAttempt(session, { ...dispatch, base: dispatch.answer?.merged && tip ? tip : dispatch.base });
  return true;
}
