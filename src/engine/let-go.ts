import type { LiveAttempt, RunSession } from './run-session.js';

/**
 * Lets go of the worktree and the branch of a plan that is home and has nothing of its own any more: in the background,
 * since nobody waits for it. The run's end does (`tidied`); after a crash recovery does the same.
 * @param merged where the branch stands; one that has moved since is left
 */
export function letGo(session: RunSession, attempt: LiveAttempt, merged: string): void {
  const done = releaseBoth(session, attempt, merged)
    .catch((error: unknown) => kept(session, attempt, (error as Error).message))
    .finally(() => session.tidying.delete(done));
  session.tidying.add(done);
}

/** Everything that was let go so far is gone. */
export async function tidied(session: RunSession): Promise<void> {
  await Promise.all(session.tidying);
}

async function releaseBoth(session: RunSession, attempt: LiveAttempt, merged: string): Promise<void> {
  const { git } = session.world;
  const released = await git.releaseWorktree(session.checkout, attempt.dir);
  if (!released.ok) return kept(session, attempt, released.error.reason);
  await git.updateRef(session.checkout, `refs/heads/${attempt.dispatch.branch}`, null, merged);
}

function kept(session: RunSession, { dir }: LiveAttempt, why: string): void {
  session.emit({ type: 'notice', code: 'worktree-kept', message: `${dir} could not be let go: ${why}` });
}
