import type { PlanId } from '../core/phase/plan-id.js';
import type { PlanEntry } from '../core/phase/plan-index.js';
import { type PlanState, type Schedule as PlanSchedule, readyPlans } from '../core/phase/schedule.js';
import { notDone, type PlanOutcome, reasonText } from '../core/run/plan-outcome.js';
import type { RunSession } from './run-session.js';

/** Takes one plan through its pipeline (gate, dispatch, home); its outcome is then in `session.outcomes`. */
export type RunOne = (plan: PlanEntry) => Promise<void>;

/**
 * Runs the plans of a schedule: each as soon as what it depends on is home and nothing it must stay apart from is at work,
 * at most `jobs` at once (DESIGN §8).
 */
export async function runPlans(
  session: RunSession,
  schedule: PlanSchedule,
  plans: readonly PlanEntry[],
  runOne: RunOne,
): Promise<void> {
  const states = new Map<PlanId, PlanState>();
  const byId = new Map(plans.map((plan) => [plan.id, plan]));
  for (const entry of schedule.plans) {
    if (entry.action === 'run') states.set(entry.id, 'waiting');
    else finish(session, entry.id, skipped(entry.action, entry.reason ?? ''));
  }
  const running = new Set<Promise<void>>();
  for (;;) {
    const { start, blocked } = readyPlans(schedule, states);
    for (const { id, reason } of session.interrupted.aborted ? [] : blocked) {
      states.set(id, 'failed');
      finish(session, id, notDone('blocked', 'dependency', reason));
    }
    if (blocked.length > 0 && !session.interrupted.aborted) continue;
    for (const id of session.interrupted.aborted ? [] : start) {
      states.set(id, 'running');
      const work = one(id).finally(() => running.delete(work));
      running.add(work);
    }
    if (running.size === 0) break;
    await Promise.race(running);
  }
  for (const [id, state] of states)
    if (state === 'waiting')
      finish(session, id, notDone('skipped', 'interrupted', 'the run was stopped before its turn'));

  async function one(id: PlanId): Promise<void> {
    const plan = byId.get(id);
    if (plan) await runOne(plan);
    const outcome = session.outcomes.get(id) ?? notDone('failed', 'internal', 'its pipeline ended without an outcome');
    states.set(id, outcome.status === 'done' ? 'home' : 'failed');
    finish(session, id, outcome);
  }
}

function skipped(action: 'skip' | 'blocked', reason: string): PlanOutcome {
  const code = reason.split(':')[0] ?? '';
  const detail = reason.slice(code.length + 1).trim();
  if (action === 'blocked')
    return notDone('blocked', code === 'plan-problem' ? 'plan-problem' : 'dependency', detail || reason);
  const known = code === 'superseded' || code === 'not-selected' ? code : 'already-complete';
  return notDone('skipped', known, detail || reason);
}

function finish(session: RunSession, plan: PlanId, outcome: PlanOutcome): void {
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
