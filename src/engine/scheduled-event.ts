import type { RunEvent } from '../core/event.js';
import type { PlanId } from '../core/phase/plan-id.js';
import type { Schedule, ScheduledPlan, ScheduleOptions } from '../core/phase/schedule.js';
import { done, notDone, type PlanOutcome, reasonText } from '../core/run/plan-outcome.js';
import { unreachable } from '../core/unreachable.js';
import type { RunOptions } from './run-session.js';

/** What the schedule is made by: the options of a run, and the plans that the ledger knows to be home. */
export function scheduleOptions(
  options: Pick<RunOptions, 'plans' | 'wave' | 'jobs' | 'schedule'>,
  completed: ReadonlySet<PlanId>,
): ScheduleOptions {
  return {
    plans: options.plans.length > 0 ? (options.plans as readonly PlanId[]) : undefined,
    wave: options.wave ?? undefined,
    jobs: options.jobs,
    mode: options.schedule,
    completed,
  };
}

/** A schedule as it is reported. */
export function scheduledEvent(schedule: Schedule): Extract<RunEvent, { type: 'scheduled' }> {
  return {
    type: 'scheduled',
    plans: schedule.plans.map((plan) => {
      const outcome = outcomeOfUnscheduled(plan);
      const reason = outcome ? reasonText(outcome) : plan.alone ? 'alone: nobody knows which files it changes' : null;
      const { id, wave, after, apartFrom, action } = plan;
      return { id, wave, after, apartFrom, action, reason };
    }),
  };
}

/**
 * How a plan that the schedule does not run ends; null for one that runs.
 * @param commits what the ledger knows of a plan that is complete
 */
export function outcomeOfUnscheduled(
  { action, reason }: ScheduledPlan,
  commits: readonly string[] = [],
): PlanOutcome | null {
  if (action === 'run') return null;
  const status = action === 'blocked' ? 'blocked' : 'skipped';
  switch (reason.code) {
    case 'complete':
      return done(commits, 'already-complete');
    case 'runs':
      return notDone(status, 'internal', 'neither run nor refused');
    case 'not-chosen':
      return notDone(status, 'not-selected', 'not asked for');
    case 'stuck':
      return reason.why === 'superseded'
        ? notDone(status, 'superseded', reason.why)
        : notDone(status, 'plan-problem', reason.why, { next: 'msd plan check' });
    case 'dependencies':
      return notDone(
        status,
        'dependency',
        `waits for ${reason.names.slice(0, 10).join(', ')}, which ${reason.names.length === 1 ? 'is' : 'are'} not complete`,
      );
    default:
      return unreachable(reason);
  }
}
