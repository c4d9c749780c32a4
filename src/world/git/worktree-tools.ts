import { join } from 'node:path';
import { fail, ok, type Result } from '../../core/result.js';
import type { WorldFailure } from '../../core/world-failures.js';
import type { Checkout } from '../world.js';
import { findCheckout } from './checkout.js';
import { createGit } from './git.js';
import { listRefs, readRef, swapRef } from './refs.js';
import { releaseWorktree } from './release-worktree.js';
import { salvage } from './salvage.js';
import { surveyWorktrees, type SurveyedWorktree } from './survey-worktrees.js';
import { sweepTrash } from './trash.js';

/** Everything that `msd worktree` does, for one checkout. */
export interface WorktreeTools {
  readonly checkout: Checkout;
  survey(): Promise<readonly SurveyedWorktree[]>;
  /** Lets one go that the survey found free, and its branch where no work is only there. The reason, where it cannot. */
  letGo(worktree: SurveyedWorktree): Promise<Result<null, WorldFailure>>;
  /** Puts what is only in this worktree on a ref. Null where there is nothing. */
  save(worktree: SurveyedWorktree): Promise<Result<Saved | null, WorldFailure>>;
  /** What is kept on salvage refs. */
  saved(): Promise<readonly { readonly ref: string; readonly oid: string }[]>;
  /** Finishes deletions that were interrupted. @returns how many */
  sweep(): Promise<number>;
}

export interface Saved {
  readonly ref: string;
  readonly oid: string;
  /** Files that were not committed. */
  readonly paths: readonly string[];
  /** Commits that no other ref held. */
  readonly commits: readonly string[];
}

export const SALVAGE_PREFIX = 'refs/msd/salvage';

/**
 * @param dir inside the checkout
 * @param msd the project's `.msd/`
 */
export async function openWorktreeTools(
  dir: string,
  msd: string,
  env: Readonly<Record<string, string | undefined>>,
): Promise<Result<WorktreeTools, WorldFailure>> {
  const git = createGit(env);
  const found = await findCheckout(git, dir);
  if (!found.ok) return found;
  const checkout = found.value;
  return ok({
    checkout,
    survey: () => surveyWorktrees(git, checkout, join(msd, 'runs')),
    async letGo(worktree) {
      if (worktree.keeps.length > 0)
        return fail({ reason: 'file-unwritable', path: worktree.path, cause: worktree.keeps.join(', ') });
      const done = await releaseWorktree(checkout, worktree.path);
      if (!done.ok) return done;
      const { branch, head, owner } = worktree;
      if (branch !== null && head !== null && branch === owner?.branch)
        await swapRef(git, checkout.root, `refs/heads/${branch}`, null, head);
      return ok(null);
    },
    async save(worktree) {
      const { owner, path, head, unmerged } = worktree;
      if (owner === null) return ok(null);
      const ref = `${SALVAGE_PREFIX}/${owner.branch.split('/').slice(1).join('/')}/by-hand`;
      const files = await salvage(git, path, ref, `Saved from the worktree of plan ${owner.plan}, run ${owner.run}`);
      if (!files.ok) return files;
      if (files.value !== null) return ok({ ref, ...files.value, commits: unmerged });
      if (unmerged.length === 0 || head === null) return ok(null);
      const before = await readRef(git, checkout.root, ref);
      const spot = before === null || before === head ? ref : `${ref}-${head.slice(0, 12)}`;
      await swapRef(git, checkout.root, spot, head, await readRef(git, checkout.root, spot));
      return ok({ ref: spot, oid: head, paths: [], commits: unmerged });
    },
    saved: () => listRefs(git, checkout.root, SALVAGE_PREFIX),
    sweep: () => sweepTrash(checkout.commonDir),
  });
}
