import { notDone, type PlanOutcome } from '../core/run/plan-outcome.js';
import type { PlanEntry } from '../core/phase/plan-index.js';
import type { AttemptEnd } from '../world/processes/port.js';
import type { DispatchRow } from '../world/store/port.js';
import { hearAnswer } from './hear-answer.js';
import { isHome, isOpen } from './dispatch-state.js';
import type { AskedPlan } from './plan-turn.js';
import { untilEnd } from './run-agent.js';
import type { RunSession } from './run-session.js';
import { salvageAttempt } from './salvage-attempt.js';
import { settle } from './settle.js';

/** What an earlier attempt at a plan comes to, when the same phase is run again (DESIGN §8, Recover). */
export type Resumed =
  /** Nothing is left of earlier attempts; the plan runs anew. */
  | { readonly kind: 'anew' }
  /** An earlier attempt answered "done": only bringing it home is left. It is in `session.attempts`. */
  | { readonly kind: 'answered' }
  /** An earlier attempt stopped to ask the person; the question may have been answered meanwhile. */
  | { readonly kind: 'asked'; readonly asked: AskedPlan }
  /** The obligation was handed on to an executor that was never started. */
  | { readonly kind: 'handed-on'; readonly dispatch: DispatchRow }
  /** The run was stopped. */
  | { readonly kind: 'ended'; readonly outcome: PlanOutcome };

/**
 * Looks at what earlier runs of this phase left of a plan. A supervisor that still lives is waited for; an attempt that
 * its supervisor recorded as done goes on to be brought home; everything else is ended, salvaged and run again.
 */
export async function resumePlan(session: RunSession, plan: PlanEntry): Promise<Resumed> {
  const { store } = session.world;
  const runs = store.runs({ phase: session.row.phase });
  if (!runs.ok) return { kind: 'anew' };
  for (const run of runs.value) {
    const dispatches = store.dispatches(run.id);
    for (const dispatch of dispatches.ok ? dispatches.value.filter((d) => d.plan === plan.id) : []) {
      if (isHome(dispatch) || dispatch.state === 'delegated') continue;
      const wanted = session.options.restart !== true && session.options.restart !== plan.id;
      const resumed = wanted && isOpen(dispatch) ? await takeUp(session, plan, dispatch) : null;
      if (resumed) return resumed;
      if (dispatch.settledAt === null) leave(session, dispatch);
      await salvageAttempt(session, dispatch);
    }
  }
  return { kind: 'anew' };
}

/** Closes what an earlier run left open of an attempt that is not taken up. */
function leave(session: RunSession, dispatch: DispatchRow): void {
  settle(session, dispatch, notDone('failed', 'superseded', 'the plan is run anew'));
}

/** An attempt whose commitment is still open. Null: it came to nothing. */
async function takeUp(session: RunSession, plan: PlanEntry, dispatch: DispatchRow): Promise<Resumed | null> {
  const { agents } = session.world;
  let end: AttemptEnd | null = null;
  const state = await agents.look(dispatch.attemptDir);
  if (state.kind === 'ended') end = state.end;
  if (state.kind === 'running') {
    const attempt = await agents.adopt(dispatch.attemptDir);
    session.emit({
      type: 'repaired',
      rule: 'attempt-adopted',
      subject: plan.id,
      action: `its agent still works (process ${state.pid}); waiting for it`,
    });
    if (attempt) end = await untilEnd(session, plan, dispatch, attempt);
  }
  if (session.interrupted.aborted)
    return { kind: 'ended', outcome: notDone('skipped', 'interrupted', 'the run was stopped') };
  if (end === null && state.kind === 'none' && dispatch.continues) return { kind: 'handed-on', dispatch };
  if (end === null) {
    settle(session, dispatch, notDone('failed', 'agent-lost', 'the agent and its supervisor ended without a record'));
    return null;
  }
  const turn = hearAnswer(session, plan, dispatch, end);
  switch (turn.kind) {
    case 'done':
      session.emit({
        type: 'repaired',
        rule: 'attempt-finished',
        subject: plan.id,
        action: 'its agent had finished; its work is brought home',
      });
      return { kind: 'answered' };
    case 'asked':
      return turn;
    case 'ended':
      // Not heard for want of room on the disk: nothing of it is given up.
      return turn.outcome.code === 'environment' ? turn : null;
  }
}
