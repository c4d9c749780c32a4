import type { PlanOutcome } from '../core/run/plan-outcome.js';
import type { DispatchRow } from '../world/store/port.js';
import type { RunSession } from './run-session.js';
import { couldNotRecord } from './world-fault.js';

/** Closes the commitment of a plan that did not come home; its worktree and branch stay where they are. */
export function settle(session: RunSession, dispatch: DispatchRow, outcome: PlanOutcome): PlanOutcome {
  const declined = outcome.code === 'agent-declined';
  const said = session.world.store.settleDispatch(dispatch.id, {
    type: declined ? 'DECLINE' : 'FAILURE',
    reason: `${outcome.code}: ${outcome.detail ?? ''}`,
    commits: [],
    merged: null,
  });
  if (!said.ok) couldNotRecord(session, `the end of ${dispatch.plan}`, said.error);
  return outcome;
}
