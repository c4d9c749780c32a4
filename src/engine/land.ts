import { reflogAction } from './agent-environment.js';
import { environmentFault } from '../core/run/environment.js';
import { shellWord } from '../core/run/shell-word.js';
import { noticeCheckoutChanges } from './checkout-changes.js';
import type { RunSession } from './run-session.js';

/** What became of an attempt to land. */
export type Landing =
  | { readonly kind: 'landed' | 'nothing' | 'by-choice' }
  | { readonly kind: 'left'; readonly reason: string; readonly next: string };

/** The landing at the end of a run, as `--land` says (DESIGN §8). */
export async function landAtEnd(session: RunSession): Promise<Landing> {
  const { row, options } = session;
  await noticeCheckoutChanges(session);
  await findEscapes(session);
  if (session.escaped) {
    const next = `git merge ${shellWord(row.integrationBranch)}`;
    return leave(session, 'an agent committed outside its worktree', next);
  }
  const tip = await session.world.git.resolve(session.checkout, session.integrationRef);
  if (tip === null || tip === session.row.base) return { kind: 'nothing' };
  if (await session.world.git.isAncestor(session.checkout, tip, `refs/heads/${row.branch}`)) return { kind: 'landed' };
  if (options.land !== 'ff') {
    session.emit({
      type: 'not-landed',
      branch: row.branch,
      integrationBranch: row.integrationBranch,
      reason: `--land ${options.land}`,
      next: `git merge ${shellWord(row.integrationBranch)}`,
    });
    return { kind: 'by-choice' };
  }
  return landNow(session);
}

/** An agent that failed may have committed outside its worktree as well: such a commit stops the landing too. */
async function findEscapes(session: RunSession): Promise<void> {
  for (const attempt of session.attempts.values()) {
    if (!attempt.isolated || session.escaped) continue;
    const { git } = session.world;
    const mark = reflogAction(attempt.dispatch);
    const marked = [
      ...(await git.markedCommits(session.checkout, session.startHead, mark)),
      ...(await git.markedElsewhere(session.checkout, mark)).flatMap((place) => place.commits),
    ];
    if (marked.length === 0) continue;
    session.escaped = true;
    session.emit({
      type: 'notice',
      code: 'escaped',
      message: `the agent of ${attempt.plan.id} committed ${marked.map((c) => c.slice(0, 12)).join(', ')} outside its worktree`,
    });
  }
}

/**
 * Brings the integration branch to the user's branch: fast-forward where that has not moved, a merge where that is clean,
 * else nothing is touched and the one command is said. Dirty files are never touched.
 */
export async function landNow(session: RunSession): Promise<Landing> {
  const { world, checkout, row } = session;
  const { git } = world;
  for (let tries = 0; tries < 3; tries++) {
    const tip = await git.resolve(checkout, `refs/heads/${row.branch}`);
    const ours = await git.resolve(checkout, session.integrationRef);
    if (tip === null)
      return leave(
        session,
        `branch ${row.branch} is gone`,
        `git branch ${shellWord(row.branch)} ${row.integrationBranch}`,
      );
    if (ours === null) return { kind: 'nothing' };
    if (await git.isAncestor(checkout, ours, tip)) {
      session.expectedHead = tip;
      return { kind: 'landed' };
    }
    const ahead = await git.isAncestor(checkout, tip, ours);
    let to = ours;
    if (!ahead) {
      const merged = await git.integrate(checkout, {
        ref: session.integrationRef,
        theirs: tip,
        message: `Merge the work of phase ${row.phase}\n\nRun ${row.id}; ${row.branch} had moved meanwhile.`,
        theirsFirst: true,
      });
      if (!merged.ok)
        return leave(session, because(session, merged.error), `git merge ${shellWord(row.integrationBranch)}`);
      if (merged.value.kind === 'conflict')
        return leave(
          session,
          `${row.branch} moved and conflicts in ${merged.value.files.join(', ')}`,
          `git merge ${shellWord(row.integrationBranch)}`,
        );
      to = merged.value.oid;
    }
    const moved = await git.fastForward(checkout, row.branch, to);
    if (!moved.ok)
      return leave(session, because(session, moved.error), `git merge --ff-only ${shellWord(row.integrationBranch)}`);
    switch (moved.value.kind) {
      case 'moved':
        session.expectedHead = to;
        session.emit({
          type: 'landed',
          branch: row.branch,
          from: moved.value.from,
          to,
          how: ahead ? 'fast-forward' : 'merge',
        });
        return { kind: 'landed' };
      case 'already':
        session.expectedHead = to;
        return { kind: 'landed' };
      case 'diverged':
        continue;
      case 'blocked-by-files':
        return leave(
          session,
          `uncommitted files are in the way: ${moved.value.files.slice(0, 10).join(', ')}`,
          `git merge --ff-only ${shellWord(row.integrationBranch)}`,
        );
      case 'switched':
        return leave(
          session,
          `the checkout is on ${moved.value.branch ?? 'no branch'} now, not on ${row.branch}`,
          `git switch ${shellWord(row.branch)} && git merge --ff-only ${shellWord(row.integrationBranch)}`,
        );
    }
  }
  return leave(session, `${row.branch} kept moving`, `git merge ${shellWord(row.integrationBranch)}`);
}

/** Why git could not do it; where the disk is at fault, so is the run's end. */
function because(session: RunSession, failure: { readonly reason: string }): string {
  const fault = environmentFault(failure);
  if (fault !== null) session.fault = fault;
  return fault ?? failure.reason;
}

function leave(session: RunSession, reason: string, next: string): Landing {
  const { row } = session;
  session.emit({ type: 'not-landed', branch: row.branch, integrationBranch: row.integrationBranch, reason, next });
  return { kind: 'left', reason, next };
}
