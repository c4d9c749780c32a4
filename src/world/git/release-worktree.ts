import { lstatSync } from 'node:fs';
import { dirname } from 'node:path';
import { fail, ok, type Result } from '../../core/result.js';
import type { WorldFailure } from '../../core/world-failures.js';
import type { Checkout } from './port.js';
import { withRegistryLock } from './registry-lock.js';
import { discard, putAway, removeEmptyFolder } from './trash.js';
import { findRegistration } from './worktree-record.js';

/**
 * Lets a worktree go: out of sight at once, its entry removed, the files deleted in the background. Exactly this worktree:
 * git's own `prune` would also drop those of others whose disk is not there today. What msd did not make is refused; what is
 * gone already is not missed.
 */
export async function releaseWorktree(checkout: Checkout, path: string): Promise<Result<null, WorldFailure>> {
  const { commonDir } = checkout;
  const entry = findRegistration(commonDir, path);
  const there = exists(path);
  if (entry === null ? there : entry.owner === null)
    return fail({ reason: 'file-unwritable', path, cause: 'it is not on record as a worktree that msd made' });
  const away: string[] = [];
  let place = path;
  try {
    if (there) away.push(putAway(commonDir, path));
    else removeEmptyFolder(dirname(path));
    if (entry === null) return ok(null);
    place = entry.gitDir;
    const done = await withRegistryLock(commonDir, async () => putAway(commonDir, entry.gitDir));
    if (!done.ok) return done;
    away.push(done.value);
    return ok(null);
  } catch (error) {
    return fail({ reason: 'file-unwritable', path: place, cause: (error as Error).message });
  } finally {
    discard(commonDir, away);
  }
}

/**
 * Removes a worktree's entry in one step, by renaming it out of git's sight: a git command that reads the list meanwhile
 * finds it whole or not at all. Call under the registry lock.
 */
export function dropRegistration(commonDir: string, gitDir: string): void {
  discard(commonDir, [putAway(commonDir, gitDir)]);
}

function exists(path: string): boolean {
  try {
    lstatSync(path);
    return true;
  } catch {
    return false;
  }
}
