import type { MessageType } from '../../core/channels/message-type.js';
import { expireCommitment } from '../../core/channels/commitment.js';
import { observeChannelId, oversightChannelId } from '../../core/channels/phase-channels.js';
import type { PlanId } from '../../core/phase/plan-id.js';
import type { DispatchAnswer, DispatchRow } from './port.js';
import { type DecisionSource, ensureChannel } from './channels.js';
import { commitmentById, type StoredCommitment } from './commitments.js';
import { select } from './columns.js';
import { type Database, parseStored } from './database.js';
import { DamagedRow, type Row } from './driver.js';
import { append } from './entries.js';
import { newId } from './ids.js';

/** What a phase's channel for telemetry takes. */
const OBSERVE: readonly MessageType[] = ['EVENT', 'STATUS'];

/** The dispatch of an attempt; also the correlation id of its commitment, unless that was handed on to it. */
export const dispatchId = (run: string, plan: string, attempt: number): string =>
  `${run}/${encodeURIComponent(plan)}/${attempt}`;

/** The executor of an attempt, by the name it has everywhere. */
export const executorName = (run: string, plan: string, attempt: number): string => `${plan}#${attempt}@${run}`;

/** The channels of a phase, made where they are not there. Only inside a write transaction. */
export function ensurePhaseChannels(database: Database, phase: string, run: string, now: number): void {
  const by: DecisionSource = { source: 'run', agent: run };
  ensureChannel(database, observeChannelId(phase), { allowed: OBSERVE, denied: null }, by, now);
  ensureChannel(database, oversightChannelId(phase), { allowed: null, denied: null }, by, now);
}

const SELECT = select('dispatch');

/** The row of a dispatch, or null. */
export function dispatchRow(database: Database, id: string): Row | null {
  return database.prepare(`${SELECT} WHERE id = ?`).get(id);
}

/** The rows of a run in the order they were opened. */
export function dispatchRows(database: Database, run: string): readonly Row[] {
  return database.prepare(`${SELECT} WHERE run = ? ORDER BY opened_at, attempt, id`).all(run);
}

/** The commitment that a dispatch stands for. */
export function commitmentOf(database: Database, row: Row): StoredCommitment {
  const commitment = commitmentById(database, row['commitment'] as string);
  if (commitment === null) throw new DamagedRow(`dispatch ${row['id']} has lost its commitment`);
  return commitment;
}

/** Writes a dispatch's row with an entry that says why. Only inside a write transaction. */
export function recordDispatch(database: Database, row: Row, act: string, now: number): void {
  const entry = {
    id: newId('entry'),
    kind: 'dispatch' as const,
    at: now,
    correlation: row['correlation'] as string,
    body: { act },
  };
  append(database, entry, [{ table: 'dispatch', row }]);
}

/** A dispatch as it is now; a deadline that has passed shows as `expired`. */
export function readDispatch(database: Database, row: Row, now: number): DispatchRow {
  const commitment = commitmentOf(database, row);
  const settledAt = row['settled_at'] as number | null;
  return {
    id: row['id'] as string,
    correlation: row['correlation'] as string,
    agent: row['agent'] as string,
    continues: commitment.parent !== null,
    run: row['run'] as string,
    phase: row['phase'] as string,
    plan: row['plan'] as PlanId,
    attempt: row['attempt'] as number,
    isolation: row['isolation'] as string,
    base: row['base'] as string,
    branch: row['branch'] as string | null,
    worktree: row['worktree'] as string,
    attemptDir: row['attempt_dir'] as string,
    deadlineMs: row['deadline_ms'] as number,
    state: expireCommitment(commitment, now).state,
    openedAt: new Date(row['opened_at'] as number).toISOString(),
    settledAt: settledAt === null ? null : new Date(settledAt).toISOString(),
    answer: row['answer'] === null ? null : parseStored<DispatchAnswer>(row['answer'], `dispatch ${row['id']}`),
  };
}
