import { ok, type Result } from '../../core/result.js';
import type { WorldFailure } from '../../core/world-failures.js';
import { readDirt } from './dirt.js';
import type { Git } from './git.js';
import { asSomebody } from './identity.js';
import { clearStaleIndexLock } from './stale-lock.js';

/** A user's pre-commit hook may run a test suite. */
const COMMIT_MS = 20 * 60_000;

/**
 * Commits exactly these paths of a worktree on its branch, deletions included; a path that names a directory stands for
 * what is below it. The user's hooks run; where one refuses, the index is as it was.
 * @returns the commit, or null where none of the paths differs from HEAD
 */
export async function commitPaths(
  git: Git,
  dir: string,
  paths: readonly string[],
  message: string,
): Promise<Result<string | null, WorldFailure>> {
  const dirt = await readDirt(git, dir);
  if (!dirt.ok) return dirt;
  const wanted = (path: string) => paths.some((p) => path === p || path.startsWith(`${p.replace(/\/+$/, '')}/`));
  const changed = [...dirt.value.tracked, ...dirt.value.untracked].filter(wanted);
  if (changed.length === 0) return ok(null);
  await clearStaleIndexLock(dir);
  const list = ['--pathspec-from-file=-', '--pathspec-file-nul'];
  const untracked = new Set(dirt.value.untracked);
  const unknown = changed.filter((path) => untracked.has(path));
  if (unknown.length > 0) {
    const args = ['--literal-pathspecs', 'add', '--intent-to-add', '--sparse', ...list];
    const added = await git(args, { cwd: dir, exact: true, input: nulList(unknown) });
    if (!added.ok) return added;
  }
  const args = ['--literal-pathspecs', 'commit', '--quiet', '--only', '--cleanup=whitespace', '-m', message, ...list];
  const at = { cwd: dir, exact: true, timeoutMs: COMMIT_MS };
  const done = await asSomebody(git, args, { ...at, input: nulList(changed), userHooks: true });
  if (!done.ok) {
    if (unknown.length > 0)
      await git(['--literal-pathspecs', 'reset', '--quiet', ...list], {
        cwd: dir,
        exact: true,
        input: nulList(unknown),
      });
    return done;
  }
  const head = await git(['rev-parse', 'HEAD'], { cwd: dir, exact: true });
  return head.ok ? ok(head.value.stdout.trim()) : head;
}

const nulList = (paths: readonly string[]) => paths.map((path) => `${path}\0`).join('');
