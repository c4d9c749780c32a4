import { ORCHESTRATOR } from '../../core/channels/agent-name.js';
import { channelKey, LOCAL_HUB } from '../../core/channels/channel-key.js';
import { expireCommitment } from '../../core/channels/commitment.js';
import type { LedgerFailure } from '../../core/channels/failures.js';
import type { MessageType } from '../../core/channels/message-type.js';
import type { PlanId } from '../../core/phase/plan-id.js';
import { fail, ok, type Result } from '../../core/result.js';
import type { DispatchAnswer, DispatchRow, NewDispatch } from '../world.js';
import { addAgent, endAgent, findAgent, liveAgent } from './agents.js';
import { type DecisionSource, ensureChannel } from './channels.js';
import { commitmentById, expire, type StoredCommitment } from './commitments.js';
import { select } from './columns.js';
import { type Database, parseStored } from './database.js';
import { DamagedRow, type Row } from './driver.js';
import { append } from './entries.js';
import { newId } from './ids.js';
import { type Sent, sendWithin } from './send.js';
import { issueToken } from './tokens.js';

/** Channels of a phase: telemetry, and questions to the person. Each plan's executor has a home of its own. */
const OBSERVE: readonly MessageType[] = ['EVENT', 'STATUS'];

export const homeChannelId = (phase: string, plan: string): string => `${phase}/${plan}`;
export const observeChannelId = (phase: string): string => `${phase}/observe`;
export const oversightChannelId = (phase: string): string => `${phase}/oversight`;

/** The dispatch of an attempt, and the correlation id of its commitment. */
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

/**
 * Opens the commitment of one attempt: executor, home channel, COMMAND and the row that says where it works. The same
 * attempt again answers the row that is there. Only inside a write transaction.
 */
export function openDispatch(
  database: Database,
  dispatch: NewDispatch,
  now: number,
): Result<DispatchRow, LedgerFailure> {
  const id = dispatchId(dispatch.run, dispatch.plan, dispatch.attempt);
  const there = dispatchRow(database, id);
  if (there !== null) return ok(readDispatch(database, there, now));
  const by: DecisionSource = { source: 'run', agent: dispatch.run };
  const home = ensureChannel(
    database,
    homeChannelId(dispatch.phase, dispatch.plan),
    { allowed: null, denied: null },
    by,
    now,
  );
  const executor = addAgent(
    database,
    {
      name: executorName(dispatch.run, dispatch.plan, dispatch.attempt),
      kind: 'executor',
      home,
      caps: null,
      denied: [],
      template: ORCHESTRATOR,
      dispatch: id,
    },
    now,
  );
  if (!executor.ok) return executor;
  const { phase, plan, attempt, base, isolation } = dispatch;
  const row: Row = {
    id,
    correlation: id,
    commitment: '',
    agent: executor.value.name,
    run: dispatch.run,
    phase,
    plan,
    attempt,
    isolation,
    base,
    branch: dispatch.branch,
    worktree: dispatch.worktree,
    attempt_dir: dispatch.attemptDir,
    deadline_ms: dispatch.deadlineMs,
    opened_at: now,
    settled_at: null,
    answer: null,
  };
  const opened = command(database, row, JSON.stringify({ phase, plan, attempt, base, isolation }), now);
  if (!opened.ok) return opened;
  record(database, { ...row, commitment: opened.value }, 'opened', now);
  return ok(readDispatch(database, dispatchRow(database, id)!, now));
}

/** Dispatches of a run in the order they were opened; a deadline that has passed shows as `expired`. */
export function listDispatches(database: Database, run: string, now: number): readonly DispatchRow[] {
  return database
    .prepare(`${SELECT} WHERE run = ? ORDER BY opened_at, id`)
    .all(run)
    .map((row) => readDispatch(database, row, now));
}

/**
 * The answer of a dispatch, handed in by the run that heard it: its message, the evidence in the dispatch's row, and the
 * end of the executor. A commitment that is settled stays as it is; one whose time only ran out is taken up again for
 * work that is home. Only inside a write transaction.
 */
