import type { Result } from '../core/result.js';
import type { WorldFailure } from '../core/world-failures.js';

/**
 * A merge that a person mends in a worktree by git's own means (`msd run resolve`, DESIGN §8). Each act may be done again
 * after it was killed half way.
 */
export interface MergingWorld {
  /** How far the merge in a worktree is; a git that a killed msd left at work there is waited for. Reads only. */
  mergeState(dir: string): Promise<Result<MergeState, WorldFailure>>;
  /**
   * Begins to merge a commit, markers in the files, nothing committed. Tracked files are brought back to HEAD first, and
   * untracked ones in the way removed: the caller has salvaged both.
   */
  beginMerge(dir: string, theirs: string): Promise<Result<MergeState, WorldFailure>>;
  /** Commits a merge in which nothing is undecided; the user's hooks run. */
  concludeMerge(dir: string, message: string): Promise<Result<null, WorldFailure>>;
  /** Gives the merge up: the files are as its branch has them. */
  abandonMerge(dir: string): Promise<Result<null, WorldFailure>>;
}

export type MergeState =
  | { readonly kind: 'none' }
  | {
      readonly kind: 'open';
      readonly theirs: string;
      /** Paths that were in conflict, as far as git has not been told of their decision yet. */
      readonly files: readonly string[];
      readonly undecided: readonly Undecided[];
    }
  /** The commit is there; git's note of the merge was not cleared away. */
  | { readonly kind: 'committed' };

/** A path that is still in conflict. */
export interface Undecided {
  readonly path: string;
  /** `no-marker`: git left one side's file, or none (binary, deleted on one side): only `git add` or `git rm` says more. */
  readonly why: 'marker' | 'no-marker';
}
