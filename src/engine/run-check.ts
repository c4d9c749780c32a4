import { notDone, type PlanOutcome } from '../core/run/plan-outcome.js';
import { agentEnvironment } from './agent-environment.js';
import type { LiveAttempt, RunSession } from './run-session.js';

/** A check that runs longer than this has hung. */
const CHECK_TIMEOUT_MS = 60 * 60_000;

/** Runs `msd.check` in the plan's worktree before its merge; null where it passes or there is none. */
export async function runCheck(session: RunSession, attempt: LiveAttempt): Promise<PlanOutcome | null> {
  if (session.options.check === null) return null;
  const log = `${attempt.dispatch.attemptDir}/check.log`;
  const result = await session.world.agents.runCommand({
    argv: session.options.check,
    cwd: attempt.dir,
    env: agentEnvironment(session, attempt.dispatch, { promptFile: '', planFile: '', resultFile: '' }),
    logFile: log,
    timeoutMs: CHECK_TIMEOUT_MS,
    signal: session.interrupted,
  });
  if (result.exitCode === 0) return null;
  const how = result.timedOut ? 'did not end in time' : `ended with ${result.exitCode ?? 'a signal'}`;
  const last = result.tail.trimEnd().split('\n').at(-1) ?? '';
  return notDone('failed', 'check-failed', `msd.check ${how} (${last.slice(0, 200)}); its output is in ${log}`, {
    worktree: attempt.dir,
  });
}
