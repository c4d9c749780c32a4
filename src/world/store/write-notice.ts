import { type ChannelKey, type ChannelRef, LOCAL_HUB, parseChannelKey } from '../../core/channels/channel-key.js';
import { channelsOf, keysOf, MAX_REASON, NOTICE_VERSION, type NoticeEvent } from '../../core/channels/notice-event.js';
import { type Party, type Present, readersOf } from '../../core/channels/notice-readers.js';
import { type Agent, findAgent, liveAgent } from './agents.js';
import type { Database } from './database.js';
import { idOf } from './ids.js';
import { agentAddress, eventExists, pendingFor, recordEvent, recordReader } from './notice-rows.js';
import { primaryHolder } from './roles.js';
import { inSavepoint } from './savepoint.js';
import { deliveryAgent, homeOwner } from './subscriptions.js';

/** Somebody as the tables of core ask for them. */
export const partyOf = (agent: Agent): Party => ({ id: agent.id, actor: { ...agent, ended: agent.endedAt !== null } });

/**
 * Writes an event and who is told of it, in the transaction of what caused it. The primary comes first and in a savepoint:
 * if that fails, the others are told all the same, and not that the primary knows (DESIGN §10). An event that is on record
 * stays as it is. Only inside a write transaction.
 * @param sender by name, for the ledger's entry
 */
export function writeNotice(
  database: Database,
  id: string,
  event: NoticeEvent,
  present: Omit<Present, 'primary'>,
  sender: string | null,
  now: number,
): void {
  if (eventExists(database, id)) return;
  const holder = primaryHolder(database);
  const readers = readersOf(event, { ...present, primary: holder === null ? null : partyOf(holder) });
  if (readers.length === 0) return;
  const about = { sender, channel: keysOf(event)[0] ?? null };
  const [first, ...others] = readers;
  if (others.length === 0) {
    recordEvent(database, id, event, readers, about, now);
    return;
  }
  recordEvent(database, id, event, [], about, now);
  const lost = inSavepoint(database, () => recordReader(database, id, first!, null, now));
  for (const reader of others) recordReader(database, id, reader, lost, now);
}

/** What a message caused: its agent, and which message. The same message again causes nothing. */
export interface Cause {
  readonly speaker: Agent;
  readonly message: string;
  readonly channel: ChannelRef & { readonly label: string | null };
}

/** A send turned a channel that was decided closed into an open one. */
export function noteOpened(database: Database, cause: Cause, how: 'speech' | 'reply', now: number): void {
  const event = {
    v: NOTICE_VERSION,
    kind: 'opened',
    cause: how,
    speaker: cause.speaker.id,
    channels: [refOf(cause.channel)],
  } as const;
  noteSpoken(database, cause, event, now);
}

/** Writes what a message caused, under an id that follows from the message. */
export function noteSpoken(database: Database, cause: Cause, event: NoticeEvent, now: number): void {
  const id = idOf('notice', event.kind, cause.message);
  const present = { speaker: partyOf(cause.speaker), deliveryAgent: null };
  writeNotice(database, id, event, present, cause.speaker.name, now);
}

/** Whose home it is hears that somebody else closed it. @param decision the place of the decision in the ledger */
export function noteHomeClosed(
  database: Database,
  key: ChannelKey,
  by: string | null,
  decision: number,
  now: number,
): void {
  const owner = homeOwner(database, key);
  if (owner === null || owner === by || isToldOfHome(database, owner)) return;
  const closed = by === null ? null : findAgent(database, by);
  const event = {
    v: NOTICE_VERSION,
    kind: 'home-closed',
    by: closed?.ok ? closed.value.id : null,
    channels: [parseChannelKey(key)!],
  } as const;
  noteConcern(database, idOf('notice', event.kind, key, String(decision)), event, owner, by, now);
}

/** It was closed before, and has not been seen to: that it is closed again says nothing new. */
function isToldOfHome(database: Database, owner: string): boolean {
  const found = findAgent(database, owner);
  if (!found.ok) return false;
  const pending = pendingFor(database, [agentAddress(found.value.id)]);
  return pending.some((one) => one.read.ok && one.read.value.kind === 'home-closed');
}

/** An executor whose home became another's hears of it, where it lives. */
export function noteSuperseded(database: Database, key: ChannelKey, before: string, by: Agent, now: number): void {
  const event = { v: NOTICE_VERSION, kind: 'superseded', by: by.id, channels: [parseChannelKey(key)!] } as const;
  noteConcern(database, idOf('notice', event.kind, key, by.id), event, before, by.name, now);
}

function noteConcern(
  database: Database,
  id: string,
  event: NoticeEvent,
  owner: string,
  sender: string | null,
  now: number,
): void {
  const live = liveAgent(database, owner);
  if (!live.ok) return;
  writeNotice(database, id, event, { speaker: null, deliveryAgent: null, owner: live.value.id }, sender, now);
}

/** The primary hears that a dispatch was refused at its gate. */
export function noteRefusal(
  database: Database,
  refused: { readonly dispatch: string; readonly plan: string; readonly code: string; readonly reason: string },
  now: number,
): void {
  const { plan, code } = refused;
  const event = {
    v: NOTICE_VERSION,
    kind: 'guard-refused',
    plan,
    code,
    reason: boundedReason(refused.reason),
  } as const;
  writeNotice(database, idOf('notice', event.kind, refused.dispatch), event, NOBODY, null, now);
}

/** The primary hears of an executor that started where it must not. @param who one violation, in words */
export function noteViolation(database: Database, who: string, now: number): void {
  const event = { v: NOTICE_VERSION, kind: 'isolation-violated', who: boundedReason(who) } as const;
  writeNotice(database, idOf('notice', event.kind, who), event, NOBODY, null, now);
}

const NOBODY = { speaker: null, deliveryAgent: null } as const;

/** Channels that a hub announced and its policy admits: whoever its messages are delivered to hears of the choice. */
export function noteChosen(
  database: Database,
  announcement: string,
  channels: readonly (ChannelRef & { readonly label: string | null })[],
  now: number,
): void {
  const event = {
    v: NOTICE_VERSION,
    kind: 'opened-by-policy',
    cause: 'policy',
    channels: channels.map(refOf),
  } as const;
  const hub = channelsOf(event)[0]?.hub ?? LOCAL_HUB;
  const agent = deliveryAgent(database, hub);
  const live = agent === null ? null : liveAgent(database, agent);
  const present = { speaker: null, deliveryAgent: live?.ok ? live.value.id : null };
  writeNotice(database, idOf('notice', event.kind, hub, announcement), event, present, null, now);
}

/** A channel as an event keeps it. */
export const refOf = ({ hub, id, label }: ChannelRef & { readonly label: string | null }) =>
  label === null || label === '' ? { hub, id } : { hub, id, label: label.slice(0, MAX_REASON) };

/** A reason as an event keeps it: never empty, never without end. */
export const boundedReason = (reason: string): string => reason.slice(0, MAX_REASON) || 'no reason given';
