import { existsSync, readdirSync, readFileSync, rmdirSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { clearDeadLock } from './file-lock.js';
import { type ProcessIdentity, provenDead } from './process-identity.js';

/** A file being written, by the number of the process that writes it: `name.PID.tmp`, `name.lock.tmp-PID-…`. */
const BY_NUMBER = /\.(\d+)\.tmp$|\.lock\.(?:claim-[0-9a-f]+\.)?tmp-(\d+)-[0-9a-f]+$/;
/** The right to remove a lock; it says itself whose it is. */
const CLAIM = /\.lock\.claim-[0-9a-f]{16}$/;

/**
 * Removes what killed processes of msd left and nobody will ever use: files they were writing, locks they held, folders for
 * worktrees in which there is none. A file whose process may still live stays.
 * @param dryRun only say what would go
 * @returns what went; absolute paths
 */
export function sweepLeavings(
  places: { readonly msd: string; readonly commonDir: string; readonly gitDir: string },
  dryRun = false,
): readonly string[] {
  const { msd, commonDir, gitDir } = places;
  const swept: string[] = [];
  for (const dir of foldersOfMsd(msd, commonDir, gitDir)) {
    for (const name of namesIn(dir)) {
      const path = join(dir, name);
      const dead = isDead(path, name);
      if (!dead || (!dryRun && !remove(path, name))) continue;
      swept.push(path);
    }
  }
  const worktrees = join(msd, 'worktrees');
  for (const path of [...namesIn(worktrees).map((name) => join(worktrees, name)), worktrees]) {
    const empty = existsSync(path) && namesIn(path).every((name) => swept.includes(join(path, name)));
    if (empty && isFolder(path) && (dryRun || removeFolder(path))) swept.push(path);
  }
  return swept;
}

/** The only folders that msd writes such files in; nothing below a worktree is looked at. */
function foldersOfMsd(msd: string, commonDir: string, gitDir: string): readonly string[] {
  const below = (dir: string): string[] => namesIn(dir).map((name) => join(dir, name));
  const runs = below(join(msd, 'runs'));
  const plans = runs.flatMap(below);
  const entries = below(join(commonDir, 'worktrees'));
  return [
    ...new Set([
      ...[msd, ...runs, ...plans, ...plans.flatMap(below)],
      ...[gitDir, join(gitDir, 'msd'), join(commonDir, 'msd'), ...entries],
    ]),
  ];
}

function isDead(path: string, name: string): boolean {
  const number = BY_NUMBER.exec(name);
  if (number) return provenDead({ pid: Number(number[1] ?? number[2]), startTime: null, bootId: null });
  if (!CLAIM.test(name) && !isLock(name)) return false;
  const holder = readHolder(path);
  return holder !== null && provenDead(holder);
}

/** Locks of msd's own making; git's are not among them. */
const isLock = (name: string): boolean => name === 'worktrees.lock' || name === 'dispatch-isolation-sentinel.json.lock';

function readHolder(path: string): ProcessIdentity | null {
  try {
    const holder = JSON.parse(readFileSync(path, 'utf8')) as Partial<ProcessIdentity> | null;
    return typeof holder?.pid === 'number' ? (holder as ProcessIdentity) : null;
  } catch {
    return null;
  }
}

function remove(path: string, name: string): boolean {
  try {
    if (isLock(name)) return clearDeadLock(path);
    unlinkSync(path);
    return true;
  } catch {
    return false;
  }
}

function removeFolder(path: string): boolean {
  try {
    rmdirSync(path);
    return true;
  } catch {
    return false;
  }
}

function isFolder(path: string): boolean {
  try {
    readdirSync(path);
    return true;
  } catch {
    return false;
  }
}

function namesIn(dir: string): string[] {
  try {
    return readdirSync(dir);
  } catch {
    return [];
  }
}
