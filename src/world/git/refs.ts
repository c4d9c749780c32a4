import { setTimeout as pause } from 'node:timers/promises';
import { type Git, must, UnexpectedGitFailure } from './git.js';

/** Value of a ref, or null where it does not exist. */
export async function readRef(git: Git, cwd: string, ref: string): Promise<string | null> {
  const args = ['rev-parse', '--verify', '--quiet', '--end-of-options', ref];
  const said = must(await git(args, { cwd, accept: [0, 1, 128] }));
  return said.exitCode === 0 ? said.stdout.trim() : null;
}

/**
 * Moves a ref by compare-and-swap; `to` null deletes, `expected` null means it must not exist. False where it is not what
 * was expected; a lock that another process holds for a moment is waited for.
 */
export async function swapRef(
  git: Git,
  cwd: string,
  ref: string,
  to: string | null,
  expected: string | null,
): Promise<boolean> {
  if (to === null && expected === null) return true;
  const swap = to === null ? ['-d', ref, expected ?? ''] : [ref, to, expected ?? ''];
  for (let attempt = 0; ; attempt++) {
    const done = await git(['update-ref', '--no-deref', '-m', 'msd', ...swap], { cwd });
    if (done.ok) return true;
    const now = await readRef(git, cwd, ref);
    if (now !== expected) return false;
    if (attempt >= 6) throw new UnexpectedGitFailure(done.error);
    await pause(10 * 2 ** attempt);
  }
}

/** Every ref below a prefix, with its object. */
export async function listRefs(
  git: Git,
  cwd: string,
  prefix: string,
): Promise<readonly { readonly ref: string; readonly oid: string }[]> {
  const said = must(await git(['for-each-ref', '--format=%(objectname) %(refname)', prefix], { cwd }));
  return said.stdout
    .split('\n')
    .filter(Boolean)
    .map((line) => ({ oid: line.slice(0, line.indexOf(' ')), ref: line.slice(line.indexOf(' ') + 1) }));
}
