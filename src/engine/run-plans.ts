import type { PlanId } from '../core/phase/plan-id.js';
import type { PlanEntry } from '../core/phase/plan-index.js';
import { type RunState, readyPlans } from '../core/phase/ready-plans.js';
import type { Schedule } from '../core/phase/schedule.js';
import { environmentFault } from '../core/run/environment.js';
import { notDone, type PlanOutcome, reasonText } from '../core/run/plan-outcome.js';
import { outcomeOfUnscheduled } from './scheduled-event.js';
import type { RunSession } from './run-session.js';

/** Takes one plan through its pipeline (gate, dispatch, home); its outcome is then in `session.outcomes`. */
export type RunOne = (plan: PlanEntry) => Promise<void>;

/**
 * Runs the plans of a schedule: each as soon as what it depends on is home and nothing it must stay apart from is at work,
 * at most `jobs` at once (DESIGN §8). One that waits for a person makes place, and goes on when the answer is there.
 * @param completed the commits of plans that the ledger knows to be home
 */
export async function runPlans(
  session: RunSession,
  schedule: Schedule,
  completed: ReadonlyMap<PlanId, readonly string[]>,
  plans: readonly PlanEntry[],
  runOne: RunOne,
): Promise<void> {
  const states = new Map<PlanId, RunState>();
  const byId = new Map(plans.map((plan) => [plan.id, plan]));
  for (const entry of schedule.plans) {
    const outcome = outcomeOfUnscheduled(entry, completed.get(entry.id));
    if (outcome) finish(session, entry.id, outcome);
    else states.set(entry.id, 'waiting');
  }
  const running = new Set<Promise<void>>();
  const { questions } = session;
  const busy = (): number => [...states.values()].filter((state) => state === 'running').length;
  for (;;) {
    for (const id of questions.waiting()) if (states.get(id) === 'running') states.set(id, 'paused');
    for (const id of questions.answered()) {
      if (busy() >= schedule.jobs) break;
      states.set(id, 'running');
      questions.goOn(id);
    }
    const { start, blocked } = readyPlans(schedule, states);
    for (const { plan, by } of session.interrupted.aborted ? [] : blocked) {
      states.set(plan, 'blocked');
      finish(session, plan, notDone('blocked', 'dependency', `${by.join(', ')} did not come home`));
    }
    if (blocked.length > 0 && !session.interrupted.aborted) continue;
    for (const id of session.interrupted.aborted ? [] : start) {
      states.set(id, 'running');
      const work = one(id).finally(() => running.delete(work));
      running.add(work);
    }
    if (running.size === 0) break;
    if (busy() === 0 && questions.waiting().length > 0) await questions.lastCall();
    else await Promise.race([...running, questions.changed()]);
  }
  for (const [id, state] of states)
    if (state === 'waiting')
      finish(session, id, notDone('skipped', 'interrupted', 'the run was stopped before its turn'));

  async function one(id: PlanId): Promise<void> {
    const plan = byId.get(id);
    try {
      if (plan) await runOne(plan);
    } catch (error) {
      const fault = environmentFault(error);
      if (fault === null) throw error;
      session.outcomes.set(id, notDone('failed', 'environment', fault));
    }
    const outcome = session.outcomes.get(id) ?? notDone('failed', 'internal', 'its pipeline ended without an outcome');
    states.set(id, outcome.status === 'done' ? 'home' : 'failed');
    finish(session, id, outcome);
  }
}

/** A plan has come to its end in this run. */
export function finish(session: RunSession, plan: PlanId, outcome: PlanOutcome): void {
  session.outcomes.set(plan, outcome);
  session.emit({
    type: 'plan-finished',
    plan,
    status: outcome.status,
    commits: outcome.commits,
    reason: reasonText(outcome),
    worktree: outcome.worktree,
    next: outcome.next,
  });
}
