import type { FailureReason } from '../core/failure.js';
import { environmentFault } from '../core/run/environment.js';
import { notDone, type PlanOutcome, type PlanReason } from '../core/run/plan-outcome.js';
import type { RunSession } from './run-session.js';

/**
 * How a plan ends that the world failed: `environment` where disk, rights or store are at fault, else what is said of it.
 * @param detail words for what is not the environment's; default the failure's reason
 */
export function worldFault(
  failure: { readonly reason: string },
  kept: { readonly worktree?: string | null; readonly code?: PlanReason; readonly detail?: string } = {},
): PlanOutcome {
  const fault = environmentFault(failure);
  const { code = 'internal', detail = failure.reason, worktree = null } = kept;
  return notDone('failed', fault ? 'environment' : code, fault ?? detail, {
    worktree,
    next: fault ? 'mend that, then run the same command again' : null,
  });
}

/** Something of the run's end could not be written down; the run exits 7, and the next one settles it. */
export function couldNotRecord(session: RunSession, what: string, failure: { readonly reason: FailureReason }): void {
  session.fault = environmentFault(failure) ?? failure.reason;
  session.emit({ type: 'notice', code: failure.reason, message: `${what} could not be recorded` });
}
