import { bringHome } from '../../engine/bring-home.js';
import type { AgentReport } from '../../engine/harness-report.js';
import { type AgentResult, parseAgentResult, RESULT_FILE_LIMIT } from '../../core/run/agent-result.js';
import { reasonText } from '../../core/run/plan-outcome.js';
import { fail, ok } from '../../core/result.js';
import type { CommandModule } from '../command.js';
import { defineHarness, harnessRun } from '../harness-run.js';
import type { Io } from '../io.js';

/**
 * `msd plan home`: brings one plan home. As a step of a run, the one whose agent has just answered; from a host's session
 * that started the agent itself, the one that it reports (ADR 0020).
 */
export const command: CommandModule = {
  define(command) {
    defineHarness(command);
    command
      .requiredOption('--plan <id>', 'the plan whose agent has answered')
      .option(
        '--branch <branch>',
        "the branch of the agent's worktree, as the host named it; leave out where it named none",
      )
      .option('--answer <json>', "the last line of the agent's answer; - reads it from stdin");
  },
  async run(input, io) {
    const { options } = input;
    const phase = String(options['phase']);
    const plan = String(options['plan']);
    const session = io.session;
    if (!session) {
      const answer = await readAnswer(options['answer'], io);
      const branch = typeof options['branch'] === 'string' ? options['branch'] : null;
      return harnessRun(input, io, 'plan home', { plan, branch, ...answer });
    }
    const attempt = [...session.attempts.values()].find((live) => live.plan.id === plan);
    if (!attempt) return fail({ reason: 'plan-not-found', phase, plan, known: [...session.attempts.keys()] });
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

/**
 * The agent's answer: the last line that is a JSON object. An agent that only says in words that it is done is believed as
 * far as its commits go; anything else that looks like an answer and is none is said.
 */
async function readAnswer(given: unknown, io: Io): Promise<Pick<AgentReport, 'result' | 'resultProblem'>> {
  const none: { result: AgentResult | null; resultProblem: string | null } = { result: null, resultProblem: null };
  if (typeof given !== 'string') return none;
  const text = given === '-' ? (await io.readStdin()).toString('utf8') : given;
  if (text.length > RESULT_FILE_LIMIT) return { ...none, resultProblem: 'the answer is too long' };
  const line = text.split('\n').findLast((each) => each.trim().startsWith('{'));
  if (line === undefined) return none;
  const parsed = parseAgentResult(line.trim());
  return parsed.ok ? { ...none, result: parsed.value } : { ...none, resultProblem: parsed.error };
}
