import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { fail, ok, type Result } from '../../core/result.js';
import type { WorldFailure } from '../../core/world-failures.js';
import type { Checkout, FastForwardOutcome } from '../world.js';
import { readDirt } from './dirt.js';
import type { Git } from './git.js';
import { changesBetween, isAncestor } from './history.js';
import { listWorktrees } from './list-worktrees.js';
import { readRef, swapRef } from './refs.js';

/** Brings a branch, and the files of the checkout where it is checked out, to a commit ahead of it; or touches nothing. */
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
  if (current !== ref) {
    const elsewhere = (await listWorktrees(git, checkout)).some((worktree) => worktree.branch === branch);
    if (elsewhere) return ok({ kind: 'switched', branch: current?.replace(/^refs\/heads\//, '') ?? null });
    return ok((await swapRef(git, cwd, ref, to, tip)) ? { kind: 'moved', from: tip } : { kind: 'diverged', tip });
  }
  const inTheWay = await filesInTheWay(git, checkout, tip, to);
  if (!inTheWay.ok) return inTheWay;
  if (inTheWay.value.length > 0) return ok({ kind: 'blocked-by-files', files: inTheWay.value });
  const args = [
    'merge',
    '--ff-only',
    '--quiet',
    '--no-autostash',
    '--no-overwrite-ignore',
    '--no-verify-signatures',
    '--no-stat',
  ];
  const merged = await git([...args, to], { cwd, timeoutMs: 20 * 60_000 });
  return merged.ok ? ok({ kind: 'moved', from: tip }) : merged;
}

/** Uncommitted files of the user's, ignored ones too, where the way from `tip` to `to` would write or delete. */
async function filesInTheWay(
  git: Git,
  checkout: Checkout,
  tip: string,
  to: string,
): Promise<Result<readonly string[], WorldFailure>> {
  const dirt = await readDirt(git, checkout.root);
  if (!dirt.ok) return dirt;
  const dirty = new Set([...dirt.value.tracked, ...dirt.value.untracked]);
  const changes = await changesBetween(git, checkout, tip, to);
  const files = new Set<string>();
  for (const { path, kind, renamedFrom } of changes) {
    if (renamedFrom !== null && dirty.has(renamedFrom)) files.add(renamedFrom);
    if (dirty.has(path)) files.add(path);
    else if (kind === 'added' && exists(join(checkout.root, path))) files.add(path);
  }
  return ok([...files].sort());
}

function exists(path: string): boolean {
  try {
    lstatSync(path);
    return true;
  } catch {
    return false;
  }
}
