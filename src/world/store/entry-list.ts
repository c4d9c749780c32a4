import type { MessageType } from '../../core/channels/message-type.js';
import { select } from './columns.js';
import { type Database, parseStored } from './database.js';
import type { Row, Value } from './driver.js';
import type { EntryKind } from './entries.js';

/** An entry as it lies in the ledger. */
export interface Entry {
  readonly seq: number;
  readonly id: string;
  readonly kind: EntryKind;
  readonly at: number;
  readonly type: MessageType | null;
  readonly channel: string | null;
  readonly sender: string | null;
  readonly target: string | null;
  readonly correlationId: string | null;
  readonly replyTo: string | null;
  readonly body: Readonly<Record<string, unknown>>;
  readonly hash: string;
}

export interface EntryFilter {
  readonly type: MessageType | null;
  readonly correlationId: string | null;
  readonly channel: string | null;
  /** The place after which to begin. */
  readonly after: number;
}

function where(filter: EntryFilter): { readonly sql: string; readonly values: readonly Value[] } {
  const columns = { type: 'type', correlationId: 'correlation', channel: 'channel' } as const;
  const terms = ['seq > ?'];
  const values: Value[] = [filter.after];
  for (const [field, column] of Object.entries(columns) as [keyof typeof columns, string][]) {
    const value = filter[field];
    if (value === null) continue;
    terms.push(`${column} = ?`);
    values.push(value);
  }
  return { sql: terms.join(' AND '), values };
}

/** Entries in order, at most so many; -1 for all. */
export function listEntries(database: Database, filter: EntryFilter, limit: number): readonly Entry[] {
  const { sql, values } = where(filter);
  return database
    .prepare(`${select('entry')} WHERE ${sql} ORDER BY seq LIMIT ?`)
    .all(...values, limit)
    .map(readEntry);
}

/** The last entries, in order. */
export function lastEntries(database: Database, filter: EntryFilter, limit: number): readonly Entry[] {
  const { sql, values } = where(filter);
  return database
    .prepare(`SELECT * FROM (${select('entry')} WHERE ${sql} ORDER BY seq DESC LIMIT ?) ORDER BY seq`)
    .all(...values, limit)
    .map(readEntry);
}

/** How many there are: by type or correlation one walk over an index. */
export function countEntries(database: Database, filter: EntryFilter): number {
  const { sql, values } = where(filter);
  return database.prepare(`SELECT count(*) AS n FROM entry WHERE ${sql}`).get(...values)?.['n'] as number;
}

/** By place or by id, or null. */
export function findEntry(database: Database, query: string): Entry | null {
  const byId = database.prepare(`${select('entry')} WHERE id = ?`).get(query);
  const row =
    byId ?? (/^\d{1,15}$/.test(query) ? database.prepare(`${select('entry')} WHERE seq = ?`).get(Number(query)) : null);
  return row === null ? null : readEntry(row);
}

export function readEntry(row: Row): Entry {
  return {
    seq: row['seq'] as number,
    id: row['id'] as string,
    kind: row['kind'] as EntryKind,
    at: row['at'] as number,
    type: row['type'] as MessageType | null,
    channel: row['channel'] as string | null,
    sender: row['sender'] as string | null,
    target: row['target'] as string | null,
    correlationId: row['correlation'] as string | null,
    replyTo: row['reply_to'] as string | null,
    body: parseStored<Record<string, unknown>>(row['body'], `entry ${row['seq']}`),
    hash: row['hash'] as string,
  };
}
