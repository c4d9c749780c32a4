import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/**
 * The git repositories that a folder holds: those that the config names (`planning.sub_repos`) and the folders right below
 * it that are one. Relative to it, sorted.
 */
export function repositoriesBelow(root: string, named: readonly string[]): readonly string[] {
  return [...new Set([...named, ...folders(root)])].filter((path) => existsSync(join(root, path, '.git'))).sort();
}

function folders(root: string): readonly string[] {
  try {
    return readdirSync(root, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []));
  } catch {
    return [];
  }
}

/** Folders whose repositories are others' work or msd's own worktrees. */
const SKIPPED = new Set(['.git', '.msd', '.claude', '.planning', 'node_modules']);
/** Folders looked into; beyond that a project says it by `planning.sub_repos`. */
const BUDGET = 500;

/**
 * Independent repositories inside a project that git's index does not tell of: folders with a `.git` of their own, down to
 * two levels. Relative to the root.
 */
export function nestedRepositories(root: string): readonly string[] {
  const found: string[] = [];
  let budget = BUDGET;
  const look = (below: string, depth: number): void => {
    for (const name of folders(join(root, below))) {
      if (SKIPPED.has(name) || budget-- <= 0) continue;
      const path = below === '' ? name : `${below}/${name}`;
      if (existsSync(join(root, path, '.git'))) found.push(path);
      else if (depth > 1) look(path, depth - 1);
    }
  };
  look('', 2);
  return found;
}
