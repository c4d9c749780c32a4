import type { CommitmentNotFound } from '../../core/channels/failures.js';
import { ACTIVE_STATES, type CommitmentState } from '../../core/channels/commitment.js';
import { type HandoffChain, handoffChain } from '../../core/channels/handoff.js';
import { type StallCondition, stallConditions } from '../../core/channels/stalled.js';
import { fail, ok, type Result } from '../../core/result.js';
import {
  answerable,
  chainOf,
  commitmentById,
  commitmentsOf,
  readCommitment,
  type StoredCommitment,
} from './commitments.js';
import { select } from './columns.js';
import type { Database } from './database.js';
import type { Value } from './driver.js';
import { messagesOf, type StoredMessage } from './messages.js';

export interface ObligationFilter {
  /** Null: every state. */
  readonly states: readonly CommitmentState[] | null;
  readonly obligor: string | null;
  readonly requester: string | null;
  /** At most so many settled ones, the newest; what is still owed is always complete. */
  readonly settledLimit: number;
}

/** What is owed, the oldest first, and after it what was settled last, the newest first. */
export function listObligations(database: Database, filter: ObligationFilter): readonly StoredCommitment[] {
  const asked = (state: CommitmentState): boolean => filter.states === null || filter.states.includes(state);
  const active = ACTIVE_STATES.filter(asked);
  const final = FINAL_STATES.filter(asked);
  const people: { readonly sql: string; readonly values: readonly Value[] } = {
    sql: `${filter.obligor === null ? '' : ' AND obligor = ?'}${filter.requester === null ? '' : ' AND requester = ?'}`,
    values: [filter.obligor, filter.requester].filter((name) => name !== null),
  };
  const owed = active.flatMap((state) =>
    database.prepare(`${select('commitment')} WHERE state = ?${people.sql} ORDER BY seq`).all(state, ...people.values),
  );
  const settled = final.flatMap((state) =>
    database
      .prepare(`${select('commitment')} WHERE state = ?${people.sql} ORDER BY seq DESC LIMIT ?`)
      .all(state, ...people.values, filter.settledLimit),
  );
  return [
    ...owed.map(readCommitment).sort((a, b) => a.seq - b.seq),
    ...settled
      .map(readCommitment)
      .sort((a, b) => b.seq - a.seq)
      .slice(0, filter.settledLimit),
  ];
}

const FINAL_STATES: readonly CommitmentState[] = ['fulfilled', 'declined', 'failed', 'delegated', 'expired'];

/** A commitment with all that was said about it. */
export interface ObligationView {
  readonly commitment: StoredCommitment;
  readonly chain: readonly StoredCommitment[];
  readonly handoffs: HandoffChain;
  readonly messages: readonly StoredMessage[];
}

/** By the commitment's id, or by correlation id: then the one that an answer would speak to. */
export function showObligation(database: Database, query: string): Result<ObligationView, CommitmentNotFound> {
  const own = commitmentById(database, query);
  const commitments = commitmentsOf(database, own?.correlationId ?? query);
  const commitment = own ?? answerable(commitments);
  if (commitment === null) return fail({ reason: 'commitment-not-found', query });
  const chain = chainOf(commitment, commitments);
  const messages = messagesOf(database, commitment.correlationId);
  return ok({ commitment, chain, handoffs: handoffChain(chain), messages });
}

export interface StalledObligation {
  readonly commitment: StoredCommitment;
  readonly lastActivityAt: number;
  readonly conditions: readonly StallCondition[];
}

/** What is owed and needs a look, the oldest first. */
export function stalledObligations(database: Database, olderThanMs: number, now: number): readonly StalledObligation[] {
  const filter = { states: ACTIVE_STATES, obligor: null, requester: null, settledLimit: 0 };
  return listObligations(database, filter).flatMap((commitment) => {
    const lastActivityAt = lastActivity(database, commitment);
    const chain = handoffChain(chainOf(commitment, commitmentsOf(database, commitment.correlationId)));
    const conditions = stallConditions(commitment, { now, lastActivityAt, chain, olderThanMs });
    return conditions.length === 0 ? [] : [{ commitment, lastActivityAt, conditions }];
  });
}

/** When something was last said about a commitment. */
export function lastActivity(database: Database, commitment: StoredCommitment): number {
  const sql = "SELECT at AS at FROM entry WHERE correlation = ? AND kind = 'message' ORDER BY seq DESC LIMIT 1";
  return (database.prepare(sql).get(commitment.correlationId)?.['at'] as number | undefined) ?? commitment.openedAt;
}
