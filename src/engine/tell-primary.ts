import type { PlanId } from '../core/phase/plan-id.js';
import type { Repair } from '../core/run/repair.js';
import type { World } from '../world/world.js';
import type { RunSession } from './run-session.js';

/**
 * What a run does about notices (DESIGN §10): it writes down what its gates refused and its guards found, passes on what its
 * executors had not seen when they stop, and prints what the role `primary` is owed, each once. Nothing of it can keep a plan
 * from its work: what cannot be written is owed again when it is next looked for.
 */

/** The primary hears that a plan's dispatch was refused at its gate. */
export function noteRefused(session: RunSession, plan: PlanId): void {
  const outcome = session.outcomes.get(plan);
  if (outcome?.code !== 'gate-failed') return;
  const dispatch = `${session.row.id}/${plan}`;
  session.world.store.noteRefusal({ dispatch, plan, code: outcome.code, reason: outcome.detail ?? outcome.code });
}

/** Says what the primary is owed and this run has not said yet. */
export function printOwed(session: RunSession): void {
  const owed = session.world.store.owedToPrimary();
  for (const { event, kind, text } of owed.ok ? owed.value : []) {
    if (session.told.has(event)) continue;
    session.told.add(event);
    session.emit({ type: 'notice', code: kind, message: text });
  }
}

/** The end of a run, also of one that was stopped: what its executors had not seen is passed on, theirs that live included. */
export function settleRunNotices(session: RunSession, violations: readonly string[]): void {
  for (const who of violations) session.world.store.noteViolation(who);
  session.world.store.settleRunNotices(session.row.id);
  printOwed(session);
}

/** Passes on what agents had not seen that ended without it: their settlement failed, or was killed. */
export function recoverNotices(world: Pick<World, 'store'>, dryRun: boolean): readonly Repair[] {
  const recovered = world.store.recoverNotices(dryRun);
  return (recovered.ok ? recovered.value : []).map((agent) => ({
    rule: 'notices-passed-on',
    subject: agent,
    action: 'what it had not seen when it ended, and still holds, is told to the primary',
  }));
}
