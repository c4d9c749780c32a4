import { lstatSync, readdirSync, readlinkSync, realpathSync, unlinkSync } from 'node:fs';
import { join, sep } from 'node:path';
import process from 'node:process';
import { setTimeout as pause } from 'node:timers/promises';
import { linkedGitDir, readOwner } from './worktree-record.js';

/** How long a lock must lie still before it can be a dead one. */
const STILL_MS = 1000;

/**
 * Removes the `index.lock` that a killed git left in a worktree of msd's own. Never a living one's: nobody may be at work in
 * the worktree, and the lock must not change. Only for worktrees whose agent has ended.
 */
export async function clearStaleIndexLock(dir: string): Promise<void> {
  const gitDir = linkedGitDir(dir);
  if (gitDir === null || readOwner(gitDir) === null) return;
  const lock = join(gitDir, 'index.lock');
  const before = stamp(lock);
  if (before === null || somebodyIsIn(dir)) return;
  await pause(STILL_MS);
  if (stamp(lock) !== before || somebodyIsIn(dir)) return;
  try {
    unlinkSync(lock);
  } catch {
    // It went by itself.
  }
}

function stamp(path: string): string | null {
  try {
    const { ino, size, mtimeMs } = lstatSync(path);
    return `${ino} ${size} ${mtimeMs}`;
  } catch {
    return null;
  }
}

/** A process whose working directory is the worktree or below; where the system does not show it, the stillness decides. */
function somebodyIsIn(dir: string): boolean {
  if (process.platform !== 'linux') return false;
  const real = realpathSync(dir);
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name) || Number(name) === process.pid) continue;
    try {
      const cwd = readlinkSync(`/proc/${name}/cwd`);
      if (cwd === real || cwd.startsWith(real + sep)) return true;
    } catch {
      // It ended, or is not ours to look at.
    }
  }
  return false;
}
