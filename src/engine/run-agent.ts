import type { PlanEntry } from '../core/phase/plan-index.js';
import { notDone, type PlanOutcome } from '../core/run/plan-outcome.js';
import type { Attempt, AttemptEnd } from '../world/processes/port.js';
import type { DispatchRow } from '../world/store/port.js';
import type { HostVerdict } from '../world/hosts/port.js';
import { agentEnvironment } from './agent-environment.js';
import { keepAlive } from './keep-alive.js';
import { limitRate } from './progress-rate.js';
import { worldFault } from './world-fault.js';
import type { RunSession } from './run-session.js';

/** Waits between tries while a host is down or limits the rate: doubling, capped. Milliseconds. */
const HOST_BACKOFF = { first: 15_000, most: 10 * 60_000 };

/** Bytes of the end of a log that hosts are asked about: the last event of a session may be long. */
const LOG_TAIL = 64 * 1024;

/** Starts the agent, as often as the host is unavailable, and waits for its end. */
export async function runAgent(
  session: RunSession,
  plan: PlanEntry,
  dispatch: DispatchRow,
  promptFile: string,
  planFile: string,
): Promise<AttemptEnd | { readonly outcome: PlanOutcome }> {
  const { world, host, emit } = session;
  const deadline = world.clock.now().getTime() + session.options.planTimeoutMs;
  let backoff = HOST_BACKOFF.first;
  for (;;) {
    const answerDir = `${dispatch.attemptDir}/answer`;
    const resultFile = `${answerDir}/result.json`;
    const token = world.store.issueToken(dispatch.id);
    if (!token.ok) return { outcome: worldFault(token.error, { worktree: dispatch.worktree }) };
    const { worktree, attemptDir } = dispatch;
    const call = host.invocation({ worktree, promptFile, attemptDir, answerDir });
    emit({
      type: 'plan-started',
      plan: plan.id,
      attempt: dispatch.attempt,
      worktree: dispatch.worktree,
      branch: dispatch.branch,
      base: dispatch.base,
      log: `${dispatch.attemptDir}/agent.log`,
    });
    const pulse = keepAlive(session, dispatch);
    const tell = limitRate(world.clock, (line) => emit({ type: 'plan-progress', plan: plan.id, line }));
    const started = await world.agents.start({
      dir: dispatch.attemptDir,
      argv: call.argv,
      cwd: dispatch.worktree,
      env: {
        ...agentEnvironment(session, dispatch, { promptFile, planFile, resultFile }),
        MSD_AGENT_TOKEN: token.value,
        ...call.env,
      },
      promptFile,
      promptOnStdin: call.promptOnStdin,
      resultFile,
      timeoutMs: Math.max(1, deadline - world.clock.now().getTime()),
      onLine: (line) => {
        pulse.sign('output');
        const shown = host.progress(line);
        if (shown !== null) tell(shown);
      },
    });
    if (!started.ok)
      return { outcome: worldFault(started.error, { code: 'agent-failed', worktree: dispatch.worktree }) };
    const end = await untilEnd(session, plan, dispatch, started.value);
    pulse.stop();
    const logTail = world.files.tail(`${attemptDir}/agent.log`, LOG_TAIL);
    tellReport(session, dispatch, logTail);
    if (session.interrupted.aborted) return end;
    const verdict: HostVerdict = host.verdict(end, logTail);
    if (verdict.kind === 'ended') return end;
    if (verdict.kind === 'failed')
      return { outcome: notDone('failed', 'agent-failed', verdict.detail, { worktree: dispatch.worktree }) };
    const wait = Math.min(verdict.retryAfterMs ?? backoff, HOST_BACKOFF.most);
    if (world.clock.now().getTime() + wait >= deadline)
      return {
        outcome: notDone('failed', 'host-unavailable', `${host.name}: ${verdict.detail}`, {
          worktree: dispatch.worktree,
        }),
      };
    emit({
      type: 'notice',
      code: 'host-unavailable',
      message: `${host.name} is unavailable (${verdict.detail}); ${plan.id} waits ${Math.round(wait / 1000)} s`,
    });
    await world.clock.wait(wait, session.interrupted);
    if (session.interrupted.aborted) return end;
    backoff *= 2;
  }
}

/** Says what the session used, and which tools it was not allowed to use. */
function tellReport(session: RunSession, { plan, attempt }: DispatchRow, logTail: string): void {
  const { host, emit } = session;
  const { usage, denied } = host.report(logTail);
  if (usage !== null) {
    session.usage.push(usage);
    emit({ type: 'plan-usage', plan, attempt, host: host.name, version: host.version, usage });
  }
  if (denied.length > 0) {
    const message = `${plan}: its host did not let it use ${denied.slice(0, 10).join(', ')}; its log tells what for`;
    emit({ type: 'notice', code: 'tools-denied', message });
  }
}

/** Waits for the end, under the watchdog's eyes; stops the agent when the run is interrupted. */
export async function untilEnd(
  session: RunSession,
  plan: PlanEntry,
  dispatch: DispatchRow,
  attempt: Attempt,
): Promise<AttemptEnd> {
  const stop = () => void attempt.stop('stopped');
  if (session.interrupted.aborted) stop();
  session.interrupted.addEventListener('abort', stop, { once: true });
  session.live.set(dispatch.id, { dispatch, plan, attempt });
  const end = await attempt.end;
  session.live.delete(dispatch.id);
  session.interrupted.removeEventListener('abort', stop);
  return end;
}
