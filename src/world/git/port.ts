import type { PlanId } from '../../core/phase/plan-id.js';
import type { Result } from '../../core/result.js';
import type { FileUnwritable, WorldFailure } from '../../core/world-failures.js';
import type { MergingWorld } from '../merging.js';

/** Everything the engine asks of git. Nothing here runs a hook of the user’s unless it says so. */
export interface GitWorld extends MergingWorld {
  /** The checkout that holds `dir`. Fails for no git, an old git, no repository, a bare one, an unborn branch. */
  checkout(dir: string): Promise<Result<Checkout, WorldFailure>>;
  /** Full hash of a revision, or null where it names nothing. */
  resolve(checkout: Checkout, rev: string): Promise<string | null>;
  isAncestor(checkout: Checkout, ancestor: string, descendant: string): Promise<boolean>;
  /** Commits of `base..head`, oldest first. */
  commits(checkout: Checkout, base: string, head: string): Promise<readonly string[]>;
  /** The same, and where the two parted. */
  history(checkout: Checkout, base: string, head: string): Promise<History>;
  /** Whether a commit's tree holds a file. `path` relative to the repository's root. */
  hasFile(checkout: Checkout, commit: string, path: string): Promise<boolean>;
  /**
   * Commits that the checkout's HEAD has stood on since it stood on `since`, as far as their reflog entries carry `mark`
   * (agents commit with `GIT_REFLOG_ACTION` set): what an agent committed outside its worktree.
   */
  markedCommits(checkout: Checkout, since: string, mark: string): Promise<readonly string[]>;
  /** What carries the mark in the repository's other checkouts that are no agent's (the main one, lanes). */
  markedElsewhere(checkout: Checkout, mark: string): Promise<readonly MarkedElsewhere[]>;
  /** A branch name for an attempt: legal, at most 100 bytes, its own also on disks that fold case. */
  branchName(run: string, plan: PlanId, attempt: number, prefix?: string): string;
  /** Files that differ between two commits, renames found. Paths relative to the checkout, read NUL-separated. */
  changes(checkout: Checkout, from: string, to: string): Promise<readonly FileChange[]>;
  /** Files that hold an unmended conflict in `to` and held none in `from`. */
  committedConflicts(checkout: Checkout, from: string, to: string): Promise<readonly string[]>;
  /** Whether the commit that a link names is on some remote of the repository at that path, in one of these checkouts. */
  isLinkPushed(places: readonly string[], link: { readonly path: string; readonly oid: string }): Promise<boolean>;
  /** What is not committed in a checkout or worktree. */
  dirt(dir: string): Promise<Result<Dirt, WorldFailure>>;

  /** The uncommitted files of a checkout, each with a mark that changes when its contents do; empty where that cannot be told. */
  fingerprint(dir: string): Promise<ReadonlyMap<string, string>>;

  /** Creates a ref, or moves it from `expected` (null: must not exist). False where another got there first. */
  updateRef(checkout: Checkout, ref: string, to: string | null, expected: string | null): Promise<boolean>;
  refs(checkout: Checkout, prefix: string): Promise<readonly { readonly ref: string; readonly oid: string }[]>;

  /**
   * Registers a worktree under the repository's lock, populates it outside the lock, copies the listed ignored files,
   * and verifies toplevel, branch, HEAD and cleanness before it answers.
   */
  createWorktree(spec: WorktreeSpec): Promise<Result<Worktree, WorldFailure>>;
  /** What is not committed in a fresh worktree now, the setup command having run, is nobody's work while it stays as it is. */
  noteSetup(dir: string): Promise<Result<null, WorldFailure>>;
  /** HEAD commit and branch of a worktree as they really are, or null where the directory is gone. */
  worktreeHead(path: string): Promise<WorktreeHead | null>;
  worktrees(checkout: Checkout): Promise<readonly ListedWorktree[]>;
  /**
   * Records whose a worktree is that a host made for an agent of a run: from then on it is listed, kept and let go as those
   * that msd makes. Fails where the path is no linked worktree, or is another plan's.
   */
  adoptWorktree(
    checkout: Checkout,
    worktree: Pick<Worktree, 'path' | 'branch' | 'base'>,
    owner: WorktreeSpec['owner'],
  ): Result<null, WorldFailure>;
  /** Renamed away, pruned, deleted in the background; links are removed as links. Never looks inside: the caller has salvaged. */
  releaseWorktree(checkout: Checkout, path: string): Promise<Result<null, WorldFailure>>;

