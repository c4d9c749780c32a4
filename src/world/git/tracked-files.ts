import type { Checkout } from './port.js';
import { type Git, must, nulParts } from './git.js';

/** A commit's tree never changes, so a folder of it is read once; a run asks for few. */
const KEPT = 200;

/**
 * Whether a commit's tree holds a file at a path, relative to the repository's root. The plans of a phase lie in one folder,
 * and each is asked for several times: the folder is read, and remembered.
 */
export function trackedFiles(git: Git): (checkout: Checkout, commit: string, path: string) => Promise<boolean> {
  const known = new Map<string, Promise<ReadonlySet<string>>>();
  return async (checkout, commit, path) => {
    const folder = path.slice(0, path.lastIndexOf('/') + 1);
    const key = `${checkout.commonDir}\0${commit}\0${folder}`;
    if (known.size >= KEPT) known.clear();
    const asked = known.get(key) ?? filesIn(git, checkout, commit, folder);
    known.set(key, asked);
    try {
      const files = await asked;
      // A commit that is not there now may be fetched.
      if (files.size === 0) known.delete(key);
      return files.has(path);
    } catch (error) {
      known.delete(key);
      throw error;
    }
  };
}

/** The files directly in a folder (empty: the root; else with a slash at its end); none where there is no such folder. */
async function filesIn(git: Git, checkout: Checkout, commit: string, folder: string): Promise<ReadonlySet<string>> {
  const args = ['--literal-pathspecs', 'ls-tree', '-z', '--full-tree', commit];
  const below = folder === '' ? [] : ['--', folder];
  const said = must(await git([...args, ...below], { cwd: checkout.root, accept: [0, 128] }));
  if (said.exitCode !== 0) return new Set();
  const files = nulParts(said.stdout).map((line) => /^\d+ blob [0-9a-f]+\t([^]*)$/.exec(line)?.[1]);
  return new Set(files.filter((path) => path !== undefined));
}
