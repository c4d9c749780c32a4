import { ORCHESTRATOR, PERSON } from '../../core/channels/agent-name.js';
import { channelKey, LOCAL_HUB } from '../../core/channels/channel-key.js';
import type { LedgerFailure } from '../../core/channels/failures.js';
import { isFinal } from '../../core/channels/commitment.js';
import { observeChannelId } from '../../core/channels/phase-channels.js';
import type { MessageType } from '../../core/channels/message-type.js';
import { fail, ok, type Result } from '../../core/result.js';
import type { Asked, DispatchTalk, Reply } from '../talk.js';
import { select } from './columns.js';
import { answerable, chainOf, commitmentsOf, expire, type StoredCommitment } from './commitments.js';
import type { Database } from './database.js';
import { commitmentOf, dispatchRow } from './dispatch-row.js';
import { oversightOf, sendFromRun } from './dispatch-say.js';
import type { Row } from './driver.js';
import { messageRow, messagesOf, readMessage, type StoredMessage } from './messages.js';

/** How long a person may take to answer; asked anew by the next run after that. */
const QUESTION_WINDOW_MS = 365 * 24 * 60 * 60 * 1000;

/** What was said between a dispatch's executor, the orchestrator and the person. Reads only. */
export function talkOf(database: Database, id: string): Result<DispatchTalk, LedgerFailure> {
  const row = dispatchRow(database, id);
  if (row === null) return fail({ reason: 'dispatch-not-found', dispatch: id });
  const executor = row['agent'] as string;
  const messages = messagesOf(database, row['correlation'] as string).filter((m) => about(m, executor));
  const commitment = commitmentOf(database, row);
  const settling = messages.find((m) => m.id === commitment.resolvedBy && m.sender === executor && m.via === 'agent');
  const asked = askedBy(database, row).map((opener) => readAsked(database, opener));
  const counts: Partial<Record<MessageType, number>> = {};
  for (const { type } of messages) counts[type] = (counts[type] ?? 0) + 1;
  for (const { type } of asked) counts[type] = (counts[type] ?? 0) + 1;
  return ok({
    dispatch: id,
    settled: isAnswer(settling) ? { type: settling.type, content: settling.content } : null,
    questions: asked.filter((one) => one.type === 'QUERY'),
    proposals: asked.filter((one) => one.type === 'PROPOSE'),
    messages: counts,
  });
}

const about = (message: StoredMessage, executor: string): boolean =>
  message.sender === executor || message.target === executor;

type AnswerMessage = StoredMessage & { readonly type: 'DONE' | 'FAILURE' | 'DECLINE' };
const isAnswer = (message: StoredMessage | undefined): message is AnswerMessage =>
  message?.type === 'DONE' || message?.type === 'FAILURE' || message?.type === 'DECLINE';

/** QUERYs to the person and PROPOSEs to the orchestrator by a dispatch's executor, the first first. */
export function askedBy(database: Database, row: Row): readonly StoredMessage[] {
  const opened = commitmentsOf(database, row['correlation'] as string)[0]?.seq ?? 0;
  const sql = `${select('entry')} WHERE type = ? AND seq >= ? AND sender = ? AND target = ? AND kind = 'message' ORDER BY seq`;
  const of = (type: MessageType, target: string) =>
    database
      .prepare(sql)
      .all(type, opened, row['agent'] as string, target)
      .map(readMessage);
  return [...of('QUERY', PERSON), ...of('PROPOSE', ORCHESTRATOR)];
}

/** Something asked, as it stands now. */
export function readAsked(database: Database, opener: StoredMessage): Asked {
  const commitments = commitmentsOf(database, opener.correlationId ?? '');
  const opened = commitments.find((c) => c.id === opener.effect?.commitment);
  const last = opened === undefined ? undefined : lastOf(opened, commitments);
  const answer = last?.resolvedBy ? messageRow(database, last.resolvedBy) : null;
  const said = answer === null ? null : readMessage(answer);
  return {
    type: opener.type as 'QUERY' | 'PROPOSE',
    id: last?.id ?? opener.id,
    correlationId: opener.correlationId ?? '',
    text: opener.content ?? '',
    state: last?.state ?? 'open',
    obligor: last?.obligor ?? null,
    askedAt: opener.at,
    answer: said === null ? null : { type: said.type, by: said.sender, text: said.content ?? '', at: said.at },
  };
}

