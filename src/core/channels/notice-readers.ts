import { type Actor, authorize } from './authorize.js';
import { isSpoken, keysOf, type NoticeEvent, type SpokenEvent } from './notice-event.js';

/** Where a notice stands in: each event has each place at most once, whatever asks for it. */
export const NOTICE_SLOTS = ['primary', 'actor', 'delivery-agent'] as const;
export type NoticeSlot = (typeof NOTICE_SLOTS)[number];

/** Somebody an event may concern. */
export interface Party {
  readonly id: string;
  readonly actor: Actor;
}

/** Who is there when something happens. */
export interface Present {
  /** Whose message caused it; null where none did. */
  readonly speaker: Party | null;
  /** Who holds the role `primary` and lives; null where nobody does. */
  readonly primary: Party | null;
  /** Whom a hub's messages are delivered to, where one is named: its id. */
  readonly deliveryAgent: string | null;
  /** Whose home it is about: an id. */
  readonly owner?: string;
}

/**
 * Why a reader is told. `own`: it caused it. `by-name`: the one who caused it cannot act, and the primary can. `owed`: the
 * same, and nobody holds the role. `ended`: the one who caused it has ended. `passed-on`: it ended, or stopped, with this
 * unread. `concerns`: it is about it.
 */
export const DELIVERY_REASONS = ['own', 'by-name', 'owed', 'ended', 'passed-on', 'concerns'] as const;
export type DeliveryReason = (typeof DELIVERY_REASONS)[number];

/** One reader: an agent by its id, or the role `primary`, whoever holds it. */
export interface Reader {
  readonly slot: NoticeSlot;
  readonly to: { readonly role: 'primary' } | { readonly agent: string };
  readonly why: DeliveryReason;
}

const primary = (why: DeliveryReason): Reader => ({ slot: 'primary', to: { role: 'primary' }, why });
const actor = (id: string, why: DeliveryReason): Reader => ({ slot: 'actor', to: { agent: id }, why });

/**
 * Who reads a notice, the primary first: so that another reader can be told whether that was written (DESIGN §10). The
 * reader of what a message caused is its sender; where that one cannot act, the primary is told by name as well.
 */
export function readersOf(event: NoticeEvent, present: Present): readonly Reader[] {
  if (isSpoken(event)) return readersOfSpoken(event, present);
  switch (event.kind) {
    case 'opened-by-policy': {
      const { deliveryAgent } = present;
      if (deliveryAgent === null) return [primary('concerns')];
      return [{ slot: 'delivery-agent', to: { agent: deliveryAgent }, why: 'concerns' }];
    }
    case 'guard-refused':
    case 'isolation-violated':
      return [primary('concerns')];
    case 'home-closed':
    case 'superseded':
      return present.owner === undefined ? [] : [actor(present.owner, 'concerns')];
  }
}

function readersOfSpoken(event: SpokenEvent, { speaker, primary: holder }: Present): readonly Reader[] {
  if (speaker === null || speaker.actor.ended) return [primary('ended')];
  // msd itself reads nothing: whoever holds the role does.
  if (speaker.actor.kind === 'engine') return [primary('own')];
  const own = actor(speaker.id, 'own');
  if (speaker.id === holder?.id || !isActionable(event) || event.kind === 'send-failed') return [own];
  const keys = keysOf(event);
  const canClose = (who: Actor): boolean => authorize(who, 'channel:close', keys) === null;
  if (canClose(speaker.actor)) return [own];
  if (holder === null) return [primary('owed'), own];
  return canClose(holder.actor) ? [primary('by-name'), own] : [own];
}

/** Whether somebody with the right to it could act on the event: a reply whose channel stays closed leaves nothing to do. */
export function isActionable(event: SpokenEvent): boolean {
  return event.kind !== 'reply-open-failed' || event.selected !== undefined;
}
