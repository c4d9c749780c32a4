import type { RepairRule } from '../core/run/repair.js';
import type { DispatchRow } from '../world/store/port.js';
import { salvageRef } from './leftovers.js';
import type { RunSession } from './run-session.js';

/** Where an attempt worked, as far as what it left there goes. */
export type AttemptPlace = Pick<
  DispatchRow,
  'run' | 'plan' | 'attempt' | 'attemptDir' | 'isolation' | 'base' | 'branch' | 'worktree'
>;

/** What settling what a run left needs, with a session or without one. */
export type RecoveryPorts = Pick<RunSession, 'world' | 'checkout' | 'emit'>;

/**
 * Ends what still runs of an attempt, moves what it left (commits, uncommitted files) to a salvage ref, then lets its
 * worktree and branch go. Nothing is discarded: the ref is said.
 * @param rule what this is a case of; it is reported where anything was done
 */
export async function salvageAttempt(
  ports: RecoveryPorts,
  place: AttemptPlace,
  rule: RepairRule = 'attempt-salvaged',
): Promise<void> {
  const { git, files, agents } = ports.world;
  await agents.reap(place.attemptDir);
  if (place.isolation === 'none' || place.branch === null) return;
  const branchRef = `refs/heads/${place.branch}`;
  const tip = await git.resolve(ports.checkout, branchRef);
  const there = files.exists(place.worktree);
  const known = (await git.worktrees(ports.checkout)).find((one) => one.path === place.worktree);
  if (tip === null && !there && !known) return;
  const ref = salvageRef(place.run, files.folderName(place.plan), place.attempt);
  let kept: string | null = null;
  if (there) {
    const saved = await git.salvage(place.worktree, ref, `Left by attempt ${place.attempt} at plan ${place.plan}`);
    if (!saved.ok) {
      ports.emit({
        type: 'notice',
        code: 'worktree-kept',
        message: `${place.worktree} could not be salvaged (${saved.error.reason}) and was left as it is`,
      });
      return;
    }
    if (saved.value) kept = ref;
  }
  for (const commit of await tips(ports, place, tip)) kept = (await keep(ports, ref, commit)) ?? kept;
  const released = await git.releaseWorktree(ports.checkout, place.worktree);
  if (!released.ok) return;
  if (tip !== null) await git.updateRef(ports.checkout, branchRef, null, tip);
  ports.emit({
    type: 'repaired',
    rule,
    subject: place.plan,
    action: kept
      ? `what attempt ${place.attempt} left is on ${kept}`
      : `attempt ${place.attempt} had left nothing; its worktree was let go`,
  });
}

/** Commits that only this attempt's branch or its worktree's HEAD may hold: an agent may have detached it or switched. */
async function tips(ports: RecoveryPorts, place: AttemptPlace, tip: string | null): Promise<readonly string[]> {
  const head = await ports.world.git.worktreeHead(place.worktree);
  const own = head === null || head.branch === null ? [head?.oid] : [];
  return [...new Set([tip, ...own])].filter((oid): oid is string => typeof oid === 'string' && oid !== place.base);
}

/** Keeps a commit on the ref, or beside it where that holds something else. @returns the ref; null: it was kept already */
async function keep({ world, checkout }: RecoveryPorts, ref: string, commit: string): Promise<string | null> {
  const { git } = world;
  const before = await git.resolve(checkout, ref);
  if (before !== null && (await git.isAncestor(checkout, commit, before))) return null;
  const forward = before === null || (await git.isAncestor(checkout, before, commit));
  const spot = forward ? ref : `${ref}-${commit.slice(0, 12)}`;
  await git.updateRef(checkout, spot, commit, await git.resolve(checkout, spot));
  return spot;
}
