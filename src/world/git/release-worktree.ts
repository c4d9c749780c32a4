import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync, renameSync, rmdirSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import process from 'node:process';
import { fail, ok, type Result } from '../../core/result.js';
import type { WorldFailure } from '../../core/world-failures.js';
import type { Checkout } from '../world.js';
import type { Git } from './git.js';
import { withRegistryLock } from './registry-lock.js';
import { registrations } from './worktree-record.js';

/** Directories that were renamed away and wait to be deleted begin so. */
export const TRASH_PREFIX = '.msd-trash-';

/**
 * Lets a worktree go: renamed away at once, its registration removed, the files deleted in the background. Exactly this
 * worktree: git's own `prune` would also drop those of others whose disk is not there today.
 */
export async function releaseWorktree(git: Git, checkout: Checkout, path: string): Promise<Result<null, WorldFailure>> {
  const entry = registrations(checkout.commonDir).find((known) => known.path === path);
  const trash = join(dirname(path), `${TRASH_PREFIX}${randomBytes(6).toString('hex')}-${basename(path).slice(0, 40)}`);
  const isThere = existsSync(path);
  try {
    if (isThere) renameSync(path, trash);
  } catch (error) {
    return fail({ reason: 'file-unwritable', path, cause: (error as Error).message });
  }
  if (entry) {
    const args = ['worktree', 'remove', '--force', '--force', '--', path];
    const done = await withRegistryLock(checkout.commonDir, () => git(args, { cwd: checkout.commonDir }));
    if (!done.ok) return done;
    if (!done.value.ok) return done.value;
  }
  if (isThere) deleteInBackground(trash);
  else removeEmpty(dirname(path));
  return ok(null);
}

/** Outlives this process. Links are removed as links. */
function deleteInBackground(dir: string): void {
  if (process.platform === 'win32') {
    void rm(dir, { recursive: true, force: true, maxRetries: 3 });
    return;
  }
  const child = spawn('rm', ['-rf', '--', dir], { detached: true, stdio: 'ignore' });
  child.on('error', () => void rm(dir, { recursive: true, force: true }));
  child.on('exit', () => removeEmpty(dirname(dir)));
  child.unref();
}

function removeEmpty(dir: string): void {
  try {
    if (readdirSync(dir).length === 0) rmdirSync(dir);
  } catch {
    // Somebody uses it again, or it is gone.
  }
}
