import { select } from './columns.js';
import type { Database } from './database.js';
import type { Row, Value } from './driver.js';
import { chainHead, entryHash, GENESIS, HASHED, keyOf, PROJECTIONS, type Projection } from './entries.js';

/** What verifying found: all in order, or the first thing that is not. */
export type Verification =
  | { readonly ok: true; readonly entries: number; readonly head: string }
  | { readonly ok: false; readonly entries: number; readonly broken: Broken };

export type Broken =
  /** The entry's content is not what its hash was made of, or its hash is another's. */
  | { readonly why: 'hash'; readonly seq: number; readonly id: string }
  /** Its hash holds and msd never wrote such a body. */
  | { readonly why: 'body'; readonly seq: number; readonly id: string }
  /** There is no entry at this place, although a later one or the chain's head says so. */
  | { readonly why: 'missing'; readonly seq: number }
  /** An entry beyond the chain's head. */
  | { readonly why: 'beyond-head'; readonly seq: number; readonly id: string }
  /** The chain's head is not the last entry's hash: that entry was replaced as a whole. */
  | { readonly why: 'head'; readonly seq: number; readonly id: string }
  /** A row that follows from the entries says something else; `seq` is the entry that last changed it, 0 for none. */
  | { readonly why: 'row'; readonly seq: number; readonly table: Projection; readonly key: string };

const PAGE = 2000;

/** What SQLite finds wrong with the file itself, or null: pages, and indexes that leave rows out. */
export function fileDamage(database: Database): string | null {
  const said = database.prepare('SELECT integrity_check AS said FROM pragma_integrity_check LIMIT 1').get()?.['said'];
  return said === 'ok' ? null : String(said);
}

/** Walks the whole chain, then compares every row that follows from it. Only inside a read transaction. */
export function verifyLedger(database: Database): Verification {
  const head = chainHead(database);
  const rows = new ExpectedRows();
  let previous = GENESIS;
  let expected = 1;
  let lastId = '';
  const statement = database.prepare(`${select('entry')} WHERE seq > ? ORDER BY seq LIMIT ${PAGE}`);
  for (;;) {
    const page = statement.all(expected - 1);
    for (const row of page) {
      const broken = brokenEntry(row, expected, previous, head.seq);
      if (broken !== null) return { ok: false, entries: expected - 1, broken };
      if (!rows.take(row)) {
        return { ok: false, entries: expected - 1, broken: { why: 'body', seq: expected, id: String(row['id']) } };
      }
      previous = row['hash'] as string;
      lastId = row['id'] as string;
      expected++;
    }
    if (page.length < PAGE) break;
  }
  const entries = expected - 1;
  if (entries < head.seq) return { ok: false, entries, broken: { why: 'missing', seq: expected } };
  if (previous !== head.hash) return { ok: false, entries, broken: { why: 'head', seq: entries, id: lastId } };
  const broken = rows.firstDifference(database);
  return broken === null ? { ok: true, entries, head: previous } : { ok: false, entries, broken };
}

function brokenEntry(row: Row, expected: number, previous: string, headSeq: number): Broken | null {
  const seq = row['seq'] as number;
  const id = String(row['id']);
  if (seq !== expected) return { why: 'missing', seq: expected };
  if (seq > headSeq) return { why: 'beyond-head', seq, id };
  const columns = HASHED.map((column) => row[column] as Value);
  return entryHash(previous, columns) === row['hash'] ? null : { why: 'hash', seq, id };
}

/** The rows of every projection as the entries say they are. */
class ExpectedRows {
  readonly #tables = new Map<Projection, Map<string, { readonly seq: number; readonly text: string }>>();

  constructor() {
    for (const table of Object.keys(PROJECTIONS) as Projection[]) this.#tables.set(table, new Map());
  }

  /** @returns false where the body is not one of msd's */
  take(entry: Row): boolean {
    try {
      const body = JSON.parse(entry['body'] as string) as { rows?: readonly (readonly [Projection, Row])[] };
      for (const [table, row] of body.rows ?? []) {
        const expected = { seq: entry['seq'] as number, text: canonical(row) };
        this.#tables.get(table)?.set(keyOf(table, row), expected);
      }
      return true;
    } catch {
      return false;
    }
  }

  firstDifference(database: Database): Broken | null {
    const differences: Broken[] = [];
    for (const [table, expected] of this.#tables) {
      const seen = new Set<string>();
      for (const row of database.prepare(select(table)).each()) {
        const key = keyOf(table, row);
        const known = expected.get(key);
        seen.add(key);
        if (known?.text !== canonical(row)) differences.push({ why: 'row', seq: known?.seq ?? 0, table, key });
      }
      for (const [key, { seq }] of expected) if (!seen.has(key)) differences.push({ why: 'row', seq, table, key });
    }
    return differences.sort((a, b) => a.seq - b.seq)[0] ?? null;
  }
}

/** One text for one row, whatever the order of its columns. */
function canonical(row: Row): string {
  const columns = Object.keys(row).sort();
  return JSON.stringify(columns.map((column) => [column, row[column] ?? null]));
}
