import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { linkedGitDir } from '../git/worktree-record.js';

/**
 * The folders outside a worktree that a commit made in it writes to. Nothing of the common directory beyond them: its
 * `config` and `hooks/` decide which programs git runs. In a main checkout it is `.git` as a whole.
 * @returns absolute paths that are there
 */
export function commitPlaces(worktree: string): readonly string[] {
  const gitDir = linkedGitDir(worktree);
  if (gitDir === null) return [join(worktree, '.git')].filter((path) => existsSync(path));
  const common = resolve(gitDir, read(join(gitDir, 'commondir')));
  return [gitDir, ...['objects', 'refs', 'logs', 'reftable'].map((name) => join(common, name))].filter((path) =>
    existsSync(path),
  );
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch {
    return '.';
  }
}