  /** Commits exactly these paths of a worktree on its branch (a user's pre-commit hook runs). Null: nothing to commit. */
  commitPaths(dir: string, paths: readonly string[], message: string): Promise<Result<string | null, WorldFailure>>;
  /** Puts everything uncommitted of a worktree (untracked too, ignored not) on `ref` by a temporary index; null: nothing. */
  salvage(
    dir: string,
    ref: string,
    message: string,
  ): Promise<Result<{ readonly oid: string; readonly paths: readonly string[] } | null, WorldFailure>>;

  /** Tries the merge without touching any checkout and, where clean, advances `ref` by compare-and-swap. */
  integrate(checkout: Checkout, request: IntegrateRequest): Promise<Result<IntegrateOutcome, WorldFailure>>;
  /** Brings a checkout's branch to `to`, which must descend from its tip: fast-forward of files and branch, or untouched. */
  fastForward(checkout: Checkout, branch: string, to: string): Promise<Result<FastForwardOutcome, WorldFailure>>;

  /** Waits for git commands that a killed process of msd had started: they go on without it. */
  waitForOrphans(pid: number): Promise<void>;
  /**
   * Removes what killed processes of msd left and nobody will use: temporary files, locks, deletions half done, empty
   * folders for worktrees. What may belong to a living process stays. `dryRun`: only says it. @returns absolute paths
   */
  sweep(checkout: Checkout, msd: string, dryRun?: boolean): Promise<readonly string[]>;

  /** Fingerprint of the common directory's `config` and `hooks/`, kept whole so that a change can be undone. */
  guardCommonDir(checkout: Checkout): Promise<CommonDirSnapshot>;
  /** Restores what differs from the snapshot and names it. `dryRun`: only names it. */
  restoreCommonDir(snapshot: CommonDirSnapshot, dryRun?: boolean): Promise<readonly string[]>;
  /** Keeps the snapshot in the run's folder, for the case that the run dies while its agents work; null: it is over. */
  recordCommonDir(run: string, snapshot: CommonDirSnapshot | null): Result<null, FileUnwritable>;
  /** What a dead run recorded, with what changed since `until` (milliseconds: the end of its last agent); null: nothing. */
  recordedCommonDir(run: string, checkout: Checkout, until: number): CommonDirSnapshot | null;
  /** Hooks of the repository that are in the person's checkout and not in a worktree (`core.hooksPath`), by their folder. */
  hooksMissing(checkout: Checkout, worktree: string): Promise<string | null>;
}

/** A checkout as it was when it was asked for: its folders, its branch, where HEAD stands. */
export interface Checkout {
  /** Top level of the checkout (the linked worktree's, where started from one). */
  readonly root: string;
  readonly gitDir: string;
  readonly commonDir: string;
  /** Top level of the main checkout; null where the main repository is bare. */
  readonly mainRoot: string | null;
  readonly linked: boolean;
  /** The branch HEAD names, short; null when detached. */
  readonly branch: string | null;
  readonly head: string;
  /** merge, rebase, cherry-pick, revert, bisect; null for none. */
  readonly operation: string | null;
  /** Paths of submodules and of other repositories inside the checkout, whose files its commits cannot hold; relative. */
  readonly submodules: readonly string[];
  /** First part of the names of msd's branches: `msd`, or another where a branch of that very name exists. */
  readonly branchPrefix: string;
}

/** Commits of an agent in a checkout that is not its worktree. */
export interface MarkedElsewhere {
  readonly root: string;
  readonly commits: readonly string[];
}

