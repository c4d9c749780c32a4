import { type Dirent, existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ok, type Result } from '../../core/result.js';
import { type Git, type GitDoorFailure, nulParts } from './git.js';

/** Folders that hold what others made: a repository in there is not the user's work. */
const SKIPPED = new Set(['node_modules', '.git', '.msd', '.venv', 'venv', 'vendor', 'target', '.claude', '.cache']);
/** How deep below an untracked folder, and through how many folders, repositories are looked for. */
const DEPTH = 3;
const BUDGET = 2000;

/**
 * Paths of the repositories inside a checkout whose files its own commits cannot hold: submodules, repositories that the
 * index holds as links, and independent ones that it does not know (a folder with a `.git` of its own). Forward slashes.
 */
export async function innerRepositories(git: Git, root: string): Promise<Result<readonly string[], GitDoorFailure>> {
  const [links, untracked] = await Promise.all([
    git(['ls-files', '-z', '--format=%(objectmode) %(path)'], { cwd: root }),
    git(['ls-files', '-z', '--others', '--directory'], { cwd: root }),
  ]);
  if (!links.ok) return links;
  if (!untracked.ok) return untracked;
  const found = new Set(
    nulParts(links.value.stdout)
      .filter((line) => line.startsWith('160000 '))
      .map((line) => line.slice(7)),
  );
  let budget = BUDGET;
  const search = (path: string, depth: number) => {
    if (budget-- <= 0) return;
    if (existsSync(join(root, path, '.git'))) {
      found.add(path);
      return;
    }
    if (depth === 0) return;
    for (const entry of list(join(root, path)))
      if (entry.isDirectory() && !SKIPPED.has(entry.name)) search(`${path}/${entry.name}`, depth - 1);
  };
  for (const entry of nulParts(untracked.value.stdout)) {
    const path = entry.replace(/\/$/, '');
    if (entry.endsWith('/') && !path.split('/').some((part) => SKIPPED.has(part))) search(path, DEPTH);
  }
  return ok([...found].sort());
}

function list(dir: string): Dirent[] {
  try {
    return readdirSync(dir, { withFileTypes: true });
  } catch {
    return [];
  }
}
