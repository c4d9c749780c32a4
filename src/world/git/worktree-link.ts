import { existsSync, lstatSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { findRegistration, isTied, linkedGitDir } from './worktree-record.js';

/**
 * Mends the tie between a worktree that msd made and its git directory, which an agent may have deleted (`.git` gone),
 * replaced (`git init` in its place) or led elsewhere: what is there is kept, renamed to `.git-of-agent`. Without the tie
 * git would take the checkout around the worktree, or another, for the worktree. Does nothing to any other folder.
 * @returns true where something was mended
 */
export function mendWorktreeLink(dir: string): boolean {
  if (isTied(dir)) return false;
  const around = commonDirAround(dirname(resolve(dir)));
  const entry = around === null ? null : findRegistration(around, dir);
  if (entry === null || entry.owner === null || !existsSync(dir)) return false;
  try {
    lstatSync(join(dir, '.git'));
    renameSync(join(dir, '.git'), freeName(join(dir, '.git-of-agent')));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  writeFileSync(join(dir, '.git'), `gitdir: ${entry.gitDir}\n`);
  return true;
}

/** The common directory of the repository that a folder lies in, from the files alone. */
function commonDirAround(from: string): string | null {
  for (let dir = from; ; dir = dirname(dir)) {
    const dotGit = join(dir, '.git');
    try {
      if (lstatSync(dotGit).isDirectory()) return dotGit;
      const gitDir = linkedGitDir(dir);
      if (gitDir !== null) {
        const common = join(gitDir, 'commondir');
        return existsSync(common) ? resolve(gitDir, readFileSync(common, 'utf8').trim()) : gitDir;
      }
    } catch {
      // None here; look further up.
    }
    if (dirname(dir) === dir) return null;
  }
}

function freeName(path: string): string {
  for (let n = 1; ; n++) {
    const name = n === 1 ? path : `${path}-${n}`;
    if (!existsSync(name)) return name;
  }
}
