import { copyFileSync, existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fail, ok, type Result } from '../../core/result.js';
import type { WorldFailure } from '../../core/world-failures.js';
import { addEverything } from './add-everything.js';
import { type Git, type GitDoorFailure, nulParts, UnexpectedGitFailure } from './git.js';
import { asSomebody } from './identity.js';
import { readRef, swapRef } from './refs.js';
import { scratchFolder } from './trash.js';
import { mendWorktreeLink } from './worktree-link.js';
import { isHandedOver, linkedGitDir, readOwner } from './worktree-record.js';

/** Hashing a large tree takes its time. */
const SALVAGE_MS = 20 * 60_000;

/** What was saved. */
export interface Salvaged {
  readonly oid: string;
  /** Relative to the worktree. */
  readonly paths: readonly string[];
}

/**
 * Puts everything that is not committed in a worktree on `ref`, as a commit on its HEAD: untracked too, ignored not, the
 * files of repositories inside it too. What was staged and is no longer in the files stays reachable as a second parent, and
 * so does what `ref` held. Works on a copy of the index, so the worktree is as before.
 * @returns null where there is nothing, no worktree, or one that was only half made when its maker died
 */
export async function salvage(
  git: Git,
  dir: string,
  ref: string,
  message: string,
): Promise<Result<Salvaged | null, WorldFailure>> {
  if (!existsSync(dir)) return ok(null);
  mendWorktreeLink(dir);
  const gitDir = linkedGitDir(dir);
  if (gitDir !== null && readOwner(gitDir) !== null && !isHandedOver(gitDir)) return ok(null);
  const ask = ['rev-parse', '--path-format=absolute', '--git-common-dir', '--git-path', 'index'];
  const where = await git(ask, { cwd: dir, exact: true });
  if (!where.ok) return where;
  const [commonDir = '', index = ''] = where.value.stdout
    .split(/\n(?=\/|[A-Za-z]:)/)
    .map((path) => path.replace(/\n$/, ''));
  let folder: string | null = null;
  try {
    folder = scratchFolder(commonDir);
    return await salvageWith({ git, dir, ref, message, index, scratch: join(folder, 'index') });
  } catch (error) {
    if (error instanceof UnexpectedGitFailure) return fail(error.failure);
    return fail({ reason: 'file-unwritable', path: commonDir, cause: (error as Error).message });
  } finally {
    if (folder !== null) rmSync(folder, { recursive: true, force: true });
  }
}

interface Task {
  readonly git: Git;
  readonly dir: string;
  readonly ref: string;
  readonly message: string;
  readonly index: string;
  readonly scratch: string;
}

async function salvageWith(task: Task): Promise<Result<Salvaged | null, WorldFailure>> {
  const { git, dir, ref } = task;
  const head = await git(['rev-parse', '--verify', '--quiet', 'HEAD^{commit}'], {
    cwd: dir,
    exact: true,
    accept: [0, 1, 128],
  });
  if (!head.ok) return head;
  const commit = head.value.exitCode === 0 ? head.value.stdout.trim() : null;
  const base = commit === null ? await emptyTree(git, dir) : await treeOf(git, dir, commit);
  if (!base.ok) return base;
  const staged = await stagedTree(task, commit);
  if (!staged.ok) return staged;
  const added = await addEverything(git, dir, scratchAt(task));
  const tree = await git(['write-tree'], scratchAt(task));
  if (!tree.ok) return tree;
  const all = tree.value.stdout.trim();
  const extra = staged.value !== null && staged.value !== base.value && staged.value !== all ? staged.value : null;
  if (all === base.value && extra === null) return added.ok ? ok(null) : added;
  for (;;) {
    const before = await readRef(git, dir, ref);
    const stage = extra === null ? ok(null) : await commitTree(task, extra, [commit], 'What was staged');
    if (!stage.ok) return stage;
    const saved = await commitTree(task, all, [commit, stage.value, before], task.message);
    if (!saved.ok) return saved;
    if (!(await swapRef(git, dir, ref, saved.value, before))) continue;
    // What could not be read is still only in the worktree.
    if (!added.ok) return added;
    const list = ['diff-tree', '-r', '-z', '--no-renames', '--name-only', base.value, all, '--'];
    // On the scratch index too: git looks into it for attributes, and the worktree's may be damaged.
    const listed = await git(list, scratchAt(task));
    return listed.ok ? ok({ oid: saved.value, paths: nulParts(listed.value.stdout) }) : listed;
  }
}

const scratchAt = ({ dir, scratch }: Task) =>
  ({ cwd: dir, exact: true, env: { GIT_INDEX_FILE: scratch }, timeoutMs: SALVAGE_MS }) as const;

/** Starts the scratch index from the worktree's own and says what was staged; null where that cannot be told (a conflict). */
async function stagedTree(task: Task, commit: string | null): Promise<Result<string | null, GitDoorFailure>> {
  try {
    copyFileSync(task.index, task.scratch);
  } catch {
    const read = await task.git(['read-tree', ...(commit === null ? ['--empty'] : [commit])], scratchAt(task));
    return read.ok ? ok(null) : read;
  }
  const tree = await task.git(['write-tree'], scratchAt(task));
  if (tree.ok) return ok(tree.value.stdout.trim());
  if (tree.error.reason === 'git-failed' && tree.error.exitCode !== null) {
    const unmerged = await task.git(['ls-files', '--unmerged', '-z'], scratchAt(task));
    if (unmerged.ok) return ok(null);
    rmSync(task.scratch, { force: true });
    const read = await task.git(['read-tree', ...(commit === null ? ['--empty'] : [commit])], scratchAt(task));
    return read.ok ? ok(null) : read;
  }
  return tree;
}

async function commitTree(
  task: Task,
  tree: string,
  parents: readonly (string | null)[],
  message: string,
): Promise<Result<string, GitDoorFailure>> {
  const list = parents.filter((parent) => parent !== null).flatMap((parent) => ['-p', parent]);
  const at = { cwd: task.dir, exact: true, input: `${message}\n` };
  const made = await asSomebody(task.git, ['commit-tree', ...list, '-F', '-', tree], at);
  return made.ok ? ok(made.value.stdout.trim()) : made;
}

async function treeOf(git: Git, dir: string, commit: string): Promise<Result<string, GitDoorFailure>> {
  const said = await git(['rev-parse', '--verify', `${commit}^{tree}`], { cwd: dir, exact: true });
  return said.ok ? ok(said.value.stdout.trim()) : said;
}

async function emptyTree(git: Git, dir: string): Promise<Result<string, GitDoorFailure>> {
  const said = await git(['hash-object', '-t', 'tree', '-w', '--stdin'], { cwd: dir, exact: true, input: '' });
  return said.ok ? ok(said.value.stdout.trim()) : said;
}
