import { commitmentsOf, expire, type StoredCommitment } from './commitments.js';
import type { Database } from './database.js';
import { recallOf } from './recall.js';

/** Every commitment of a correlation, as `commitmentsOf` reads them, those expired whose time is over. Only inside a write transaction. */
export function sweptCommitments(database: Database, correlation: string, now: number): readonly StoredCommitment[] {
  const all = recallOf(database).get(keyOf(correlation), () => commitmentsOf(database, correlation));
  return all.map((commitment) => expire(database, commitment, now));
}

/**
 * Keeps what a message made of them, for the next one about the same.
 * @param before all of the correlation, before the message
 */
export function keepCommitments(
  database: Database,
  before: readonly StoredCommitment[],
  changed: readonly StoredCommitment[],
): void {
  const [first] = changed;
  if (first === undefined) return;
  const kept = before.map((old) => changed.find((one) => one.id === old.id) ?? old);
  const added = changed.filter((one) => before.every((old) => old.id !== one.id));
  recallOf(database).keep(keyOf(first.correlationId), [...kept, ...added]);
}

/** Under which a connection's recall has them; `Recall.moveTo` forgets it when one of them changes. */
const keyOf = (correlation: string): string => `commitments ${correlation}`;
