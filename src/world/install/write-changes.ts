import { chmodSync, existsSync, mkdirSync, readFileSync, realpathSync, rmdirSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { FileChange } from '../../core/install/plan.js';
import { fail, ok, type Result } from '../../core/result.js';
import type { FileUnwritable } from '../../core/world-failures.js';
import { writeDurably } from '../durable-file.js';
import { realPlace } from './tree.js';

/** Undoes one step; what cannot be undone is left, since a second fault must not hide the first. */
type Undo = () => void;

/**
 * Writes all changes, or none: each file whole by a rename, and where one cannot be written, those before it are put back.
 * A file that is no longer what the change was decided on stops it too. Folders are removed where they are empty.
 */
export function writeChanges(
  root: string,
  boundary: string,
  changes: readonly FileChange[],
  folders: readonly string[],
): Result<null, FileUnwritable> {
  const undo: Undo[] = [];
  for (const change of changes) {
    const path = join(root, change.path);
    try {
      undo.push(...apply(path, realpathSync(boundary), change));
    } catch (error) {
      for (const step of undo.reverse()) quietly(step);
      const { code, message } = error as NodeJS.ErrnoException;
      return fail({ reason: 'file-unwritable', path, cause: `${code ?? message}; nothing was changed` });
    }
  }
  for (const folder of folders) quietly(() => rmdirSync(join(root, folder)));
  return ok(null);
}

function apply(path: string, boundary: string, { before, after }: FileChange): Undo[] {
  const real = realPlace(path, boundary);
  if (real === null) throw new Error('a link on its path leaves the checkout');
  const there = existsSync(real) ? readFileSync(real, 'utf8') : null;
  if (there !== before) throw new Error('it was changed meanwhile; run the same command again');
  if (after === null) {
    const { mode } = statSync(real);
    rmSync(real);
    return [() => put(real, before ?? '', mode)];
  }
  const made = missingFolders(dirname(real));
  const undoFolders = made.map((folder) => () => rmdirSync(folder));
  mkdirSync(dirname(real), { recursive: true });
  if (before === null) {
    writeDurably(real, after, 0o644);
    return [...undoFolders.reverse(), () => rmSync(real)];
  }
  const { mode } = statSync(real);
  put(real, after, mode);
  return [() => put(real, before, mode)];
}

/** Like the file that was there before, also for whom it may be read and written. */
function put(path: string, text: string, mode: number): void {
  writeDurably(path, text, mode & 0o777);
  chmodSync(path, mode & 0o777);
}

/** The folders on the way to `dir` that are not there, the deepest first. */
function missingFolders(dir: string): readonly string[] {
  if (existsSync(dir) || dirname(dir) === dir) return [];
  return [dir, ...missingFolders(dirname(dir))];
}

function quietly(step: Undo): void {
  try {
    step();
  } catch {
    // A folder that holds something stays; a file that cannot be put back is said to be unwritable already.
  }
}
