import { ORCHESTRATOR } from '../../core/channels/agent-name.js';
import { ACTIVE_STATES } from '../../core/channels/commitment.js';
import { handoffChain } from '../../core/channels/handoff.js';
import type { PlanId } from '../../core/phase/plan-id.js';
import type { Owed, RunLook } from '../talk.js';
import { anyOverdue, chainOf, commitmentsOf, expireOverdue, type StoredCommitment } from './commitments.js';
import type { Database } from './database.js';
import { commitmentOf, dispatchRow, dispatchRows } from './dispatch-row.js';
import { askedBy, readAsked } from './dispatch-talk.js';
import type { Row } from './driver.js';
import { lastActivity, listObligations } from './obligations.js';

/** Whether looking has to write: something is overdue. */
export const mustSweep = anyOverdue;

/**
 * What is owed in a run: by its executors and those it took up from earlier runs, and to them. Lets everything that is overdue expire, so only inside a write
 * transaction where `mustSweep` says so.
 */
export function lookAtRun(database: Database, run: string, takenUp: readonly string[], now: number): RunLook {
  const own = dispatchRows(database, run);
  const others = takenUp.filter((id) => own.every((row) => row['id'] !== id)).map((id) => dispatchRow(database, id));
  const rows = [...own, ...others].filter((row) => row !== null && row['settled_at'] === null) as Row[];
  const expired = anyOverdue(database, now) ? expireOverdue(database, now) : [];
  const owed = rows.flatMap((row) => owedAbout(database, row).map((one) => toOwed(database, row, one)));
  return {
    owed,
    expired: expired.flatMap((commitment) => {
      const row = rows.find((each) => each['commitment'] === commitment.id || each['agent'] === commitment.requester);
      return row === undefined ? [] : [toOwed(database, row, commitment)];
    }),
    proposals: rows.flatMap((row) =>
      askedBy(database, row)
        .filter((opener) => opener.type === 'PROPOSE')
        .map((opener) => readAsked(database, opener))
        .filter((one) => one.obligor === ORCHESTRATOR && ACTIVE_STATES.includes(one.state))
        .map((one) => ({ ...one, dispatch: row['id'] as string, plan: row['plan'] as PlanId })),
    ),
  };
}

/** The dispatch's own commitment while it is active, and what its executor still waits for. */
function owedAbout(database: Database, row: Row): readonly StoredCommitment[] {
  const own = commitmentOf(database, row);
  const filter = { states: ACTIVE_STATES, obligor: null, requester: row['agent'] as string, settledLimit: 0 };
  return [...(ACTIVE_STATES.includes(own.state) ? [own] : []), ...listObligations(database, filter)];
}

function toOwed(database: Database, row: Row, commitment: StoredCommitment): Owed {
  return {
    commitment,
    chain: handoffChain(chainOf(commitment, commitmentsOf(database, commitment.correlationId))),
    lastActivityAt: lastActivity(database, commitment),
    own: commitment.id === row['commitment'],
    dispatch: row['id'] as string,
    plan: row['plan'] as PlanId,
  };
}
