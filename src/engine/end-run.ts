import { type PlanOutcome, reasonText, runVerdict } from '../core/run/plan-outcome.js';
import type { RunEvent } from '../core/event.js';
import { addUsage } from '../core/run/usage.js';
import { tidied } from './let-go.js';
import type { RunSession } from './run-session.js';
import { settleRunNotices } from './tell-primary.js';
import { couldNotRecord } from './world-fault.js';

/**
 * Closes a run: its verdict, its last event, the phase given back, the integration branch let go where it has landed.
 * @param fault the reason of the failure that ended the walk, where one did
 */
export async function endRun(
  session: RunSession,
  fault: string | null = null,
): Promise<Extract<RunEvent, { type: 'run-finished' }>> {
  const { world, row, checkout } = session;
  const plans = session.index.plans.flatMap((plan) => {
    const outcome = session.outcomes.get(plan.id);
    return outcome
      ? [{ id: plan.id, status: outcome.status, commits: outcome.commits, reason: reasonText(outcome) }]
      : [];
  });
  const outcomes: PlanOutcome[] = [...session.outcomes.values()];
  const landing = session.landed?.kind ?? 'nothing';
  const violated = await world.isolation.openViolations();
  for (const who of violated)
    session.emit({
      type: 'notice',
      code: 'isolation-violation',
      message: `an executor started in the main checkout: ${who}; look at what it did, then: msd guard violations --settle`,
    });
  settleRunNotices(session, violated);
  const left = violated.length > 0 ? 'left' : landing;
  const verdict = runVerdict(outcomes, left, session.interrupted.aborted, session.fault);
  const tip = await world.git.resolve(checkout, session.integrationRef);
  const settled = landing === 'landed' || (landing === 'nothing' && tip === row.base);
  if (tip !== null && settled && !session.interrupted.aborted && fault === null)
    await world.git.updateRef(checkout, session.integrationRef, null, tip);
  const usage = addUsage(session.usage);
  const event = {
    type: 'run-finished',
    ...verdict,
    plans,
    branch: row.branch,
    integrationBranch: row.integrationBranch,
    ...(usage === null ? {} : { usage }),
  } as const;
  await world.isolation.forgetRun(row.id);
  await tidied(session);
  world.git.recordCommonDir(session.paths.run, null);
  await world.git.sweep(checkout, session.paths.msd);
  const closed = world.store.closeRun(row.id, verdict.status, verdict.exitCode);
  if (!closed.ok) couldNotRecord(session, 'the end of the run', closed.error);
  const told = closed.ok || event.exitCode === 130 ? event : ({ ...event, status: 'failed', exitCode: 7 } as const);
  session.emit(told);
  return told;
}
