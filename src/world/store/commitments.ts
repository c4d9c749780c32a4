import type { Commitment, CommitmentState } from '../../core/channels/commitment.js';
import { expireCommitment } from '../../core/channels/commitment.js';
import type { CommitmentKind } from '../../core/channels/message-type.js';
import { select } from './columns.js';
import type { Database } from './database.js';
import type { Row } from './driver.js';
import { append, type Change } from './entries.js';
import { newId } from './ids.js';

/** A commitment with its place in the ledger: the entry that opened it. */
export interface StoredCommitment extends Commitment {
  readonly seq: number;
}

export function readCommitment(row: Row): StoredCommitment {
  return {
    seq: row['seq'] as number,
    id: row['id'] as string,
    correlationId: row['correlation'] as string,
    kind: row['kind'] as CommitmentKind,
    channel: row['channel'] as string,
    requester: row['requester'] as string,
    obligor: row['obligor'] as string | null,
    state: row['state'] as CommitmentState,
    openedAt: row['opened_at'] as number,
    windowMs: row['window_ms'] as number,
    expiresAt: row['expires_at'] as number,
    budgetUntil: row['budget_until'] as number | null,
    acknowledgedAt: row['acknowledged_at'] as number | null,
    resolvedAt: row['resolved_at'] as number | null,
    resolvedBy: row['resolved_by'] as string | null,
    delegatedTo: row['delegated_to'] as string | null,
    parent: row['parent'] as string | null,
    depth: row['depth'] as number,
  };
}

/**
 * The row of a commitment, for the entry that changes it.
 * @param was the same as it was; null for one that is new
 */
export function commitmentChange(commitment: Commitment, seq: number, was: Commitment | null): Change {
  const row = commitmentRow(commitment, seq);
  return was === null ? { table: 'commitment', row } : { table: 'commitment', row, was: commitmentRow(was, seq) };
}

function commitmentRow(commitment: Commitment, seq: number): Row {
  return {
    id: commitment.id,
    seq,
    correlation: commitment.correlationId,
    kind: commitment.kind,
    channel: commitment.channel,
    requester: commitment.requester,
    obligor: commitment.obligor,
    state: commitment.state,
    opened_at: commitment.openedAt,
    window_ms: commitment.windowMs,
    expires_at: commitment.expiresAt,
    budget_until: commitment.budgetUntil,
    acknowledged_at: commitment.acknowledgedAt,
    resolved_at: commitment.resolvedAt,
    resolved_by: commitment.resolvedBy,
    delegated_to: commitment.delegatedTo,
    parent: commitment.parent,
    depth: commitment.depth,
  };
}

export function commitmentById(database: Database, id: string): StoredCommitment | null {
  const row = database.prepare(`${select('commitment')} WHERE id = ?`).get(id);
  return row === null ? null : readCommitment(row);
}

/** Every commitment of a correlation, the first opened first. */
export function commitmentsOf(database: Database, correlationId: string): readonly StoredCommitment[] {
  const sql = `${select('commitment')} WHERE correlation = ? ORDER BY seq, depth`;
  return database.prepare(sql).all(correlationId).map(readCommitment);
}

/** The one an answer speaks to: the newest that is still owed, else the newest. */
export function answerable(commitments: readonly StoredCommitment[]): StoredCommitment | null {
  const active = commitments.findLast((c) => c.state === 'open' || c.state === 'acknowledged');
  return active ?? commitments.at(-1) ?? null;
}

/** A commitment and what it was handed on from, the first first. */
export function chainOf(
  commitment: StoredCommitment,
  commitments: readonly StoredCommitment[],
): readonly StoredCommitment[] {
  const byId = new Map(commitments.map((c) => [c.id, c]));
  const chain = [commitment];
  for (let parent = commitment.parent; parent !== null; ) {
    const found = byId.get(parent);
    if (found === undefined || chain.includes(found)) break;
    chain.unshift(found);
    parent = found.parent;
  }
  return chain;
}

/**
 * Lets a commitment expire whose deadline has passed, with an entry that says so.
 * @returns it as it is now; unchanged where it is not overdue. Only inside a write transaction.
 */
export function expire(database: Database, commitment: StoredCommitment, now: number): StoredCommitment {
  const expired = expireCommitment(commitment, now);
  if (expired === commitment) return commitment;
  append(
    database,
    {
      id: newId('entry'),
      kind: 'expiry',
      at: now,
      channel: commitment.channel,
      target: commitment.obligor,
      correlation: commitment.correlationId,
      body: { commitment: commitment.id, before: commitment.state, expiredAt: commitment.expiresAt },
    },
    [commitmentChange(expired, commitment.seq, commitment)],
  );
  return { ...expired, seq: commitment.seq };
}

const DUE = "WHERE state IN ('open', 'acknowledged') AND expires_at <= ?";

/** Whether any commitment is overdue: one indexed look, without a write. */
export function anyOverdue(database: Database, now: number): boolean {
  return database.prepare(`SELECT 1 AS one FROM commitment ${DUE} LIMIT 1`).get(now) !== null;
}

/** Lets every overdue commitment expire. Only inside a write transaction. */
export function expireOverdue(database: Database, now: number): readonly StoredCommitment[] {
  const due = database
    .prepare(`${select('commitment')} ${DUE} ORDER BY expires_at, seq`)
    .all(now)
    .map(readCommitment);
  return due.map((commitment) => expire(database, commitment, now));
}