/** Where a commitment has come to: itself, or the last it was handed on to. */
function lastOf(opened: StoredCommitment, all: readonly StoredCommitment[]): StoredCommitment {
  return all.findLast((c) => chainOf(c, all).includes(opened)) ?? opened;
}

/**
 * Asks the person for a dispatch's executor, on the phase's oversight channel. What it has asked itself, and what was
 * answered only after it ended, is not asked twice. Only inside a write transaction.
 * @param unreadSince when the executor ended: it cannot have read what was answered later
 */
export function ask(
  database: Database,
  id: string,
  question: string,
  unreadSince: number,
  now: number,
): Result<Asked, LedgerFailure> {
  const row = dispatchRow(database, id);
  if (row === null) return fail({ reason: 'dispatch-not-found', dispatch: id });
  for (const opener of askedBy(database, row))
    for (const commitment of commitmentsOf(database, opener.correlationId ?? '')) expire(database, commitment, now);
  const known = askedBy(database, row)
    .filter((opener) => opener.type === 'QUERY')
    .map((opener) => readAsked(database, opener));
  const there = known.findLast(
    (one) => one.state !== 'expired' && (one.answer === null || one.answer.at >= unreadSince),
  );
  if (there) return ok(there);
  const sent = sendFromRun(
    database,
    {
      type: 'QUERY',
      sender: row['agent'] as string,
      target: PERSON,
      content: question,
      channel: oversightOf(row),
      correlationId: `${id}/question${known.length > 0 ? `/${known.length + 1}` : ''}`,
      windowMs: QUESTION_WINDOW_MS,
    },
    now,
  );
  return sent.ok ? ok(readAsked(database, sent.value.message)) : sent;
}

/** What a dispatch's executor asked and nobody answered is taken back when it ends. Only inside a write transaction. */
export function withdrawAsked(database: Database, row: Row, now: number): Result<null, LedgerFailure> {
  for (const opener of askedBy(database, row)) {
    const { state, correlationId } = readAsked(database, opener);
    if (isFinal(state)) continue;
    const content = 'withdrawn: the plan has ended';
    const sent = sendFromRun(
      database,
      {
        type: 'DECLINE',
        sender: opener.sender,
        target: opener.target,
        content,
        channel: opener.channel,
        correlationId,
      },
      now,
    );
    if (!sent.ok) return sent;
  }
  return ok(null);
}

/** Answers what an executor asked. Only inside a write transaction. */
export function reply(
  database: Database,
  correlationId: string,
  said: Reply,
  now: number,
): Result<null, LedgerFailure> {
  const commitment = answerable(commitmentsOf(database, correlationId));
  if (commitment === null) return fail({ reason: 'correlation-not-found', correlationId });
  const { type, by, text } = said;
  const sender = by === 'person' ? PERSON : ORCHESTRATOR;
  const sent = sendFromRun(
    database,
    { type, sender, target: commitment.requester, content: text, channel: commitment.channel, correlationId },
    now,
    by === 'person' ? 'person' : 'run',
  );
  return sent.ok ? ok(null) : sent;
}

/** Gives an offer that the orchestrator may not judge to the person. Only inside a write transaction. */
export function handToPerson(database: Database, correlationId: string, now: number): Result<null, LedgerFailure> {
  const commitment = answerable(commitmentsOf(database, correlationId));
  if (commitment === null) return fail({ reason: 'correlation-not-found', correlationId });
  const { channel } = commitment;
  const content = 'the person decides';
  const sent = sendFromRun(
    database,
    { type: 'HANDOFF', sender: ORCHESTRATOR, target: PERSON, content, channel, correlationId },
    now,
  );
  return sent.ok ? ok(null) : sent;
}

/** Writes down what a run decided or did, on its phase's observe channel. Only inside a write transaction. */
export function observe(
  database: Database,
  phase: string,
  content: string,
  correlationId: string | null,
  now: number,
): Result<null, LedgerFailure> {
  const channel = channelKey({ hub: LOCAL_HUB, id: observeChannelId(phase) });
  const sent = sendFromRun(
    database,
    { type: 'EVENT', sender: ORCHESTRATOR, target: null, content, channel, correlationId },
    now,
  );
  return sent.ok ? ok(null) : sent;
}
