import { join } from 'node:path';
import { fail, ok, type Result } from '../../core/result.js';
import type { RepositoryBusy } from '../../core/world-failures.js';
import { withFileLock } from '../file-lock.js';

/** How long another msd may be registering worktrees before this one gives up. */
const PATIENCE_MS = 120_000;

/**
 * One change of the repository's list of worktrees at a time, over all checkouts and processes of msd: concurrent
 * `git worktree add` reads the half-written entries of others and fails now and then (DESIGN §12).
 */
export async function withRegistryLock<T>(
  commonDir: string,
  work: () => Promise<T>,
): Promise<Result<T, RepositoryBusy>> {
  const done = await withFileLock(join(commonDir, 'msd', 'worktrees.lock'), PATIENCE_MS, work);
  if (done.ok) return ok(done.value);
  return fail({ reason: 'repository-busy', path: done.error.path, pid: done.error.holder?.pid ?? null });
}
