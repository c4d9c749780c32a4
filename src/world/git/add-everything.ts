import { join } from 'node:path';
import { ok, type Result } from '../../core/result.js';
import { type Git, type GitDoorFailure, type GitOptions, nulParts } from './git.js';

/**
 * Puts everything of a worktree into an index: untracked files too, ignored ones not. Of a repository inside it `git add`
 * would keep only the number of a commit that nobody else has (or stop, where it has none); here its files are added.
 * @param at how to reach the index in question
 */
export async function addEverything(git: Git, dir: string, at: GitOptions): Promise<Result<null, GitDoorFailure>> {
  const inner = await innerRepositories(git, { ...at, cwd: dir });
  if (!inner.ok) return inner;
  const besides = inner.value.map((path) => `:(exclude,top,literal)${path}`);
  const added = await git(['add', '--all', '--sparse', '--ignore-errors', '--', ':/', ...besides], at);
  for (const path of inner.value) {
    const files = await filesOf(git, join(dir, path), path);
    if (!files.ok) return files;
    const args = ['update-index', '--add', '--remove', '-z', '--stdin'];
    const put = await git(args, { ...at, input: files.value.map((file) => `${file}\0`).join('') });
    if (!put.ok) return put;
  }
  return added.ok ? ok(null) : added;
}

/** Repositories that the one in `at.cwd` does not track: git lists them with a slash at the end. */
async function innerRepositories(git: Git, at: GitOptions): Promise<Result<readonly string[], GitDoorFailure>> {
  const listed = await git(['ls-files', '-z', '--others', '--exclude-standard'], at);
  if (!listed.ok) return listed;
  const inner = nulParts(listed.value.stdout).filter((path) => path.endsWith('/'));
  return ok(inner.map((path) => path.slice(0, -1)));
}

/** Tracked and untracked files of an inner repository and of those inside it, with `prefix` before each. */
async function filesOf(git: Git, dir: string, prefix: string): Promise<Result<readonly string[], GitDoorFailure>> {
  const listed = await git(['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: dir, exact: true });
  if (!listed.ok) return listed;
  const files: string[] = [];
  for (const path of nulParts(listed.value.stdout)) {
    if (!path.endsWith('/')) {
      files.push(`${prefix}/${path}`);
      continue;
    }
    const deeper = await filesOf(git, join(dir, path), `${prefix}/${path.slice(0, -1)}`);
    if (!deeper.ok) return deeper;
    files.push(...deeper.value);
  }
  return ok(files);
}
