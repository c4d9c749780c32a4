import { existsSync, rmdirSync, statSync } from 'node:fs';
import { provenDead } from '../process-identity.js';
import { withRegistryLock } from './registry-lock.js';
import { dropRegistration } from './release-worktree.js';
import { isHandedOver, type Registration, registrations } from './worktree-record.js';

/** Git makes an entry and fills it in the same breath; one that has been empty for longer was left by a killed git. */
const STILL_MS = 1000;

/**
 * Drops what a killed `git worktree add` of msd left in the list of worktrees: entries that were never handed over, whose
 * maker is dead, and for which there is no folder. They are locked, so git itself would keep them for ever.
 * @returns their paths
 */
export async function sweepHalfRegistered(commonDir: string, dryRun: boolean): Promise<readonly string[]> {
  if (halfRegistered(commonDir).length === 0) return [];
  if (dryRun) return halfRegistered(commonDir).map((entry) => entry.gitDir);
  const swept: string[] = [];
  await withRegistryLock(commonDir, async () => {
    for (const entry of halfRegistered(commonDir)) {
      try {
        if (entry.owner === null) rmdirSync(entry.gitDir);
        else dropRegistration(commonDir, entry.gitDir);
        swept.push(entry.gitDir);
      } catch {
        // Somebody fills it after all, or it cannot be removed: the next run looks again.
      }
    }
  });
  return swept;
}

function halfRegistered(commonDir: string): readonly Registration[] {
  return registrations(commonDir).filter(({ gitDir, owner, path }) => {
    if (owner === null) return path === null && !existsSync(`${gitDir}/locked`) && isOld(gitDir);
    return !isHandedOver(gitDir) && provenDead(owner) && (path === null || !existsSync(path));
  });
}

function isOld(path: string): boolean {
  try {
    return Date.now() - statSync(path).mtimeMs > STILL_MS;
  } catch {
    return false;
  }
}
