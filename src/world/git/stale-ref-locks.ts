import { lstatSync, readdirSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';

/** Git holds the lock of a ref for milliseconds. */
const STILL_MS = 2000;

/**
 * Removes the locks that killed git commands left on msd's own refs (its branches and salvage refs), never on others'.
 * @param prefix the first part of the names of msd's branches
 * @returns their paths
 */
export function sweepRefLocks(commonDir: string, prefix: string, dryRun: boolean): readonly string[] {
  const own = [join(commonDir, 'refs', 'heads', prefix), join(commonDir, 'refs', 'msd')];
  return own.flatMap(locksBelow).filter((path) => {
    try {
      if (Date.now() - lstatSync(path).mtimeMs < STILL_MS) return false;
      if (!dryRun) unlinkSync(path);
      return true;
    } catch {
      return false;
    }
  });
}

function locksBelow(dir: string): string[] {
  try {
    return readdirSync(dir, { withFileTypes: true }).flatMap((entry) => {
      const path = join(dir, entry.name);
      if (entry.isDirectory()) return locksBelow(path);
      return entry.name.endsWith('.lock') ? [path] : [];
    });
  } catch {
    return [];
  }
}
