import { fail, ok, type Result } from '../../core/result.js';
import type { WorldFailure } from '../../core/world-failures.js';
import type { Checkout, FastForwardOutcome } from './port.js';
import { operationInProgress } from './checkout.js';
import { filesInTheWay } from './files-in-the-way.js';
import type { Git } from './git.js';
import { isAncestor } from './history.js';
import { clearOurLandingLocks, noteLanding } from './landing-note.js';
import { listWorktrees } from './list-worktrees.js';
import { readRef, swapRef } from './refs.js';

/** Writing the files of a large change on a slow disk. */
const LAND_MS = 30 * 60_000;

/**
 * Brings a branch, and the files of the checkout where it is checked out, to a commit ahead of it; or touches nothing. A
 * branch that is checked out nowhere is only moved. Never a stash, a hook or a merge commit.
 */
export async function fastForward(
  git: Git,
  checkout: Checkout,
  branch: string,
  to: string,
): Promise<Result<FastForwardOutcome, WorldFailure>> {
  const cwd = checkout.root;
  const ref = `refs/heads/${branch}`;
  const tip = await readRef(git, cwd, ref);
  if (tip === null) {
    return fail({
      reason: 'git-failed',
      args: ['rev-parse', ref],
      exitCode: 1,
      stderr: `there is no branch ${branch}`,
    });
  }
  if (await isAncestor(git, checkout, to, tip)) return ok({ kind: 'already' });
  if (!(await isAncestor(git, checkout, tip, to))) return ok({ kind: 'diverged', tip });
  const head = await git(['symbolic-ref', '--quiet', 'HEAD'], { cwd, accept: [0, 1] });
  if (!head.ok) return head;
  const current = head.value.exitCode === 0 ? head.value.stdout.trimEnd() : null;
  if (current === ref) return advanceCheckout(git, checkout, tip, to);
  const elsewhere = (await listWorktrees(git, checkout)).some((worktree) => worktree.branch === branch);
  if (elsewhere) return ok({ kind: 'switched', branch: current?.replace(/^refs\/heads\//, '') ?? null });
  return ok((await swapRef(git, cwd, ref, to, tip)) ? { kind: 'moved', from: tip } : { kind: 'diverged', tip });
}

async function advanceCheckout(
  git: Git,
  checkout: Checkout,
  tip: string,
  to: string,
): Promise<Result<FastForwardOutcome, WorldFailure>> {
  clearOurLandingLocks(checkout);
  const operation = operationInProgress(checkout.gitDir);
  if (operation !== null) return fail({ reason: 'operation-in-progress', dir: checkout.root, operation });
  const looked = await filesInTheWay(git, checkout, tip, to);
  if (!looked.ok) return looked;
  if (looked.value.inTheWay.length > 0) return ok({ kind: 'blocked-by-files', files: looked.value.inTheWay });
  const note = noteLanding(checkout, tip, to);
  try {
    if (looked.value.alreadyThere.length > 0) {
      // Files that hold what is coming, byte for byte: an earlier landing died between writing files and index, or the
      // person copied them over. Once the index knows them, git sees nothing in its way.
      const input = looked.value.alreadyThere.map((entry) => `${entry}\0`).join('');
      const known = await git(['update-index', '-z', '--index-info'], {
        cwd: checkout.root,
        input,
        onStart: note.started,
      });
      if (!known.ok) return known;
    }
    const merged = await git(
      [
        'merge',
        '--ff-only',
        '--quiet',
        '--no-autostash',
        '--no-overwrite-ignore',
        '--no-verify-signatures',
        '--no-stat',
        '--no-squash',
        to,
      ],
      { cwd: checkout.root, timeoutMs: LAND_MS, onStart: note.started },
    );
    if (merged.ok) return ok({ kind: 'moved', from: tip });
    const now = await readRef(git, checkout.root, 'HEAD');
    return now === tip || now === null ? merged : ok({ kind: 'diverged', tip: now });
  } finally {
    note.done();
  }
}
