import type { Schedule } from '../../core/phase/schedule.js';
import { scheduledEvent } from '../../engine/scheduled-event.js';
import type { CommandOutput } from '../command.js';
import { paintFor } from './paint.js';
import { eventLines } from './run-lines.js';

/** The answer of `--dry-run`: the schedule with its reasons. */
export function describeSchedule(schedule: Schedule): CommandOutput {
  const event = scheduledEvent(schedule);
  const run = event.plans.filter((plan) => plan.action === 'run').length;
  const lines = [
    ...eventLines(event, paintFor(false)),
    '',
    `${run} of ${event.plans.length} plans would run; nothing was touched`,
  ];
  return { json: { plans: event.plans }, human: lines.join('\n') };
}
