import { notDone } from '../core/run/plan-outcome.js';
import type { PlanEntry } from '../core/phase/plan-index.js';
import type { DispatchRow } from '../world/store/port.js';
import { type RenderPrompt, recordPlace, startAgent } from './dispatch.js';
import { planPlaces } from './places.js';
import type { AskedPlan, PlanTurn } from './plan-turn.js';
import { worldFault } from './world-fault.js';
import type { RunSession } from './run-session.js';
import { settle } from './settle.js';

/** Goes on with a plan whose question was answered: the obligation is handed to a fresh executor in the same worktree. */
export async function continuePlan(
  session: RunSession,
  plan: PlanEntry,
  { dispatch }: AskedPlan,
  render: RenderPrompt,
): Promise<PlanTurn> {
  const { store } = session.world;
  const known = store.dispatches(dispatch.run);
  const attempt = known.ok ? known.value.filter((d) => d.plan === plan.id).length + 1 : dispatch.attempt + 1;
  const attemptDir = `${dispatch.attemptDir.slice(0, dispatch.attemptDir.lastIndexOf('/'))}/${attempt}`;
  const handed = store.handOff(dispatch.id, { attempt, attemptDir, deadlineMs: session.options.planTimeoutMs });
  if (!handed.ok) {
    const outcome = worldFault(handed.error, { worktree: dispatch.worktree });
    return { kind: 'ended', outcome: settle(session, dispatch, outcome) };
  }
  return startContinuation(session, plan, handed.value, render);
}

/** Starts the executor that an obligation was handed to. */
export async function startContinuation(
  session: RunSession,
  plan: PlanEntry,
  dispatch: DispatchRow,
  render: RenderPrompt,
): Promise<PlanTurn> {
  const { files } = session.world;
  const { worktree, attemptDir, base } = dispatch;
  const problem = files.exists(worktree)
    ? dispatch.isolation === 'none'
      ? null
      : await recordPlace(session, dispatch)
    : notDone('failed', 'worktree-failed', `${worktree} is gone, and with it where the plan was to go on`);
  if (problem) return { kind: 'ended', outcome: settle(session, dispatch, problem) };
  const places = {
    promptFile: `${attemptDir}/prompt.md`,
    worktree,
    ...(await planPlaces(session, plan, worktree, base)),
  };
  return startAgent(session, plan, dispatch, places, render);
}
