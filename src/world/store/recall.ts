import type { Database } from './database.js';
import type { Row } from './driver.js';

/**
 * What a connection has read of agents, channels and commitments, kept for as long as the ledger stands where it stood: no
 * such row changes without an entry, so the hash of the last entry tells whether it is still so. Many sends over one
 * connection then look up names once. Only inside a transaction, after {@link Recall.standAt}.
 */
export class Recall {
  #hash = '';
  readonly #known = new Map<string, unknown>();

  /** The last entry's hash as the transaction sees it; forgets everything where another's entry has come in. */
  standAt(hash: string): void {
    if (hash !== this.#hash) this.#known.clear();
    this.#hash = hash;
  }

  /** Whether nothing was appended since the head with this hash was read. */
  isAt(hash: string): boolean {
    return hash === this.#hash;
  }

  /** An entry of this connection's own: what it changed is forgotten; everything, where it is more than commitments. */
  moveTo(hash: string, changes: readonly { readonly table: string; readonly row: Row }[]): void {
    this.#hash = hash;
    for (const { table, row } of changes) {
      if (table === 'commitment') this.#known.delete(`commitments ${row['correlation']}`);
      else this.#known.clear();
    }
  }

  /** What is known under the key, else what `read` answers. */
  get<T>(key: string, read: () => T): T {
    if (this.#known.has(key)) return this.#known.get(key) as T;
    return this.keep(key, read());
  }

  keep<T>(key: string, value: T): T {
    if (this.#known.size >= MOST) this.#known.clear();
    this.#known.set(key, value);
    return value;
  }
}

const MOST = 1000;

const RECALLS = new WeakMap<Database, Recall>();

/** A connection's own. */
export function recallOf(database: Database): Recall {
  const known = RECALLS.get(database);
  if (known !== undefined) return known;
  const made = new Recall();
  RECALLS.set(database, made);
  return made;
}
