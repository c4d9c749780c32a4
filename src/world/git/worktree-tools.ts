import { join } from 'node:path';
import { fail, ok, type Result } from '../../core/result.js';
import { elsewhereRef } from '../../core/run/elsewhere-ref.js';
import type { WorldFailure } from '../../core/world-failures.js';
import type { Checkout } from './port.js';
import { findCheckout } from './checkout.js';
import { createGit, type Git, must, nulParts } from './git.js';
import { listRefs, readRef, swapRef } from './refs.js';
import { releaseWorktree } from './release-worktree.js';
import { salvage } from './salvage.js';
import { surveyWorktrees, type SurveyedWorktree } from './survey-worktrees.js';
import { sweepTrash } from './trash.js';
import type { WorktreeOwner } from './worktree-record.js';

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
  /** Whether a salvage ref holds what a run or a person saved from this worktree. */
  isSavedFrom(worktree: SurveyedWorktree, ref: string): boolean;
  /** Commits with the first line of what they say, in the order given; at most 200. */
  commits(oids: readonly string[]): Promise<readonly CommitLine[]>;
  /** Finishes deletions that were interrupted. @returns how many */
  sweep(): Promise<number>;
}

export interface CommitLine {
  readonly oid: string;
  readonly subject: string;
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
      const { branch, head, owner } = worktree;
      if (owner !== null && head !== null && branch !== owner.branch) {
        const ref = elsewhereRef(owner.branch);
        await swapRef(git, checkout.root, ref, head, await readRef(git, checkout.root, ref));
      }
      const done = await releaseWorktree(checkout, worktree.path);
      if (!done.ok) return done;
      if (branch !== null && head !== null && branch === owner?.branch)
        await swapRef(git, checkout.root, `refs/heads/${branch}`, null, head);
      return ok(null);
    },
    async save(worktree) {
      const { owner, path, head, unmerged } = worktree;
      if (owner === null) return ok(null);
      const ref = `${savedBelow(owner)}/by-hand`;
      const files = await salvage(git, path, ref, `Saved from the worktree of plan ${owner.plan}, run ${owner.run}`);
      if (!files.ok) return files;
      if (files.value !== null) return ok({ ref, ...files.value, commits: unmerged });
      if (unmerged.length === 0 || head === null) return ok(null);
      const before = await readRef(git, checkout.root, ref);
      const spot = before === null || before === head ? ref : `${ref}-${head.slice(0, 12)}`;
      await swapRef(git, checkout.root, spot, head, await readRef(git, checkout.root, spot));
      return ok({ ref: spot, oid: head, paths: [], commits: unmerged });
    },
    isSavedFrom(worktree, ref) {
      const place = worktree.owner && savedBelow(worktree.owner);
      return place !== null && (ref === place || ref.startsWith(`${place}/`));
    },
    commits: (oids) => commitLines(git, checkout.root, oids),
    saved: () => listRefs(git, checkout.root, SALVAGE_PREFIX),
    sweep: () => sweepTrash(checkout.commonDir),
  });
}

/** Where what was saved from the worktrees of a plan in a run is kept. */
const savedBelow = ({ branch }: WorktreeOwner): string =>
  `${SALVAGE_PREFIX}/${branch.split('/').slice(1).join('/').replace(/@\d+$/, '')}`;

async function commitLines(git: Git, cwd: string, oids: readonly string[]): Promise<readonly CommitLine[]> {
  if (oids.length === 0) return [];
  const args = ['log', '--no-walk=unsorted', '-z', '--format=%H %s', ...oids.slice(0, 200)];
  return nulParts(must(await git(args, { cwd })).stdout).map((line) => ({
    oid: line.slice(0, line.indexOf(' ')),
    subject: line.slice(line.indexOf(' ') + 1),
  }));
}
