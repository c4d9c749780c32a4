import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, lstatSync, mkdirSync, readdirSync, renameSync, rmdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { constants, setPriority } from 'node:os';
import { basename, dirname, join } from 'node:path';
import process from 'node:process';
import { provenDead } from '../process-identity.js';

/** What waits to be deleted, or goes with the process that made it, is called so: then its process number, then anything. */
const PREFIX = '.msd-trash-';

/** In the common directory, out of everybody's sight, on the disk where most worktrees are. */
const trashFolder = (commonDir: string) => join(commonDir, 'msd', 'trash');

const trashName = (what: string) => `${PREFIX}${process.pid}-${randomBytes(6).toString('hex')}-${what.slice(0, 40)}`;

/**
 * Takes a file or folder out of sight in one step, links as links; `discard` then deletes it. Throws what the file system
 * throws when it cannot be renamed.
 * @returns where it is now
 */
export function putAway(commonDir: string, path: string): string {
  const name = trashName(basename(path));
  let away = join(trashFolder(commonDir), name);
  try {
    moveInto(away, path);
  } catch (error) {
    // Another disk: it waits beside where it was.
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error;
    away = join(dirname(path), name);
    renameSync(path, away);
  }
  removeEmptyFolder(dirname(path));
  return away;
}

/** Deletes in the background what was put away, and what processes that died had put away; may outlive this process. */
export function discard(commonDir: string, paths: readonly string[]): void {
  const folder = trashFolder(commonDir);
  const all = [...paths, ...abandoned(folder)];
  if (all.length > 0) deleteInBackground(all, folder);
}

/** A folder for files that nobody misses when this process dies. The caller removes it. */
export function scratchFolder(commonDir: string): string {
  const folder = join(trashFolder(commonDir), trashName('scratch'));
  for (let tries = 1; ; tries++) {
    try {
      mkdirSync(folder, { recursive: true });
      return folder;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || tries === 5) throw error;
    }
  }
}

/** Deletes what processes that died left behind. @returns how many things */
export async function sweepTrash(commonDir: string, besides: readonly string[] = []): Promise<number> {
  const left = [trashFolder(commonDir), ...besides].flatMap(abandoned);
  for (const path of left) {
    makeWritable(path);
    await rm(path, { recursive: true, force: true, maxRetries: 3 });
  }
  removeEmptyFolder(trashFolder(commonDir));
  return left.length;
}

/** Removes a folder if nothing is in it. */
export function removeEmptyFolder(dir: string): void {
  try {
    rmdirSync(dir);
  } catch {
    // Somebody uses it, or it is gone.
  }
}

/** Another process may remove the empty folder between the two steps. */
function moveInto(away: string, path: string): void {
  for (let tries = 1; ; tries++) {
    mkdirSync(dirname(away), { recursive: true });
    try {
      renameSync(path, away);
      return;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || tries === 5) throw error;
    }
  }
}

/** Trash whose maker is dead: nobody else is going to delete it. */
function abandoned(dir: string): string[] {
  return namesIn(dir)
    .filter((name) => {
      const maker = name.startsWith(PREFIX) ? /^\d+(?=-)/.exec(name.slice(PREFIX.length))?.[0] : undefined;
      return maker !== undefined && provenDead({ pid: Number(maker) });
    })
    .map((name) => join(dir, name));
}

function deleteInBackground(paths: readonly string[], folder: string): void {
  const slowly = async () => {
    for (const path of paths) {
      makeWritable(path);
      await rm(path, { recursive: true, force: true, maxRetries: 3 });
    }
    removeEmptyFolder(folder);
  };
  if (process.platform === 'win32') {
    void slowly().catch(() => {});
    return;
  }
  const child = spawn('rm', ['-rf', '--', ...paths], { detached: true, stdio: 'ignore' });
  giveWay(child.pid);
  child.once('error', () => void slowly().catch(() => {}));
  child.once('exit', (code) => {
    // Folders that nobody may write to stop `rm`.
    if (code === 0) removeEmptyFolder(folder);
    else void slowly().catch(() => {});
  });
  child.unref();
}

/** Nobody waits for the deletion: agents and git go first. */
function giveWay(pid: number | undefined): void {
  try {
    if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_LOW);
  } catch {
    // It is done already.
  }
}

/** Folders only, never through a link: what an unwritable folder holds cannot be removed otherwise. */
function makeWritable(dir: string): void {
  try {
    const stat = lstatSync(dir);
    if (!stat.isDirectory()) return;
    if ((stat.mode & 0o700) !== 0o700) chmodSync(dir, stat.mode | 0o700);
    for (const name of namesIn(dir)) makeWritable(join(dir, name));
  } catch {
    // The deletion itself will say what cannot be done.
  }
}

function namesIn(dir: string): string[] {
  try {
    return readdirSync(dir);
  } catch {
    return [];
  }
}
