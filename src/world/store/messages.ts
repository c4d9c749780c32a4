import type { Advisory } from '../../core/channels/advisory.js';
import type { CommitmentState } from '../../core/channels/commitment.js';
import type { MessageType } from '../../core/channels/message-type.js';
import { select } from './columns.js';
import { type Database, parseStored } from './database.js';
import type { Row } from './driver.js';

/** Who handed the message in: the agent itself by its token, a person for it, or the run that heard its answer. */
export type Via = 'agent' | 'person' | 'run';

/** A message as it lies in the ledger. */
export interface StoredMessage {
  readonly seq: number;
  readonly id: string;
  readonly at: number;
  readonly type: MessageType;
  readonly channel: string;
  readonly sender: string;
  readonly target: string | null;
  readonly correlationId: string | null;
  readonly replyTo: string | null;
  readonly content: string | null;
  readonly via: Via;
  readonly advisories: readonly Advisory[];
  readonly effect: MessageEffect | null;
}

/** What the message did to the commitment it opened or answered. */
export interface MessageEffect {
  readonly commitment: string;
  readonly before: CommitmentState | null;
  readonly after: CommitmentState;
  /** The commitment a hand-off opened. */
  readonly child: string | null;
}

/** The body of an entry of kind `message`, less the rows. */
export interface MessageBody {
  readonly content: string | null;
  readonly via: Via;
  readonly effect: MessageEffect | null;
  readonly advisories?: readonly Advisory[];
  /** The draft's hash: a retry under the same id must be the same message. */
  readonly draft: string;
}

export function readMessage(row: Row): StoredMessage {
  const body = messageBody(row);
  return {
    seq: row['seq'] as number,
    id: row['id'] as string,
    at: row['at'] as number,
    type: row['type'] as MessageType,
    channel: row['channel'] as string,
    sender: row['sender'] as string,
    target: row['target'] as string | null,
    correlationId: row['correlation'] as string | null,
    replyTo: row['reply_to'] as string | null,
    content: body.content,
    via: body.via,
    advisories: body.advisories ?? [],
    effect: body.effect,
  };
}

export function messageBody(row: Row): MessageBody {
  return parseStored<MessageBody>(row['body'], `entry ${row['seq']}`);
}

/** A message's row in the ledger by its id, or null. */
export function messageRow(database: Database, id: string): Row | null {
  return database.prepare(`${select('entry')} WHERE id = ? AND kind = 'message'`).get(id);
}

/** Whatever has this id in the ledger, or null. */
export function entryRow(database: Database, id: string): Row | null {
  return database.prepare(`${select('entry')} WHERE id = ?`).get(id);
}

/** Every message of a correlation, telemetry included, in the order they came. */
export function messagesOf(database: Database, correlationId: string): readonly StoredMessage[] {
  const sql = `${select('entry')} WHERE correlation = ? AND kind = 'message' ORDER BY seq`;
  return database.prepare(sql).all(correlationId).map(readMessage);
}

/** One page of what a reader sees of a channel. */
export interface Page {
  readonly messages: readonly StoredMessage[];
  /** Everything up to this entry was looked at, also what others were addressed: where the next page begins. */
  readonly scanned: number;
}

/**
 * Messages after an entry that a reader may see: sent to everyone or to it. Telemetry is not among them.
 * Two ordered index walks, so what is addressed to others costs nothing and starves nobody.
 */
export function readPage(database: Database, channel: string, reader: string, after: number, limit: number): Page {
  const part = (target: string) =>
    `SELECT * FROM (${select('entry')} WHERE type IS NOT NULL AND type <> 'EVENT' AND channel = ? AND target ${target} AND seq > ? ORDER BY seq LIMIT ?)`;
  const rows = database
    .prepare(`SELECT * FROM (${part('IS NULL')} UNION ALL ${part('= ?')}) ORDER BY seq LIMIT ?`)
    .all(channel, after, limit, channel, reader, after, limit, limit);
  const messages = rows.map(readMessage);
  const head = database.prepare('SELECT max(seq) AS seq FROM entry').get()?.['seq'] as number | null;
  const scanned = messages.length === limit ? messages.at(-1)!.seq : Math.max(after, head ?? 0);
  return { messages, scanned };
}
