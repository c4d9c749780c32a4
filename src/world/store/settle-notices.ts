import type { Actor } from '../../core/channels/authorize.js';
import { type ChannelKey, channelKey } from '../../core/channels/channel-key.js';
import { isSpoken } from '../../core/channels/notice-event.js';
import { isActionable } from '../../core/channels/notice-readers.js';
import { passOn } from '../../core/channels/pass-on.js';
import { type ChannelNow, stillHolds } from '../../core/channels/still-holds.js';
import type { Agent } from './agents.js';
import { channelsNow } from './channel-now.js';
import type { Database } from './database.js';
import type { Change } from './entries.js';
import {
  agentAddress,
  freshDelivery,
  movedDelivery,
  nextDelivery,
  pendingFor,
  type ReadDelivery,
  recordChanges,
  ROLE,
} from './notice-rows.js';
import { isNamedPrimary } from './roles.js';

/** What became of the notices that an agent had not seen. */
export interface Settled {
  readonly agent: string;
  readonly passedOn: readonly string[];
  /** Events that nobody is told of, and what the record showed. */
  readonly lapsed: readonly { readonly event: string; readonly why: string }[];
}

/**
 * Passes on what an agent had not seen when it ended, or was stopped: the role `primary` is told in its place, once, of
 * what the agent could have acted on and still holds (DESIGN §10). Doing it again changes nothing. Only inside a write
 * transaction.
 */
export function settleNotices(database: Database, agent: Agent, now: number): Settled {
  const channels = channelsNow(database);
  const wasPrimary = isNamedPrimary(database, agent.name);
  const passedOn: string[] = [];
  const lapsed: { event: string; why: string }[] = [];
  const before = { ...agent, ended: false };
  let seq = nextDelivery(database);
  const changes = pendingFor(database, [agentAddress(agent.id)]).map((one): readonly Change[] => {
    const why = whyNot(one, before, wasPrimary, channels);
    if (why !== null) {
      lapsed.push({ event: one.event, why });
      return [movedDelivery(one, 'lapsed', why)];
    }
    passedOn.push(one.event);
    const told = { event: one.event, slot: 'primary', addressee: ROLE, state: 'pending', why: 'passed-on' } as const;
    return [freshDelivery({ ...told, seq: seq++ }), movedDelivery(one, 'passed-on')];
  });
  recordChanges(database, 'settled', agent.name, changes, now);
  return { agent: agent.name, passedOn, lapsed };
}

/** Why the primary is not told of it; null where it is. Rights count as they were before the end. */
function whyNot(
  one: ReadDelivery,
  reader: Actor,
  wasPrimary: boolean,
  channels: (key: ChannelKey) => ChannelNow,
): string | null {
  if (!one.read.ok) return `quarantined: ${one.read.error}`;
  if (one.primaryTold !== null) return 'primary-told';
  const decided = passOn(one.read.value, reader, wasPrimary, channels);
  return decided.pass ? null : [decided.why, ...decided.found].join('; ');
}

/**
 * Lets go what the role is owed and is past: asked when somebody takes the role. Only inside a write transaction.
 * @param taker by name
 */
export function lapseForRole(database: Database, taker: string, now: number): void {
  const channels = channelsNow(database);
  const past = pendingFor(database, [ROLE]).filter((one) => isPast(one, channels));
  recordChanges(
    database,
    'lapsed',
    taker,
    past.map((one) => [movedDelivery(one, 'lapsed', 'holds-no-more')]),
    now,
  );
}

/**
 * Whether the reader need not be told of it any more. Of the role: it asked for something to be done, and nothing of it
 * holds. Of an executor: its home is open again.
 */
export function isPast(one: ReadDelivery, channels: (key: ChannelKey) => ChannelNow): boolean {
  if (!one.read.ok) return false;
  const event = one.read.value;
  const toDo = one.slot === 'primary' && isSpoken(event) && event.kind !== 'send-failed' && isActionable(event);
  if (!toDo && event.kind !== 'home-closed') return false;
  return !event.channels.some((channel) => stillHolds(event.kind, channels(channelKey(channel))));
}