export function settleDispatch(
  database: Database,
  id: string,
  answer: DispatchAnswer,
  now: number,
): Result<null, LedgerFailure> {
  const row = dispatchRow(database, id);
  if (row === null) return fail({ reason: 'dispatch-not-found', dispatch: id });
  const text = JSON.stringify(answer);
  if (row['answer'] === text) return ok(null);
  const commitment = expire(database, commitmentOf(database, row), now);
  let current = commitment.id;
  if (commitment.state === 'expired' && answer.type === 'DONE') {
    const again = command(database, row, `taken up again: ${commitment.id} had expired, and its work came home`, now);
    if (!again.ok) return again;
    current = again.value;
  }
  const content = answer.type === 'DONE' ? text : (answer.reason ?? 'no reason given');
  const sent = say(database, row, answer.type, content, now);
  if (!sent.ok) return sent;
  record(database, { ...row, commitment: current, settled_at: now, answer: text }, 'settled', now);
  const executor = findAgent(database, row['agent'] as string);
  if (executor.ok) endAgent(database, executor.value, now);
  return ok(null);
}

/** A token for the executor of a dispatch. Only inside a write transaction. */
export function issueDispatchToken(database: Database, id: string, now: number): Result<string, LedgerFailure> {
  const row = dispatchRow(database, id);
  if (row === null) return fail({ reason: 'dispatch-not-found', dispatch: id });
  const executor = liveAgent(database, row['agent'] as string);
  return executor.ok ? ok(issueToken(database, executor.value, id, now)) : executor;
}

/** A sign of life; of a dispatch that was answered it is nothing. Only inside a write transaction. */
export function heartbeat(database: Database, id: string, note: string, now: number): Result<null, LedgerFailure> {
  const row = dispatchRow(database, id);
  if (row === null) return fail({ reason: 'dispatch-not-found', dispatch: id });
  if (row['settled_at'] !== null) return ok(null);
  const sent = say(database, row, 'STATUS', note, now);
  return sent.ok ? ok(null) : sent;
}

/** The COMMAND from the orchestrator to the executor. @returns the commitment it opened */
function command(database: Database, row: Row, content: string, now: number): Result<string, LedgerFailure> {
  const sent = sendAs(
    database,
    row,
    { type: 'COMMAND', sender: ORCHESTRATOR, target: row['agent'] as string, content },
    now,
  );
  return sent.ok ? ok(sent.value.message.effect!.commitment) : sent;
}

/** A message of the executor's, handed in by the run. */
function say(
  database: Database,
  row: Row,
  type: MessageType,
  content: string,
  now: number,
): Result<Sent, LedgerFailure> {
  return sendAs(database, row, { type, sender: row['agent'] as string, target: ORCHESTRATOR, content }, now);
}

function sendAs(
  database: Database,
  row: Row,
  message: { readonly type: MessageType; readonly sender: string; readonly target: string; readonly content: string },
  now: number,
): Result<Sent, LedgerFailure> {
  const channel = channelKey({ hub: LOCAL_HUB, id: homeChannelId(row['phase'] as string, row['plan'] as string) });
  const opening = message.type === 'COMMAND';
  const outcome = sendWithin(
    database,
    {
      ...message,
      id: null,
      channel,
      correlationId: row['correlation'] as string,
      replyTo: null,
      windowMs: opening ? (row['deadline_ms'] as number) : null,
      budgetUntil: null,
      via: 'run',
    },
    now,
  );
  if (!outcome.ok) return outcome;
  return outcome.value.kind === 'sent' ? ok(outcome.value.sent) : fail(outcome.value.refusal);
}

const SELECT = select('dispatch');

function commitmentOf(database: Database, row: Row): StoredCommitment {
  const commitment = commitmentById(database, row['commitment'] as string);
  if (commitment === null) throw new DamagedRow(`dispatch ${row['id']} has lost its commitment`);
  return commitment;
}

function dispatchRow(database: Database, id: string): Row | null {
  return database.prepare(`${SELECT} WHERE id = ?`).get(id);
}

function record(database: Database, row: Row, act: string, now: number): void {
  const entry = {
    id: newId('entry'),
    kind: 'dispatch' as const,
    at: now,
    correlation: row['correlation'] as string,
    body: { act },
  };
  append(database, entry, [{ table: 'dispatch', row }]);
}

function readDispatch(database: Database, row: Row, now: number): DispatchRow {
  const commitment = commitmentOf(database, row);
  const settledAt = row['settled_at'] as number | null;
  return {
    id: row['id'] as string,
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
