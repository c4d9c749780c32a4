import { bringHome } from '../../engine/bring-home.js';
import { reasonText } from '../../core/run/plan-outcome.js';
import { fail, ok } from '../../core/result.js';
import type { CommandModule } from '../command.js';

export const command: CommandModule = {
  define(command) {
    command
      .requiredOption('--phase <phase>', 'the phase')
      .requiredOption('--plan <id>', 'the plan whose agent has answered');
  },
  async run({ options }, io) {
    const phase = String(options['phase']);
    const session = io.session;
    if (!session) return fail({ reason: 'no-session', verb: 'plan home', phase });
    const attempt = [...session.attempts.values()].find((live) => live.plan.id === options['plan']);
    if (!attempt)
      return fail({
        reason: 'plan-not-found',
        phase,
        plan: String(options['plan']),
        known: [...session.attempts.keys()],
      });
    const outcome = await bringHome(session, attempt);
    session.outcomes.set(attempt.plan.id, outcome);
    if (outcome.status !== 'done')
      return fail({
        reason: 'plan-not-done',
        plan: attempt.plan.id,
        status: outcome.status,
        detail: outcome.detail ?? '',
      });
    return ok({
      json: { plan: attempt.plan.id, status: outcome.status, commits: outcome.commits, reason: reasonText(outcome) },
      human: `${attempt.plan.id} is home`,
    });
  },
};
