import { ORCHESTRATOR } from '../../core/channels/agent-name.js';
import { channelKey, LOCAL_HUB } from '../../core/channels/channel-key.js';
import type { LedgerFailure } from '../../core/channels/failures.js';
import { homeChannelId, oversightChannelId } from '../../core/channels/phase-channels.js';
import type { MessageType } from '../../core/channels/message-type.js';
import { fail, ok, type Result } from '../../core/result.js';
import type { Database } from './database.js';
import type { Row } from './driver.js';
import type { Via } from './messages.js';
import { type SendRequest, type Sent, sendWithin } from './send.js';

/** What a run may say on a dispatch's behalf; what is left out is null. */
export type RunMessage = Pick<SendRequest, 'type' | 'sender' | 'target' | 'content'> &
  Partial<Pick<SendRequest, 'id' | 'correlationId' | 'windowMs'>> & {
    readonly channel: string;
  };

/** Sends a message that the run hands in. Only inside a write transaction. */
export function sendFromRun(
  database: Database,
  message: RunMessage,
  now: number,
  via: Via = 'run',
): Result<Sent, LedgerFailure> {
  const outcome = sendWithin(
    database,
    {
      id: null,
      correlationId: null,
      windowMs: null,
      ...message,
      replyTo: null,
      budgetUntil: null,
      via,
    },
    now,
  );
  if (!outcome.ok) return outcome;
  return outcome.value.kind === 'sent' ? ok(outcome.value.sent) : fail(outcome.value.refusal);
}

/** The COMMAND from the orchestrator to the executor. @returns the commitment it opened */
export function command(database: Database, row: Row, content: string, now: number): Result<string, LedgerFailure> {
  const sent = sendFromRun(
    database,
    {
      type: 'COMMAND',
      sender: ORCHESTRATOR,
      target: row['agent'] as string,
      content,
      channel: homeOf(row),
      correlationId: row['correlation'] as string,
      windowMs: row['deadline_ms'] as number,
    },
    now,
  );
  return sent.ok ? ok(sent.value.message.effect!.commitment) : sent;
}

/** A message of the executor's about its commitment, handed in by the run. */
export function say(
  database: Database,
  row: Row,
  type: MessageType,
  content: string,
  now: number,
  target: string = ORCHESTRATOR,
): Result<Sent, LedgerFailure> {
  const sender = row['agent'] as string;
  const correlationId = row['correlation'] as string;
  return sendFromRun(database, { type, sender, target, content, channel: homeOf(row), correlationId }, now);
}

/** The key of the home channel of a dispatch's executor. */
export const homeOf = (row: Row): string => local(homeChannelId(row['phase'] as string, row['plan'] as string));

/** The key of the channel on which a dispatch's executor asks the person. */
export const oversightOf = (row: Row): string => local(oversightChannelId(row['phase'] as string));

const local = (id: string): string => channelKey({ hub: LOCAL_HUB, id });
