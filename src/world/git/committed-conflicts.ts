import { holdsConflict } from '../../core/run/conflict-markers.js';
import type { Checkout } from './port.js';
import { type Git, must } from './git.js';

/** Only conflict markers are looked for: blanks are nobody's business here. */
const MARKERS_ONLY = ['-c', 'core.whitespace=-blank-at-eol,-blank-at-eof,-space-before-tab'];
/** Files that are read; more than these need not be named. */
const READ_LIMIT = 20;

/**
 * Files that hold a whole conflict (both markers, in order) in `to` and held none in `from`: somebody committed an unmended
 * merge. What is meant to look like that has another `conflict-marker-size` in `.gitattributes`, as git itself wants it.
 */
export async function committedConflicts(
  git: Git,
  checkout: Checkout,
  from: string,
  to: string,
): Promise<readonly string[]> {
  const cwd = checkout.root;
  const args = [...MARKERS_ONLY, 'diff-tree', '-r', '--check', '--no-renames', '--end-of-options', from, to, '--'];
  const said = must(await git(args, { cwd, accept: [0, 2] }));
  if (said.exitCode === 0) return [];
  const suspects = new Set(
    [...said.stdout.matchAll(/^(.+):\d+: leftover conflict marker/gm)].map((match) => match[1]!),
  );
  const found: string[] = [];
  for (const path of [...suspects].slice(0, READ_LIMIT))
    if (holdsConflict(await fileIn(git, cwd, to, path)) && !holdsConflict(await fileIn(git, cwd, from, path)))
      found.push(path);
  return found;
}

/** Empty where there is no such file. */
async function fileIn(git: Git, cwd: string, commit: string, path: string): Promise<string> {
  const said = await git(['cat-file', 'blob', `${commit}:${path}`], { cwd, accept: [0, 128] });
  return must(said).stdout;
}
