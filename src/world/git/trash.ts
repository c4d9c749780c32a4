import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, lstatSync, mkdirSync, readdirSync, renameSync, rmdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import process from 'node:process';

/** Names of what was renamed away and only waits to be deleted begin so. */
const PREFIX = '.msd-trash-';

const trashFolder = (commonDir: string) => join(commonDir, 'msd', 'trash');

/**
 * Takes a file or folder out of sight in one step and deletes it in the background, where it may outlive this process. Links
 * are removed as links. Throws what the file system throws when it cannot be renamed.
 */
export function throwAway(commonDir: string, path: string): void {
  const name = `${PREFIX}${randomBytes(6).toString('hex')}-${basename(path).slice(0, 40)}`;
  mkdirSync(trashFolder(commonDir), { recursive: true });
  let away = join(trashFolder(commonDir), name);
  try {
    renameSync(path, away);
  } catch (error) {
    // Another disk: it waits beside where it was.
    if ((error as NodeJS.ErrnoException).code !== 'EXDEV') throw error;
    away = join(dirname(path), name);
    renameSync(path, away);
  }
  removeEmptyFolder(dirname(path));
  if (process.platform === 'win32') {
    void deleteNow(away);
    return;
  }
  const child = spawn('rm', ['-rf', '--', away], { detached: true, stdio: 'ignore' });
  child.on('error', () => void deleteNow(away));
  child.unref();
}

/** Deletes what earlier deletions left: they were killed, or met folders without the right to write. @returns how many */
export async function sweepTrash(commonDir: string, besides: readonly string[] = []): Promise<number> {
  let swept = 0;
  for (const dir of [trashFolder(commonDir), ...besides]) {
    for (const name of namesIn(dir).filter((entry) => entry.startsWith(PREFIX))) {
      await deleteNow(join(dir, name));
      swept++;
    }
  }
  removeEmptyFolder(trashFolder(commonDir));
  return swept;
}

/** Removes a folder if nothing is in it. */
export function removeEmptyFolder(dir: string): void {
  try {
    rmdirSync(dir);
  } catch {
    // Somebody uses it, or it is gone.
  }
}

async function deleteNow(path: string): Promise<void> {
  makeWritable(path);
  await rm(path, { recursive: true, force: true, maxRetries: 3 });
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
