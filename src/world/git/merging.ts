import { existsSync, lstatSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { hasMarkerLeft } from '../../core/run/conflict-markers.js';
import { fail, ok, type Result } from '../../core/result.js';
import type { WorldFailure } from '../../core/world-failures.js';
import type { MergeState, Undecided } from '../merging.js';
import { operationInProgress } from './checkout.js';
import { readDirt } from './dirt.js';
import { type Git, nulParts } from './git.js';
import { asSomebody } from './identity.js';
import { waitForGitIn } from './orphans.js';
import { clearStaleIndexLock } from './stale-lock.js';
import { linkedGitDir } from './worktree-record.js';

/** Writing the files of a large merge, or a user's pre-commit hook that runs a test suite. */
const MERGE_MS = 30 * 60_000;
/** Bytes that git looks at to tell a binary file. */
const BINARY_BYTES = 8000;

/** How far the merge in a worktree of msd's is. */
export async function mergeState(git: Git, dir: string): Promise<Result<MergeState, WorldFailure>> {
  await waitForGitIn(dir);
  const gitDir = linkedGitDir(dir);
  const operation = gitDir === null ? null : operationInProgress(gitDir);
  if (gitDir === null || operation === null) return ok({ kind: 'none' });
  if (operation !== 'merge') return fail({ reason: 'operation-in-progress', dir, operation });
  const at = { cwd: dir, exact: true };
  const theirs = await git(['rev-parse', '--verify', 'MERGE_HEAD^{commit}'], at);
  if (!theirs.ok) return theirs;
  const oid = theirs.value.stdout.trim();
  const merged = await git(['merge-base', '--is-ancestor', oid, 'HEAD'], { ...at, accept: [0, 1] });
  if (!merged.ok) return merged;
  if (merged.value.exitCode === 0) return ok({ kind: 'committed' });
  const listed = await git(['ls-files', '--unmerged', '-z'], at);
  if (!listed.ok) return listed;
  const sides = sidesByPath(listed.value.stdout);
  const undecided = await stillUndecided(git, dir, sides);
  return undecided.ok
    ? ok({ kind: 'open', theirs: oid, files: [...sides.keys()], undecided: undecided.value })
    : undecided;
}

/** Begins to merge; nothing is committed, also where it is clean. */
export async function beginMerge(git: Git, dir: string, theirs: string): Promise<Result<MergeState, WorldFailure>> {
  await clearStaleIndexLock(dir);
  const at = { cwd: dir, exact: true, timeoutMs: MERGE_MS };
  const cleared = await clearTheWay(git, dir, theirs);
  if (!cleared.ok) return cleared;
  const words = [
    'merge',
    '--no-commit',
    '--no-ff',
    '--no-autostash',
    '--no-stat',
    '--no-squash',
    '--no-verify-signatures',
  ];
  const tried = await asSomebody(git, [...words, theirs], { ...at, accept: [0, 1] });
  if (!tried.ok) return tried;
  const state = await mergeState(git, dir);
  if (!state.ok || state.value.kind !== 'none') return state;
  const { exitCode, stdout, stderr } = tried.value;
  return fail({ reason: 'git-failed', args: ['merge', theirs], exitCode, stderr: stderr.trim() || stdout.trim() });
}

/** Tracked files as HEAD has them, and no untracked one where the merge brings a file: an earlier try may have written it. */
async function clearTheWay(git: Git, dir: string, theirs: string): Promise<Result<null, WorldFailure>> {
  const at = { cwd: dir, exact: true, timeoutMs: MERGE_MS };
  const dirt = await readDirt(git, dir);
  if (!dirt.ok) return dirt;
  const { tracked, untracked } = dirt.value;
  if (tracked.length > 0) {
    const reset = await git(['reset', '--quiet', '--hard', '--no-recurse-submodules', 'HEAD', '--'], at);
    if (!reset.ok) return reset;
  }
  const args = ['diff-tree', '-r', '-z', '--no-renames', '--name-only', '--diff-filter=A', 'HEAD', theirs, '--'];
  const listed = await git(args, at);
  if (!listed.ok) return listed;
  const coming = nulParts(listed.value.stdout);
  const known = new Set(untracked);
  for (const path of coming.filter((one) => known.has(one))) rmSync(join(dir, path), { force: true });
  // Git would write over it without a word, and no salvage ref holds what is ignored.
  const ignored = coming.find((path) => lstatSync(join(dir, path), { throwIfNoEntry: false }) !== undefined);
  if (ignored === undefined) return ok(null);
  const cause = 'git ignores it there, and the merge brings another: move it away';
  return fail({ reason: 'file-unwritable', path: join(dir, ignored), cause });
}

/** Commits the merge as the files stand: what the person changed in tracked files besides belongs to it. */
export async function concludeMerge(git: Git, dir: string, message: string): Promise<Result<null, WorldFailure>> {
  await clearStaleIndexLock(dir);
  const state = await mergeState(git, dir);
  if (!state.ok) return state;
  const at = { cwd: dir, exact: true, timeoutMs: MERGE_MS };
  if (state.value.kind === 'open') {
    const added = await git(['add', '--update', '--sparse', '--', ':/'], at);
    if (!added.ok) return added;
    const words = ['commit', '--quiet', '--cleanup=whitespace', '-m', message];
    const made = await asSomebody(git, words, { ...at, userHooks: true });
    if (!made.ok) return made;
  }
  if (state.value.kind !== 'committed') return ok(null);
  const quit = await git(['merge', '--quit'], at);
  return quit.ok ? ok(null) : quit;
}

/** Gives the merge up; what was committed stays as it is. */
export async function abandonMerge(git: Git, dir: string): Promise<Result<null, WorldFailure>> {
  await clearStaleIndexLock(dir);
  const done = await git(['merge', '--abort'], { cwd: dir, exact: true, timeoutMs: MERGE_MS });
  return done.ok ? ok(null) : done;
}

/** What the index holds of a path in conflict: mode and object of ours (2) and theirs (3). */
type Sides = Partial<Record<'1' | '2' | '3', { readonly mode: string; readonly oid: string }>>;

function sidesByPath(text: string): ReadonlyMap<string, Sides> {
  const sides = new Map<string, Sides>();
  for (const entry of nulParts(text)) {
    const [, mode = '', oid = '', stage = '', path = ''] = /^(\d+) ([0-9a-f]+) ([123])\t(.*)$/s.exec(entry) ?? [];
    if (path !== '') sides.set(path, { ...sides.get(path), [stage]: { mode, oid } });
  }
  return sides;
}

/**
 * A conflict of two texts is decided when no marker is left in the file. Where git could write no markers the file says
 * nothing, and only the index does; neither does a file that is still what one side had.
 */
async function stillUndecided(
  git: Git,
  dir: string,
  sides: ReadonlyMap<string, Sides>,
): Promise<Result<readonly Undecided[], WorldFailure>> {
  const undecided: Undecided[] = [];
  const asLeft: string[] = [];
  for (const [path, side] of sides) {
    const text = readText(join(dir, path));
    if (text !== null && hasMarkerLeft(text)) undecided.push({ path, why: 'marker' });
    else if (text === null || !isFile(side[2]) || !isFile(side[3])) undecided.push({ path, why: 'no-marker' });
    else asLeft.push(path);
  }
  if (asLeft.length === 0) return ok(undecided);
  const at = { cwd: dir, exact: true };
  // Names may hold newlines, which `--stdin-paths` cannot take: such a file counts as the person's.
  const plain = asLeft.filter((path) => !path.includes('\n'));
  const hashed = await git(['hash-object', '--stdin-paths'], {
    ...at,
    input: plain.map((path) => `${path}\n`).join(''),
  });
  if (!hashed.ok) return hashed;
  const oids = hashed.value.stdout.split('\n');
  for (const [i, path] of plain.entries())
    if (oids[i] === sides.get(path)?.[2]?.oid) undecided.push({ path, why: 'no-marker' });
  return ok(undecided);
}

const isFile = (side: { readonly mode: string } | undefined): boolean => side?.mode.startsWith('100') === true;

/** Null where it is gone, no plain file, or binary. */
function readText(path: string): string | null {
  try {
    if (!existsSync(path) || !lstatSync(path).isFile()) return null;
    const bytes = readFileSync(path);
    return bytes.subarray(0, BINARY_BYTES).includes(0) ? null : bytes.toString('utf8');
  } catch {
    return null;
  }
}
