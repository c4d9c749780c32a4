import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ok, type Result } from '../../core/result.js';
import type { WorldFailure } from '../../core/world-failures.js';
import { type Git, nulParts } from './git.js';
import { committerEnv } from './identity.js';
import { readRef, swapRef } from './refs.js';

/**
 * Puts everything that is not committed in a worktree on `ref`: untracked too, ignored not. Works on a copy of the index,
 * so the worktree is as before. What `ref` held already stays reachable from it.
 */
export async function salvage(
  git: Git,
  dir: string,
  ref: string,
  message: string,
): Promise<Result<{ readonly oid: string; readonly paths: readonly string[] } | null, WorldFailure>> {
  const scratch = mkdtempSync(join(tmpdir(), 'msd-salvage-'));
  try {
    return await salvageWith(git, dir, ref, message, join(scratch, 'index'));
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

async function salvageWith(git: Git, dir: string, ref: string, message: string, index: string) {
  const at = { cwd: dir, exact: true, env: { GIT_INDEX_FILE: index }, timeoutMs: 20 * 60_000 };
  const where = await git(['rev-parse', '--path-format=absolute', '--git-path', 'index'], { cwd: dir, exact: true });
  if (!where.ok) return where;
  try {
    copyFileSync(where.value.stdout.replace(/\n$/, ''), index);
  } catch {
    const read = await git(['read-tree', 'HEAD'], at);
    if (!read.ok) return read;
  }
  const added = await git(['add', '--all', '--sparse', '--ignore-errors', '--', ':/'], at);
  const tree = await git(['write-tree'], at);
  if (!tree.ok) return tree;
  const head = await git(['rev-parse', 'HEAD', 'HEAD^{tree}'], { cwd: dir, exact: true });
  if (!head.ok) return head;
  const [commit = '', headTree = ''] = head.value.stdout.split('\n');
  const oid = tree.value.stdout.trim();
  if (oid === headTree) return added.ok ? ok(null) : added;
  const before = await readRef(git, dir, ref);
  const env = await committerEnv(git, dir);
  const parents = before === null ? ['-p', commit] : ['-p', commit, '-p', before];
  const made = await git(['commit-tree', ...parents, '-m', message, oid], { cwd: dir, exact: true, env });
  if (!made.ok) return made;
  const saved = made.value.stdout.trim();
  if (!(await swapRef(git, dir, ref, saved, before))) {
    return salvageWith(git, dir, ref, message, index);
  }
  if (!added.ok) return added;
  const listed = await git(['diff-tree', '-r', '-z', '--no-renames', '--name-only', headTree, oid, '--'], {
    cwd: dir,
    exact: true,
  });
  if (!listed.ok) return listed;
  return ok({ oid: saved, paths: nulParts(listed.value.stdout) });
}
