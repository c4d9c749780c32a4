import { join } from 'node:path';
import process from 'node:process';
import { branchName } from '../../core/run/branch-name.js';
import type { GitWorld } from './port.js';
import { adoptWorktree } from './adopt-worktree.js';
import { findCheckout } from './checkout.js';
import { commitPaths } from './commit-paths.js';
import { changedFrom, restoreSnapshot, snapshotCommonDir } from './common-dir.js';
import { dropRecordedSnapshot, recordedSnapshot, recordSnapshot } from './common-dir-record.js';
import { committedConflicts } from './committed-conflicts.js';
import { createWorktree } from './create-worktree.js';
import { fingerprint, readDirt } from './dirt.js';
import { fastForward } from './fast-forward.js';
import { createGit } from './git.js';
import { sweepHalfRegistered } from './half-registered.js';
import { changesBetween, commitsBetween, historySince, isAncestor, resolveCommit } from './history.js';
import { hooksMissing } from './hooks-missing.js';
import { integrate } from './integrate.js';
import { listWorktrees, worktreeHead } from './list-worktrees.js';
import { abandonMerge, beginMerge, concludeMerge, mergeState } from './merging.js';
import { noteSetup } from './note-setup.js';
import { waitForOrphans } from './orphans.js';
import { markedCommits, markedElsewhere } from './reflog.js';
import { isLinkPushed } from './pushed-link.js';
import { listRefs, swapRef } from './refs.js';
import { releaseWorktree } from './release-worktree.js';
import { salvage } from './salvage.js';
import { sweepRefLocks } from './stale-ref-locks.js';
import { trackedFiles } from './tracked-files.js';
import { removeEmptyFolder, sweepTrash } from './trash.js';
import { clearOurLandingLocks } from './landing-note.js';
import { sweepLeavings } from '../sweep.js';

export interface GitWorldOptions {
  /** The caller's environment; default this process's. */
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly now?: () => Date;
}

/** The real git. */
export function createGitWorld(options: GitWorldOptions = {}): GitWorld {
  const git = createGit(options.env ?? process.env);
  const now = options.now ?? (() => new Date());
  return {
    checkout: (dir) => findCheckout(git, dir),
    resolve: (checkout, rev) => resolveCommit(git, checkout, rev),
    isAncestor: (checkout, ancestor, descendant) => isAncestor(git, checkout, ancestor, descendant),
    hasFile: trackedFiles(git),
    markedCommits: async (checkout, since, mark) => markedCommits(checkout, since, mark),
    markedElsewhere: async (checkout, mark) => markedElsewhere(checkout, mark),
    branchName,
    commits: (checkout, base, head) => commitsBetween(git, checkout, base, head),
    history: (checkout, base, head) => historySince(git, checkout, base, head),
    changes: (checkout, from, to) => changesBetween(git, checkout, from, to),
    committedConflicts: (checkout, from, to) => committedConflicts(git, checkout, from, to),
    isLinkPushed: (places, link) => isLinkPushed(git, places, link),
    dirt: (dir) => readDirt(git, dir),
    fingerprint: (dir) => fingerprint(git, dir),
    updateRef: (checkout, ref, to, expected) => swapRef(git, checkout.root, ref, to, expected),
    refs: (checkout, prefix) => listRefs(git, checkout.root, prefix),
    createWorktree: (spec) => createWorktree(git, spec, now()),
    noteSetup: (dir) => noteSetup(git, dir),
    worktreeHead: (path) => worktreeHead(git, path),
    worktrees: (checkout) => listWorktrees(git, checkout),
    adoptWorktree: (checkout, worktree, owner) => adoptWorktree(checkout, worktree, owner, now()),
    releaseWorktree: (checkout, path) => releaseWorktree(checkout, path),
    commitPaths: (dir, paths, message) => commitPaths(git, dir, paths, message),
    salvage: (dir, ref, message) => salvage(git, dir, ref, message),
    integrate: (checkout, request) => integrate(git, checkout, request),
    fastForward: (checkout, branch, to) => fastForward(git, checkout, branch, to),
    mergeState: (dir) => mergeState(git, dir),
    beginMerge: (dir, theirs) => beginMerge(git, dir, theirs),
    concludeMerge: (dir, message) => concludeMerge(git, dir, message),
    abandonMerge: (dir) => abandonMerge(git, dir),
    waitForOrphans,
    async sweep(checkout, msd, dryRun = false) {
      const { commonDir, gitDir, branchPrefix } = checkout;
      if (!dryRun) {
        await sweepTrash(commonDir);
        clearOurLandingLocks(checkout);
        removeEmptyFolder(join(commonDir, 'worktrees'));
      }
      const entries = await sweepHalfRegistered(commonDir, dryRun);
      const locks = sweepRefLocks(commonDir, branchPrefix, dryRun);
      return [...entries, ...locks, ...sweepLeavings({ msd, commonDir, gitDir }, dryRun)];
    },
    guardCommonDir: async (checkout) => snapshotCommonDir(checkout),
    restoreCommonDir: async (snapshot, dryRun = false) =>
      dryRun ? changedFrom(snapshot) : restoreSnapshot(snapshot, now().toISOString()),
    recordCommonDir: (run, snapshot) => (snapshot === null ? dropRecordedSnapshot(run) : recordSnapshot(run, snapshot)),
    recordedCommonDir: (run, checkout, until) => recordedSnapshot(run, checkout, until),
    hooksMissing: (checkout, worktree) => hooksMissing(git, checkout, worktree),
  };
}
