import { select } from './columns.js';
import type { Agent } from './agents.js';
import type { Database } from './database.js';
import type { Change } from './entries.js';
import { currentHold } from './hold.js';
import { fingerprint } from './ids.js';
import { deliveryOf, movedDelivery, recordChanges } from './notice-rows.js';
import { addressesOf, type Inbox, readInbox } from './show-notices.js';

/** What is shown to a reader at a boundary. */
export interface Offer extends Inbox {
  /** How many more wait. */
  readonly rest: number;
}

const NOTHING: Offer = { notices: [], quarantined: [], rest: 0 };

/**
 * Offers a reader's notices: what an earlier offer of the same session showed has been seen by now, and of what is still
 * pending so many are shown, with a record that they were. On hold nothing is shown. Only inside a write transaction.
 * @param session tells one connection of a reader's from another: a token's hash, a host's session
 */
export function offerNotices(database: Database, reader: Agent, session: string, most: number, now: number): Offer {
  sessionCalled(database, session, now);
  if (currentHold(database) !== null) return NOTHING;
  const { notices, quarantined } = readInbox(database, reader);
  const shown = notices.slice(0, most);
  for (const { event, slot, text } of shown) {
    const attempts = database
      .prepare('SELECT max(attempt) AS n FROM offer WHERE event = ? AND slot = ?')
      .get(event, slot);
    const attempt = ((attempts?.['n'] as number | null) ?? 0) + 1;
    database
      .prepare('INSERT INTO offer (event, slot, attempt, session, at, hash) VALUES (?, ?, ?, ?, ?, ?)')
      .run(event, slot, attempt, session, now, fingerprint(text));
  }
  return { notices: shown, quarantined, rest: notices.length - shown.length };
}

/** Whether anything was offered to a session and has not been taken up: one indexed look. */
export function isOfferedTo(database: Database, session: string): boolean {
  return database.prepare('SELECT 1 AS one FROM offer WHERE session = ? LIMIT 1').get(session) !== null;
}

/**
 * A session that calls again has been shown what was offered to it: that is seen. Only inside a write transaction.
 * @returns how many
 */
export function sessionCalled(database: Database, session: string, now: number): number {
  const offered = database.prepare(`${select('offer')} WHERE session = ?`).all(session);
  if (offered.length === 0) return 0;
  const seen = offered.flatMap((offer) => {
    const row = database
      .prepare(`${select('delivery')} WHERE event = ? AND slot = ? AND state = 'pending'`)
      .get(offer['event'] as string, offer['slot'] as string);
    return row === null ? [] : [[{ table: 'delivery' as const, row: { ...row, state: 'seen' }, was: row }]];
  });
  recordChanges(database, 'seen', null, seen, now);
  database.prepare('DELETE FROM offer WHERE session = ?').run(session);
  return seen.length;
}

/**
 * Marks notices as seen: all of them, or none where one is not the reader's. What is settled already stays as it is. Only
 * inside a write transaction.
 * @returns the first id that is not the reader's, or how many changed
 */
export function acknowledge(
  database: Database,
  reader: Agent,
  events: readonly string[],
  now: number,
): { readonly unknown: string } | { readonly changed: readonly string[] } {
  const addresses = addressesOf(database, reader);
  const changed = new Map<string, Change>();
  for (const event of events) {
    const found = deliveryOf(database, event, addresses);
    if (found === null) return { unknown: event };
    if (found.state === 'pending') changed.set(event, movedDelivery(found, 'seen'));
  }
  recordChanges(
    database,
    'seen',
    reader.name,
    [...changed.values()].map((change) => [change]),
    now,
  );
  return { changed: [...changed.keys()] };
}
