import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { ok, type Result } from '../../core/result.js';
import type { WorldFailure } from '../../core/world-failures.js';
import type { Dirt } from './port.js';
import { isNoise } from './checkout-noise.js';
import { type Git, nulParts } from './git.js';
import { mendWorktreeLink } from './worktree-link.js';
import { isTied, linkedGitDir, readOwner } from './worktree-record.js';

/** What is not committed in the checkout or worktree whose top is `dir`. Untracked: what is not ignored. */
export async function readDirt(git: Git, dir: string): Promise<Result<Dirt, WorldFailure>> {
  mendWorktreeLink(dir);
  const args = ['status', '--porcelain=v1', '-z', '--untracked-files=all', '--no-renames', '--ignore-submodules=none'];
  const said = await git(args, { cwd: dir, exact: true });
  if (!said.ok) return said;
  const tracked: string[] = [];
  const untracked: string[] = [];
  for (const entry of nulParts(said.value.stdout)) {
    if (entry.startsWith('?? ')) {
      if (!isInnerWorktree(dir, entry.slice(3))) untracked.push(entry.slice(3));
    } else tracked.push(entry.slice(3));
  }
  const gitDir = linkedGitDir(dir);
  const noise = gitDir === null ? undefined : readOwner(gitDir)?.noise;
  const counts = (path: string) => !isNoise(dir, path, noise);
  return ok({ tracked: tracked.filter(counts), untracked: untracked.filter(counts) });
}

/** A linked worktree that a host put into the main checkout: what is in it belongs to its own branch. */
function isInnerWorktree(dir: string, path: string): boolean {
  return path.endsWith('/') && linkedGitDir(dir) === null && isTied(join(dir, path));
}

/** The uncommitted files of a checkout, each with size and time of its last change: enough to see that it was written to. */
export async function fingerprint(git: Git, dir: string): Promise<ReadonlyMap<string, string>> {
  const dirt = await readDirt(git, dir);
  if (!dirt.ok) return new Map();
  return new Map([...dirt.value.tracked, ...dirt.value.untracked].map((path) => [path, stamp(join(dir, path))]));
}

function stamp(path: string): string {
  try {
    const { ino, size, mtimeMs } = lstatSync(path);
    return `${ino} ${size} ${mtimeMs}`;
  } catch {
    return 'gone';
  }
}
