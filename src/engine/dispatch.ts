import { readAnswer } from '../core/run/answer.js';
import { notDone, type PlanOutcome } from '../core/run/plan-outcome.js';
import type { Failure } from '../core/failure.js';
import type { Result } from '../core/result.js';
import type { PlanEntry } from '../core/phase/plan-index.js';
import type { Attempt, AttemptEnd, DispatchRow, HostVerdict } from '../world/world.js';
import { agentEnvironment } from './agent-environment.js';
import { undoCommonDirChanges } from './gather-evidence.js';
import { landNow } from './land.js';
import type { RunSession } from './run-session.js';
import { prepareWorktree } from './prepare-worktree.js';
import { keepAlive } from './keep-alive.js';
import { limitRate } from './progress-rate.js';
import { placesFor } from './places.js';

/** What the gate recorded for a plan; `isolation` is a value of the vocabulary (DESIGN §5). */
export interface GateDecision {
  readonly isolation: string;
  readonly reason: string;
  readonly producer: string;
}

/** Renders the prompt of one dispatch from the record; the plan's place differs where `.planning` is not tracked. */
export type RenderPrompt = (places: {
  readonly planFile: string;
  readonly summaryFile: string;
  readonly worktree: string;
}) => Result<{ readonly prompt: string }, Failure>;

/** Waits between tries while a host is down or limits the rate: doubling, capped. Milliseconds. */
const HOST_BACKOFF = { first: 15_000, most: 10 * 60_000 };

/**
 * One dispatch: open the commitment, make the worktree, start the agent under its supervisor, wait for its answer.
 * @returns null where the agent answered "done" (bringing it home comes next), else how the plan ended
 */
export async function dispatchPlan(
  session: RunSession,
  plan: PlanEntry,
  decision: GateDecision,
  render: RenderPrompt,
): Promise<PlanOutcome | null> {
  const { world, emit } = session;
  const isolated = decision.isolation !== 'none';
  emit({
    type: 'isolation-decided',
    plan: plan.id,
    isolation: decision.isolation,
    reason: decision.reason,
    producer: decision.producer,
  });
  if (!isolated) {
    const refused = await makeCheckoutReady(session);
    if (refused) return refused;
  }
  const base = isolated ? await world.git.resolve(session.checkout, session.integrationRef) : session.expectedHead;
  if (base === null) return notDone('failed', 'internal', `${session.integrationRef} is gone`);
  const places = await placesFor(session, plan, isolated, base);
  const opened = world.store.openDispatch({
    run: session.row.id,
    phase: session.row.phase,
    plan: plan.id,
    attempt: places.attempt,
    isolation: decision.isolation,
    base,
    branch: places.branch,
    worktree: places.dir,
    attemptDir: places.attemptDir,
    deadlineMs: session.options.planTimeoutMs,
  });
  if (!opened.ok) return notDone('failed', 'internal', opened.error.reason);
  const dispatch = opened.value;

  if (isolated) {
    const problem = (await recordPlace(session, dispatch)) ?? (await prepareWorktree(session, plan, dispatch));
    if (problem) return settle(session, dispatch, problem);
  }
  const rendered = render(places);
  if (!rendered.ok)
    return settle(
      session,
      dispatch,
      notDone('failed', 'gate-failed', `its prompt cannot be rendered: ${rendered.error.reason}`),
    );
  const written = world.files.write(places.promptFile, rendered.value.prompt);
  if (!written.ok)
    return settle(session, dispatch, notDone('failed', 'internal', `${written.error.path}: ${written.error.cause}`));

  const end = await runAgent(session, plan, dispatch, places.promptFile, places.planFile);
  await undoCommonDirChanges(session, { plan });
  if (session.interrupted.aborted)
    return notDone('skipped', 'interrupted', 'the run was stopped', { worktree: isolated ? places.dir : null });
  if (!('kind' in end)) return settle(session, dispatch, end.outcome);
  const answer = readAnswer(end);
  emit({
    type: 'plan-answered',
    plan: plan.id,
    answer: answer.kind,
    reason: answer.kind === 'done' ? null : answer.kind === 'checkpoint' ? answer.question : answer.detail,
  });
  session.attempts.set(plan.id, {
    dispatch,
    plan,
    dir: places.dir,
    isolated,
    noChanges: answer.kind === 'done' && answer.noChanges,
  });
  switch (answer.kind) {
    case 'done':
      return null;
    case 'checkpoint':
      return notDone('checkpoint', 'checkpoint', answer.question, {
        worktree: places.dir,
        next: `msd run show ${session.row.id}`,
      });
    case 'failed':
    case 'declined':
      return settle(session, dispatch, notDone('failed', answer.code, answer.detail, { worktree: places.dir }));
  }
}

