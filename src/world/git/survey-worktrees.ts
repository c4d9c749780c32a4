import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { keepReasons, type KeepReason, type WorktreeFacts } from '../../core/run/worktree-keep.js';
import { provenDead } from '../process-identity.js';
import { runningIn } from '../processes/running-in.js';
import type { Checkout } from './port.js';
import { operationInProgress } from './checkout.js';
import { readDirt } from './dirt.js';
import { type Git, nulParts } from './git.js';
import { listWorktrees, worktreeHead } from './list-worktrees.js';
import { findRegistration, isHandedOver, registrations, type WorktreeOwner } from './worktree-record.js';

/** A linked worktree, whose it is, and what is in it that is nowhere else. */
export interface SurveyedWorktree extends WorktreeFacts {
  readonly path: string;
  readonly branch: string | null;
  readonly head: string | null;
  /** As on record; null where msd did not make it. */
  readonly owner: WorktreeOwner | null;
  /** Its folder is gone. */
  readonly missing: boolean;
  /** Why it is kept; empty: it holds nothing that is not elsewhere. */
  readonly keeps: readonly KeepReason[];
}

const UNKNOWN = { unmerged: [], uncommitted: [], untracked: [], operation: null, innerRepositories: [] };

/**
 * Looks at every linked worktree of the repository. Reads only.
 * @param runs the folder of the runs (`.msd/runs`), where it is on record which agents live
 */
export async function surveyWorktrees(
  git: Git,
  checkout: Checkout,
  runs: string,
): Promise<readonly SurveyedWorktree[]> {
  const listed = await listWorktrees(git, checkout);
  const surveyed: SurveyedWorktree[] = [];
  // Two of them that hold the same commit must not each count as the other's safe place.
  const passing = registrations(checkout.commonDir).flatMap((entry) => (entry.owner ? [entry.owner.branch] : []));
  for (const { path, branch, head, missing } of listed) {
    const entry = findRegistration(checkout.commonDir, path);
    if (entry === null) continue;
    const { owner, gitDir } = entry;
    const inUse = owner !== null && (!provenDead(owner) || runningIn(join(runs, owner.run), path));
    const halfMade = owner !== null && !isHandedOver(gitDir);
    const facts =
      missing || halfMade
        ? { ...UNKNOWN, unmerged: await onlyThere(git, checkout, head, [...passing, branch]), unreadable: false }
        : await contents(git, checkout, path, gitDir, passing);
    const all = { ours: owner !== null, inUse, ...facts };
    surveyed.push({ path, branch, head, owner, missing, ...all, keeps: keepReasons(all) });
  }
  return surveyed;
}

async function contents(git: Git, checkout: Checkout, path: string, gitDir: string, passing: readonly string[]) {
  try {
    const head = await worktreeHead(git, path);
    const dirt = await readDirt(git, path);
    if (!dirt.ok) return { ...UNKNOWN, unreadable: true };
    return {
      unmerged: head === null ? [] : await onlyThere(git, checkout, head.oid, [...passing, head.branch]),
      uncommitted: dirt.value.tracked,
      untracked: dirt.value.untracked,
      operation: operationInProgress(gitDir),
      innerRepositories: await innerWithCommits(git, path),
      unreadable: false,
    };
  } catch {
    return { ...UNKNOWN, unreadable: true };
  }
}

/**
 * Commits of `head` that no branch (those in `passing` do not count), tag, remote or salvage ref holds, and whose content is not in the checkout's HEAD
 * either (a squash-merge brings content home without the commits). Oldest first.
 */
async function onlyThere(
  git: Git,
  checkout: Checkout,
  head: string | null,
  passing: readonly (string | null)[],
): Promise<readonly string[]> {
  if (head === null) return [];
  const own = passing.filter((branch) => branch !== null).map((branch) => `--exclude=${branch}`);
  const others = [...own, '--branches', '--tags', '--remotes', '--glob=refs/msd/salvage/*'];
  const args = ['rev-list', '--reverse', '--topo-order', head, '--not', ...others];
  const listed = await git(args, { cwd: checkout.root });
  if (!listed.ok) throw new Error(listed.error.reason);
  const commits = listed.value.stdout.split('\n').filter(Boolean);
  if (commits.length === 0) return [];
  const merge = ['merge-tree', '--write-tree', '-z', '--name-only', '--no-messages', checkout.head, head];
  const tried = await git(merge, { cwd: checkout.root, accept: [0, 1, 128] });
  const tree = await git(['rev-parse', '--verify', `${checkout.head}^{tree}`], { cwd: checkout.root });
  const isHome =
    tried.ok && tree.ok && tried.value.exitCode === 0 && nulParts(tried.value.stdout)[0] === tree.value.stdout.trim();
  return isHome ? [] : commits;
}

/** Inner repositories that git does not ignore are among the untracked already; ignored ones can hold commits too. */
async function innerWithCommits(git: Git, path: string): Promise<readonly string[]> {
  const listed = await git(['ls-files', '-z', '--others', '--ignored', '--exclude-standard', '--directory'], {
    cwd: path,
    exact: true,
  });
  if (!listed.ok) return [];
  const folders = nulParts(listed.value.stdout).filter((entry) => entry.endsWith('/'));
  return folders.map((folder) => folder.slice(0, -1)).filter((folder) => existsSync(join(path, folder, '.git')));
}
