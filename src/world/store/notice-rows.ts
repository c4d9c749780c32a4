import { type NoticeEvent, readNoticeEvent } from '../../core/channels/notice-event.js';
import type { DeliveryReason, NoticeSlot, Reader } from '../../core/channels/notice-readers.js';
import { fail, type Result } from '../../core/result.js';
import { select } from './columns.js';
import type { Database } from './database.js';
import type { Row } from './driver.js';
import { append, type Change } from './entries.js';
import { newId } from './ids.js';

/**
 * Events and their deliveries as rows: this module alone writes them, so that nothing which comes in from outside becomes
 * one (DESIGN §10). A delivery's key is its event and its place: whatever asks for it, each place is filled once.
 */

export type DeliveryState = 'pending' | 'seen' | 'passed-on' | 'lapsed';

/** To whom a delivery is addressed: an agent by its random id, or the role, whoever holds it. */
export type Addressee = `agent:${string}` | 'role:primary';

export const ROLE: Addressee = 'role:primary';
export const agentAddress = (id: string): Addressee => `agent:${id}`;

export interface Delivery {
  readonly event: string;
  readonly slot: NoticeSlot;
  readonly addressee: Addressee;
  readonly state: DeliveryState;
  /** Why it is told, or of a lapsed one why it is not. */
  readonly why: string;
  /** In the order they were written. */
  readonly seq: number;
}

/** A delivery with its event as it reads now; what msd would not write is a failure that says what is wrong. */
export interface ReadDelivery extends Delivery {
  readonly read: Result<NoticeEvent, string>;
  readonly at: number;
  /** Why the primary is told of the same event; null where it is not. */
  readonly primaryTold: DeliveryReason | null;
}

/** Whether something is on record already. */
export function eventExists(database: Database, id: string): boolean {
  return database.prepare('SELECT 1 AS one FROM event WHERE id = ?').get(id) !== null;
}

/** Records that something happened, and with it the readers given. Only inside a write transaction. */
export function recordEvent(
  database: Database,
  id: string,
  event: NoticeEvent,
  readers: readonly Reader[],
  about: { readonly sender: string | null; readonly channel: string | null },
  now: number,
): void {
  const row: Row = { id, kind: event.kind, at: now, inputs: JSON.stringify(event) };
  const body = { act: 'happened', event: id, of: event.kind, told: readers.map((reader) => reader.slot) };
  const changes: readonly Change[] = [{ table: 'event', row }, ...deliveries(database, id, readers)];
  append(database, { id: newId('entry'), kind: 'notice', at: now, ...about, body }, changes);
}

/** Records a reader of an event that is on record. Only inside a write transaction. */
export function recordReader(
  database: Database,
  event: string,
  reader: Reader,
  notTold: string | null,
  now: number,
): void {
  const body = { act: 'told', event, told: [reader.slot], ...(notTold === null ? {} : { notTold }) };
  append(database, { id: newId('entry'), kind: 'notice', at: now, body }, deliveries(database, event, [reader]));
}

function deliveries(database: Database, event: string, readers: readonly Reader[]): readonly Change[] {
  const first = nextDelivery(database);
  return readers.map(({ slot, to, why }, i) => {
    const addressee = 'role' in to ? ROLE : agentAddress(to.agent);
    return freshDelivery({ event, slot, addressee, state: 'pending', why, seq: first + i });
  });
}

/** The place of the next delivery. */
export function nextDelivery(database: Database): number {
  return ((database.prepare('SELECT max(seq) AS seq FROM delivery').get()?.['seq'] as number | null) ?? 0) + 1;
}

/** A delivery's row where there is none yet: the key refuses a second one. */
export const freshDelivery = (one: Delivery): Change => ({ table: 'delivery', row: rowOf(one), fresh: true });

/** A delivery's row as it is from now on. */
export function movedDelivery(one: Delivery, state: DeliveryState, why = one.why): Change {
  return { table: 'delivery', row: rowOf({ ...one, state, why }), was: rowOf(one) };
}

const rowOf = ({ event, slot, addressee, state, why, seq }: Delivery): Row => ({
  event,
  slot,
  addressee,
  state,
  why,
  seq,
});

/** Records what became of deliveries, a bounded number in an entry. Only inside a write transaction. */
export function recordChanges(
  database: Database,
  act: 'seen' | 'settled' | 'lapsed',
  sender: string | null,
  changed: readonly (readonly Change[])[],
  now: number,
): void {
  for (let from = 0; from < changed.length; from += PER_ENTRY) {
    const changes = changed.slice(from, from + PER_ENTRY).flat();
    append(database, { id: newId('entry'), kind: 'notice', at: now, sender, body: { act } }, changes);
  }
}

const PER_ENTRY = 250;

/** What is pending for these addressees, in the order it was written. */
export function pendingFor(database: Database, addressees: readonly Addressee[]): readonly ReadDelivery[] {
  const found = addressees.flatMap((addressee) =>
    database
      .prepare(PENDING)
      .all(addressee)
      .map((row) => readDelivery({ ...row, addressee, state: 'pending' })),
  );
  return addressees.length > 1 ? found.sort((a, b) => a.seq - b.seq) : found;
}

const PENDING = `SELECT delivery.event AS event, delivery.slot AS slot, delivery.why AS why, delivery.seq AS seq,
   event.inputs AS inputs, event.at AS at, event.kind AS kind, told.why AS told
   FROM delivery LEFT JOIN event ON event.id = delivery.event
   LEFT JOIN delivery AS told ON told.event = delivery.event AND told.slot = 'primary'
   WHERE delivery.addressee = ? AND delivery.state = 'pending' ORDER BY delivery.seq`;

/** The delivery of an event to one of these addressees, whatever became of it; null where there is none. */
export function deliveryOf(database: Database, event: string, addressees: readonly Addressee[]): Delivery | null {
  const rows = database.prepare(`${select('delivery')} WHERE event = ? ORDER BY seq`).all(event);
  const row = rows.find((each) => (addressees as readonly string[]).includes(each['addressee'] as string));
  return row === undefined ? null : readRow(row);
}

function readRow(row: Row): Delivery {
  return {
    event: row['event'] as string,
    slot: row['slot'] as NoticeSlot,
    addressee: row['addressee'] as Addressee,
    state: row['state'] as DeliveryState,
    why: row['why'] as string,
    seq: row['seq'] as number,
  };
}

function readDelivery(row: Row): ReadDelivery {
  const { inputs, kind } = row;
  const read: Result<NoticeEvent, string> =
    typeof inputs === 'string' ? readNoticeEvent(inputs) : fail('its event is gone');
  return {
    ...readRow(row),
    read: read.ok && read.value.kind !== kind ? fail(`its kind is not ${String(kind)}`) : read,
    at: (row['at'] as number | null) ?? 0,
    primaryTold: row['told'] as DeliveryReason | null,
  };
}