/** From here on a guard knows in which worktree this dispatch runs. */
async function recordPlace(session: RunSession, dispatch: DispatchRow): Promise<PlanOutcome | null> {
  const { run, plan, worktree } = dispatch;
  const phase = session.index.phase.token;
  const recorded = await session.world.isolation.recordPlace({ run, phase, plan, worktree });
  return recorded.ok
    ? null
    : notDone('failed', 'gate-failed', `its place could not be recorded: ${recorded.error.reason}`);
}

/** A plan that runs in the main checkout needs what is home landed and no tracked file dirty (DESIGN §8). */
async function makeCheckoutReady(session: RunSession): Promise<PlanOutcome | null> {
  const { git } = session.world;
  const dirt = await git.dirt(session.checkout.root);
  if (!dirt.ok) return notDone('failed', 'internal', dirt.error.reason);
  if (dirt.value.tracked.length > 0)
    return notDone(
      'failed',
      'main-checkout-dirty',
      `this plan runs in ${session.checkout.root}, where these are not committed: ${dirt.value.tracked.slice(0, 5).join(', ')}`,
      {
        next: 'commit or restore them, then run the same command again',
      },
    );
  const landed = await landNow(session);
  if (landed.kind === 'left')
    return notDone('failed', 'main-checkout-dirty', `what is home cannot be landed first: ${landed.reason}`, {
      next: landed.next,
    });
  return null;
}

/** Starts the agent, as often as the host is unavailable, and waits for its end. */
async function runAgent(
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
    const resultFile = `${dispatch.attemptDir}/result.json`;
    const call = host.invocation({ worktree: dispatch.worktree, promptFile, attemptDir: dispatch.attemptDir });
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
      env: { ...agentEnvironment(session, dispatch, { promptFile, planFile, resultFile }), ...call.env },
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
      return { outcome: notDone('failed', 'agent-failed', `${started.error.reason}`, { worktree: dispatch.worktree }) };
    const end = await untilEnd(session, started.value);
    pulse.stop();
    if (session.interrupted.aborted) return end;
    const verdict: HostVerdict = host.verdict(end, world.files.tail(`${dispatch.attemptDir}/agent.log`, 16_384));
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

/** Waits for the end; stops the agent when the run is interrupted. */
export async function untilEnd(session: RunSession, attempt: Attempt): Promise<AttemptEnd> {
  const stop = () => void attempt.stop('stopped');
  if (session.interrupted.aborted) stop();
  session.interrupted.addEventListener('abort', stop, { once: true });
  const end = await attempt.end;
  session.interrupted.removeEventListener('abort', stop);
  return end;
}

/** Closes the commitment of a plan that did not come home; its worktree and branch stay where they are. */
export function settle(session: RunSession, dispatch: DispatchRow, outcome: PlanOutcome): PlanOutcome {
  const declined = outcome.code === 'agent-declined';
  const said = session.world.store.settleDispatch(dispatch.id, {
    type: declined ? 'DECLINE' : 'FAILURE',
    reason: `${outcome.code}: ${outcome.detail ?? ''}`,
    commits: [],
    merged: null,
  });
  if (!said.ok)
    session.emit({
      type: 'notice',
      code: said.error.reason,
      message: `the end of ${dispatch.plan} could not be recorded`,
    });
  return outcome;
}
