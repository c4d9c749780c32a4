import { ORCHESTRATOR } from '../../core/channels/agent-name.js';
import type { LedgerFailure } from '../../core/channels/failures.js';
import { homeChannelId } from '../../core/channels/phase-channels.js';
import { fail, ok, type Result } from '../../core/result.js';
import type { DispatchAnswer, DispatchRow, NewDispatch } from './port.js';
import { bringIn, letGo } from './agent-life.js';
import { type Agent, findAgent, liveAgent } from './agents.js';
import { type DecisionSource, ensureChannel } from './channels.js';
import { expire } from './commitments.js';
import type { Database } from './database.js';
import {
  commitmentOf,
  dispatchId,
  dispatchRow,
  dispatchRows,
  executorName,
  readDispatch,
  recordDispatch,
} from './dispatch-row.js';
import { command, say } from './dispatch-say.js';
import { withdrawAsked } from './dispatch-talk.js';
import type { Row } from './driver.js';
import { primaryHolder } from './roles.js';
import { issueToken } from './tokens.js';

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
  const executor = addExecutor(database, dispatch, now);
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
    opened_at: afterTheLast(database, dispatch.run, now),
    settled_at: null,
    answer: null,
  };
  const opened = command(database, row, JSON.stringify({ phase, plan, attempt, base, isolation }), now);
  if (!opened.ok) return opened;
  recordDispatch(database, { ...row, commitment: opened.value }, 'opened', now);
  return ok(readDispatch(database, dispatchRow(database, id)!, now));
}

/** A later attempt counts as the later one, also where the clock was set back. */
function afterTheLast(database: Database, run: string, now: number): number {
  const last = database.prepare('SELECT max(opened_at) AS at FROM dispatch WHERE run = ?').get(run)?.['at'];
  return typeof last === 'number' ? Math.max(now, last) : now;
}

function addExecutor(
  database: Database,
  dispatch: Pick<NewDispatch, 'run' | 'phase' | 'plan' | 'attempt'>,
  now: number,
): Result<Agent, LedgerFailure> {
  const { run, phase, plan, attempt } = dispatch;
  const by: DecisionSource = { source: 'run', agent: run };
  const home = ensureChannel(database, homeChannelId(phase, plan), { allowed: null, denied: null }, by, now);
  const executor = { name: executorName(run, plan, attempt), kind: 'executor' as const, home, caps: null, denied: [] };
  const template = primaryHolder(database)?.name ?? ORCHESTRATOR;
  return bringIn(database, { ...executor, template, dispatch: dispatchId(run, plan, attempt) }, [], now);
}

/** Dispatches of a run in the order they were opened; a deadline that has passed shows as `expired`. */
export function listDispatches(database: Database, run: string, now: number): readonly DispatchRow[] {
  return dispatchRows(database, run).map((row) => readDispatch(database, row, now));
}

/** Records the worktree and branch that a host made for a dispatch. Only inside a write transaction. */
export function placeDispatch(
  database: Database,
  id: string,
  { branch, worktree }: { readonly branch: string; readonly worktree: string },
  now: number,
): Result<DispatchRow, LedgerFailure> {
  const row = dispatchRow(database, id);
  if (row === null) return fail({ reason: 'dispatch-not-found', dispatch: id });
  const placed: Row = { ...row, branch, worktree };
  if (row['branch'] !== branch || row['worktree'] !== worktree) recordDispatch(database, placed, 'placed', now);
  return ok(readDispatch(database, placed, now));
}

/**
 * Hands a dispatch's obligation on to a fresh executor in the same worktree (HANDOFF): its row says where that one works.
 * A dispatch that was handed on already answers the row of who has it now. Only inside a write transaction.
 */
export function handOff(
  database: Database,
  id: string,
  next: { readonly attempt: number; readonly attemptDir: string; readonly deadlineMs: number },
  now: number,
): Result<DispatchRow, LedgerFailure> {
  const row = dispatchRow(database, id);
  if (row === null) return fail({ reason: 'dispatch-not-found', dispatch: id });
  const target = {
    run: row['run'] as string,
    phase: row['phase'] as string,
    plan: row['plan'] as NewDispatch['plan'],
    attempt: next.attempt,
  };
  const nextId = dispatchId(target.run, target.plan, target.attempt);
  const there = dispatchRow(database, nextId);
  if (there !== null) return ok(readDispatch(database, there, now));
  if (expire(database, commitmentOf(database, row), now).state === 'expired') {
    const again = command(database, row, 'taken up again: it had expired while a person was asked', now);
    if (!again.ok) return again;
  }
  const executor = addExecutor(database, target, now);
  if (!executor.ok) return executor;
  const sent = say(database, row, 'HANDOFF', 'goes on with the answer', now, executor.value.name);
  if (!sent.ok) return sent;
  const child = sent.value.message.effect?.child ?? null;
  if (child === null)
    return fail({ reason: 'dispatch-not-open', dispatch: id, state: readDispatch(database, row, now).state });
  const fresh: Row = {
    ...row,
    id: nextId,
    commitment: child,
    agent: executor.value.name,
    attempt: next.attempt,
    attempt_dir: next.attemptDir,
    deadline_ms: next.deadlineMs,
    opened_at: afterTheLast(database, target.run, now),
  };
  recordDispatch(database, fresh, 'handed-on', now);
  recordDispatch(
    database,
    { ...row, commitment: sent.value.message.effect!.commitment, settled_at: now },
    'settled',
    now,
  );
  endExecutor(database, row, now);
  return ok(readDispatch(database, dispatchRow(database, nextId)!, now));
}

/**
 * The answer of a dispatch, handed in by the run that heard it: its message, the evidence in the dispatch's row, and the
 * end of the executor, with what it still asked withdrawn. A commitment that is settled stays as it is; one whose time
 * only ran out is taken up again for work that is home. Only inside a write transaction.
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
  const withdrawn = withdrawAsked(database, row, now);
  if (!withdrawn.ok) return withdrawn;
  recordDispatch(database, { ...row, commitment: current, settled_at: now, answer: text }, 'settled', now);
  endExecutor(database, row, now);
  return ok(null);
}

/** A sign of life; of a dispatch that was answered it is nothing. Only inside a write transaction. */
export function heartbeat(database: Database, id: string, note: string, now: number): Result<null, LedgerFailure> {
  const row = dispatchRow(database, id);
  if (row === null) return fail({ reason: 'dispatch-not-found', dispatch: id });
  if (row['settled_at'] !== null) return ok(null);
  const sent = say(database, row, 'STATUS', note, now);
  return sent.ok ? ok(null) : sent;
}

/** A token for the executor of a dispatch. Only inside a write transaction. */
export function issueDispatchToken(database: Database, id: string, now: number): Result<string, LedgerFailure> {
  const row = dispatchRow(database, id);
  if (row === null) return fail({ reason: 'dispatch-not-found', dispatch: id });
  const executor = liveAgent(database, row['agent'] as string);
  return executor.ok ? ok(issueToken(database, executor.value, id, now)) : executor;
}

function endExecutor(database: Database, row: Row, now: number): void {
  const executor = findAgent(database, row['agent'] as string);
  if (executor.ok) letGo(database, executor.value, now);
}
