import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sweepRefLocks } from './stale-ref-locks.js';
import type { GitDirs } from './repository-files.js';

/** What msd keeps in a repository for people to look at, and no run misses. */
const KEPT = new Set(['undone']);

/**
 * Whether a repository certainly holds nothing that a run of msd may have left: no linked worktree, no branch that may be
 * msd's, no lock, note or trash. From its files alone; where those do not tell (another format of refs, branches of the
 * person's that begin alike) the answer is no, and git is to be asked.
 */
export function holdsNothing({ gitDir, commonDir }: GitDirs): boolean {
  if (existsSync(join(commonDir, 'reftable')) || names(join(commonDir, 'worktrees')).length > 0) return false;
  if (names(join(commonDir, 'refs', 'heads')).some((name) => /^msd/i.test(name))) return false;
  if (/ refs\/heads\/msd/i.test(read(join(commonDir, 'packed-refs')))) return false;
  if (names(join(commonDir, 'msd')).some((name) => !KEPT.has(name))) return false;
  return !existsSync(join(gitDir, 'msd', 'landing.json')) && sweepRefLocks(commonDir, 'msd', true).length === 0;
}

function names(dir: string): readonly string[] {
  try {
    return readdirSync(dir);
  } catch {
    return [];
  }
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