/** Where a worktree really stands. */
export interface WorktreeHead {
  readonly oid: string;
  readonly branch: string | null;
  /** merge, rebase, cherry-pick, revert, bisect under way in it; null for none. */
  readonly operation: string | null;
}

/** What a commit has beyond another. */
export interface History {
  /** Oldest first. */
  readonly commits: readonly string[];
  /** The best common ancestor (of several, the one that git names); null for unrelated histories. */
  readonly fork: string | null;
}

/** A file that differs between two commits. */
export interface FileChange {
  readonly path: string;
  readonly kind: 'added' | 'modified' | 'deleted';
  /** The path an added file had before; it is then not listed as deleted. Null for none. */
  readonly renamedFrom: string | null;
  /** The commit that it links to in a repository of its own (a submodule); null for a file and for what is deleted. */
  readonly link: string | null;
}

/** What is uncommitted in a checkout. Paths relative to its top, forward slashes. */
export interface Dirt {
  /** Tracked files that differ from HEAD, staged or not. */
  readonly tracked: readonly string[];
  readonly untracked: readonly string[];
}

/** A worktree to be made. */
export interface WorktreeSpec {
  readonly checkout: Checkout;
  readonly path: string;
  /** Short branch name; must not exist, unless `reopen`. */
  readonly branch: string;
  readonly base: string;
  /** The branch is there, at `base`, and its worktree is gone. */
  readonly reopen?: boolean;
  /** Globs of ignored files to bring along (`worktrees.copy`), relative to the top of the repository. */
  readonly copy: readonly string[];
  readonly owner: { readonly run: string; readonly plan: PlanId };
}

/** A worktree that was made, as it was verified. */
export interface Worktree {
  readonly path: string;
  readonly branch: string;
  readonly base: string;
  /** Files that `copy` names and that did not come along: no plain files of the checkout, or not ignored in the worktree. */
  readonly notCopied: readonly string[];
}

/** A worktree that git knows. */
export interface ListedWorktree {
  readonly path: string;
  readonly branch: string | null;
  readonly head: string | null;
  /** From the record msd wrote when it made the worktree, never from a name. */
  readonly owner: { readonly run: string; readonly plan: PlanId } | null;
  readonly missing: boolean;
}

/** A commit to be brought into a branch without a checkout. */
export interface IntegrateRequest {
  /** Full ref name, e.g. `refs/heads/msd/r-…/integration`. */
  readonly ref: string;
  readonly theirs: string;
  readonly message: string;
  /** A tip of `ref` that is known not to hold `theirs`: while it is the tip, that is not asked again. */
  readonly lacking?: string;
  /** The merge commit's first parent is `theirs`: seen from there, the ref's work came in. Default: the ref's tip. */
  readonly theirsFirst?: boolean;
}

/** What came of it. `already`: the branch held it. A conflict names its files and changes nothing. */
export type IntegrateOutcome =
  | { readonly kind: 'merged'; readonly oid: string; readonly before: string }
  | { readonly kind: 'already'; readonly oid: string }
  | { readonly kind: 'conflict'; readonly files: readonly string[] };

/** What came of moving a branch, and its checkout with it, to a commit that descends from it. */
export type FastForwardOutcome =
  | { readonly kind: 'moved'; readonly from: string }
  | { readonly kind: 'already' }
  /** The branch is not an ancestor of `to`, or not where it was. */
  | { readonly kind: 'diverged'; readonly tip: string }
  /** Uncommitted files in the way: nothing was touched. */
  | { readonly kind: 'blocked-by-files'; readonly files: readonly string[] }
  /** The branch is not the one checked out there any more. */
  | { readonly kind: 'switched'; readonly branch: string | null };

/** Opaque to the engine. */
export interface CommonDirSnapshot {
  readonly commonDir: string;
  readonly files: ReadonlyMap<string, Buffer | null>;
  readonly modes: ReadonlyMap<string, number>;
}
