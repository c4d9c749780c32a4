import { fail, ok, type Result } from '../../core/result.js';
import type { WorldFailure } from '../../core/world-failures.js';
import { ownIdentity } from '../process-identity.js';
import type { Checkout, Worktree, WorktreeSpec } from './port.js';
import { findRegistration, writeOwner } from './worktree-record.js';

/**
 * Writes the owner of a worktree that a host made into its git directory, as for one that msd made itself. Said again for
 * the same plan it changes nothing; another plan's is left alone.
 */
export function adoptWorktree(
  checkout: Checkout,
  { path, branch, base }: Pick<Worktree, 'path' | 'branch' | 'base'>,
  { run, plan }: WorktreeSpec['owner'],
  now: Date,
): Result<null, WorldFailure> {
  const entry = findRegistration(checkout.commonDir, path);
  const refused = (cause: string) => fail<WorldFailure>({ reason: 'file-unwritable', path, cause });
  if (entry === null) return refused('it is not a linked worktree of this repository');
  if (entry.owner !== null)
    return entry.owner.run === run && entry.owner.plan === plan
      ? ok(null)
      : refused(`it is the worktree of plan ${entry.owner.plan}, run ${entry.owner.run}`);
  try {
    writeOwner(entry.gitDir, { run, plan, ...ownIdentity(), base, branch, createdAt: now.toISOString() });
    return ok(null);
  } catch (error) {
    return refused((error as NodeJS.ErrnoException).code ?? 'unknown');
  }
}
