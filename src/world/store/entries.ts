import { hash as digest } from 'node:crypto';
import type { Database } from './database.js';
import { recallOf } from './recall.js';
import type { Row, Value } from './driver.js';

/** What an entry of the ledger tells. */
export const ENTRY_KINDS = [
  'message',
  'refusal',
  'expiry',
  'agent',
  'channel',
  'decision',
  'token',
  'run',
  'dispatch',
  'notice',
] as const;
export type EntryKind = (typeof ENTRY_KINDS)[number];

/** An entry before it has its place in the chain. Columns are what is looked for; the rest is in the body. */
export interface NewEntry {
  readonly id: string;
  readonly kind: EntryKind;
  readonly at: number;
  readonly type?: string | null;
  readonly channel?: string | null;
  readonly sender?: string | null;
  readonly target?: string | null;
  readonly correlation?: string | null;
  readonly replyTo?: string | null;
  readonly body: Readonly<Record<string, unknown>>;
}

/** A projection's row as it is after the entry. */
export interface Change {
  readonly table: Projection;
  readonly row: Row;
  /** The row must not be there yet: a second one is refused by its key, and undoes the transaction. */
  readonly fresh?: boolean;
  /** The row as it was: then only what differs is written. */
  readonly was?: Row;
}

/** The tables that follow from the entries, and the columns that tell their rows apart. */
export const PROJECTIONS = {
  agent: ['name'],
  role: ['name'],
  token: ['hash'],
  channel: ['key'],
  decision: ['seq'],
  commitment: ['id'],
  run: ['id'],
  dispatch: ['id'],
  event: ['id'],
  delivery: ['event', 'slot'],
  subscription: ['agent', 'scope'],
  hold: ['name'],
} as const;
export type Projection = keyof typeof PROJECTIONS;

/** What tells a projection's row apart, as one text. */
export const keyOf = (table: Projection, row: Row): string =>
  PROJECTIONS[table].map((column) => String(row[column])).join(' ');

/** What the first entry is chained to. */
export const GENESIS = '0'.repeat(64);

/** The columns the hash covers, in this order, after the previous hash. */
export const HASHED = [
  'seq',
  'id',
  'kind',
  'at',
  'type',
  'channel',
  'sender',
  'target',
  'correlation',
  'reply_to',
  'body',
] as const;

const INSERT = `INSERT INTO entry (${HASHED.join(', ')}, hash) VALUES (${[...HASHED, 'hash'].map(() => '?').join(', ')})`;

/** SHA-256 over a JSON array of scalars: no two different entries have the same text. */
export function entryHash(previous: string, columns: readonly Value[]): string {
  return digest('sha256', JSON.stringify([previous, ...columns]), 'hex');
}

/** The place the next entry will have: known beforehand because the transaction holds the write lock. */
export function nextSeq(database: Database): number {
  return chainHead(database).seq + 1;
}

/** Where the chain ends. */
export interface ChainHead {
  readonly seq: number;
  readonly hash: string;
}

/** The last entry's place and hash, as the chain's own row has them. */
export function chainHead(database: Database): ChainHead {
  const head = database.prepare('SELECT seq AS seq, hash AS hash FROM chain').get();
  return head === null ? { seq: 0, hash: GENESIS } : { seq: head['seq'] as number, hash: head['hash'] as string };
}

/**
 * Appends one entry and writes the rows that change with it. Only inside a write transaction.
 * @param given the rows, or what makes them of the entry's place
 * @param known the head, where the caller has read it in this transaction and nothing was appended since
 * @returns the entry's place
 */
export function append(
  database: Database,
  entry: NewEntry,
  given: readonly Change[] | ((seq: number) => readonly Change[]),
  known: ChainHead | null = null,
): number {
  const head = known ?? chainHead(database);
  const recall = recallOf(database);
  recall.standAt(head.hash);
  const seq = head.seq + 1;
  const changes = typeof given === 'function' ? given(seq) : given;
  const rows = changes.map((change) => [change.table, change.row]);
  const body = JSON.stringify(rows.length === 0 ? entry.body : { ...entry.body, rows });
  const columns: readonly Value[] = [
    seq,
    entry.id,
    entry.kind,
    entry.at,
    entry.type ?? null,
    entry.channel ?? null,
    entry.sender ?? null,
    entry.target ?? null,
    entry.correlation ?? null,
    entry.replyTo ?? null,
    body,
  ];
  const hash = entryHash(head.hash, columns);
  database.prepare(INSERT).run(...columns, hash);
  database
    .prepare(
      'INSERT INTO chain (one, seq, hash) VALUES (1, ?, ?) ON CONFLICT (one) DO UPDATE SET seq = excluded.seq, hash = excluded.hash',
    )
    .run(seq, hash);
  for (const change of changes) put(database, change);
  recall.moveTo(hash, changes);
  return seq;
}

function put(database: Database, { table, row, was, fresh }: Change): void {
  const columns = Object.keys(row);
  const key: readonly string[] = PROJECTIONS[table];
  if (was !== undefined) {
    const changed = columns.filter((column) => row[column] !== was[column]);
    if (changed.length === 0) return;
    const equals = (names: readonly string[]) => names.map((column) => `${column} = ?`);
    const sql = `UPDATE ${table} SET ${equals(changed).join(', ')} WHERE ${equals(key).join(' AND ')}`;
    database.prepare(sql).run(...[...changed, ...key].map((column) => row[column] ?? null));
    return;
  }
  database.prepare(insertOf(table, columns, fresh === true)).run(...Object.values(row));
}

/** The statement for rows with these columns, made once: settling an agent writes thousands alike. */
function insertOf(table: Projection, columns: readonly string[], fresh: boolean): string {
  const names = columns.join(', ');
  const alike = `${table} ${fresh} ${names}`;
  const known = INSERTS.get(alike);
  if (known !== undefined) return known;
  const key: readonly string[] = PROJECTIONS[table];
  const updates = columns.filter((column) => !key.includes(column)).map((column) => `${column} = excluded.${column}`);
  const otherwise = fresh ? '' : ` ON CONFLICT (${key.join(', ')}) DO UPDATE SET ${updates.join(', ')}`;
  const made = `INSERT INTO ${table} (${names}) VALUES (${columns.map(() => '?').join(', ')})${otherwise}`;
  INSERTS.set(alike, made);
  return made;
}

const INSERTS = new Map<string, string>();
