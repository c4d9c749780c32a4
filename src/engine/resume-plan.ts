import { readAnswer } from '../core/run/answer.js';
import { notDone, type PlanOutcome } from '../core/run/plan-outcome.js';
import type { PlanEntry } from '../core/phase/plan-index.js';
import type { AttemptEnd, DispatchRow } from '../world/world.js';
import { settle, untilEnd } from './dispatch.js';
import type { RunSession } from './run-session.js';
import { salvageAttempt } from './salvage-attempt.js';

/** What an earlier attempt at a plan comes to, when the same phase is run again (DESIGN §8, Recover). */
export type Resumed =
  /** Nothing is left of earlier attempts; the plan runs anew. */
  | { readonly kind: 'anew' }
  /** An earlier attempt answered "done": only bringing it home is left. It is in `session.attempts`. */
  | { readonly kind: 'answered' }
  /** The plan waits for a person. */
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
      if (dispatch.state === 'fulfilled') continue;
      const wanted = session.options.restart !== true && session.options.restart !== plan.id;
      const resumed = wanted && isOpen(dispatch) ? await takeUp(session, plan, dispatch) : null;
      if (resumed) return resumed;
      await salvageAttempt(session, dispatch);
    }
  }
  return { kind: 'anew' };
}

/** Still owed: nobody has answered yet, or only the time ran out. */
const isOpen = (dispatch: DispatchRow): boolean =>
  dispatch.state === 'open' || dispatch.state === 'acknowledged' || dispatch.state === 'expired';

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
    if (attempt) end = await untilEnd(session, attempt);
  }
  if (session.interrupted.aborted)
    return { kind: 'ended', outcome: notDone('skipped', 'interrupted', 'the run was stopped') };
  if (end === null) {
    settle(session, dispatch, notDone('failed', 'agent-lost', 'the agent and its supervisor ended without a record'));
    return null;
  }
  const answer = readAnswer(end);
  const live = {
    dispatch,
    plan,
    dir: dispatch.worktree,
    isolated: dispatch.isolation !== 'none',
    noChanges: answer.kind === 'done' && answer.noChanges,
  };
  switch (answer.kind) {
    case 'done':
      session.attempts.set(plan.id, live);
      session.emit({
        type: 'repaired',
        rule: 'attempt-finished',
        subject: plan.id,
        action: 'its agent had finished; its work is brought home',
      });
      return { kind: 'answered' };
    case 'checkpoint':
      session.attempts.set(plan.id, live);
      return {
        kind: 'ended',
        outcome: notDone('checkpoint', 'checkpoint', answer.question, {
          worktree: dispatch.worktree,
          next: `msd run show ${session.row.id}`,
        }),
      };
    case 'failed':
    case 'declined':
      settle(session, dispatch, notDone('failed', answer.code, answer.detail));
      return null;
  }
}
