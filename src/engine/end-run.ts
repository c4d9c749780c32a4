import { type PlanOutcome, reasonText, runVerdict } from '../core/run/plan-outcome.js';
import type { RunEvent } from '../core/event.js';
import type { RunSession } from './run-session.js';

/** Closes a run: its verdict, its last event, the phase given back, the integration branch let go where it has landed. */
export async function endRun(session: RunSession): Promise<Extract<RunEvent, { type: 'run-finished' }>> {
  const { world, row, checkout } = session;
  const plans = (session.index?.plans ?? []).flatMap((plan) => {
    const outcome = session.outcomes.get(plan.id);
    return outcome ? [{ id: plan.id, status: outcome.status, commits: outcome.commits, reason: reasonText(outcome) }] : [];
  });
  const outcomes: PlanOutcome[] = [...session.outcomes.values()];
  const verdict = runVerdict(outcomes, session.landing, session.interrupted.aborted);
  const tip = await world.git.resolve(checkout, session.integrationRef);
  const settled = session.landing === 'landed' || session.landing === 'nothing';
  const keepsNothing = outcomes.every((o) => o.worktree === null);
  if (tip !== null && settled && (keepsNothing || session.landing === 'landed') && !session.interrupted.aborted)
    await world.git.updateRef(checkout, session.integrationRef, null, tip);
  const event = { type: 'run-finished', ...verdict, plans, branch: row.branch, integrationBranch: row.integrationBranch } as const;
  world.store.closeRun(row.id, verdict.status, verdict.exitCode);
  session.emit(event);
  return event;
}
