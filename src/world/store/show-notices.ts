import { cleanText } from '#hooks/lib/untrusted-text.js';
import { type ChannelKey, channelKey } from '../../core/channels/channel-key.js';
import {
  channelsOf,
  type EventChannel,
  isSpoken,
  type NoticeEvent,
  type NoticeKind,
} from '../../core/channels/notice-event.js';
import type { DeliveryReason } from '../../core/channels/notice-readers.js';
import {
  type AgentView,
  type ChannelView,
  type NoticeFacts,
  type ReaderView,
  viewNotice,
} from '../../core/channels/notice-view.js';
import { noticeText } from '../../core/channels/notice-words.js';
import { type Agent, agentById, findAgent } from './agents.js';
import { channelNow } from './channel-now.js';
import type { Database } from './database.js';
import { type Addressee, agentAddress, pendingFor, type ReadDelivery, ROLE } from './notice-rows.js';
import { primaryHolder } from './roles.js';
import { isPast } from './settle-notices.js';
import { holdsTraffic } from './subscriptions.js';

/** A notice as one reader is shown it now. */
export interface ShownNotice {
  readonly event: string;
  readonly kind: NoticeKind;
  /** One line, ending with the event's id. */
  readonly text: string;
  /** Whole commands that this reader may run as they stand. */
  readonly advice: readonly string[];
  readonly channels: readonly ChannelKey[];
  /** When it happened. Milliseconds since the epoch. */
  readonly at: number;
  readonly slot: ReadDelivery['slot'];
}

/** What is pending for a reader. */
export interface Inbox {
  readonly notices: readonly ShownNotice[];
  /** What was stored in a form that msd does not write: never shown, and named. */
  readonly quarantined: readonly { readonly event: string; readonly why: string }[];
}

/**
 * Whose notices a reader reads: its own, and the role's where it holds the role. The person reads the role's too, and so
 * does msd itself while nobody holds it: it prints them.
 */
export function addressesOf(database: Database, reader: Agent): readonly Addressee[] {
  const own = agentAddress(reader.id);
  const holder = primaryHolder(database);
  const holds = holder?.id === reader.id || reader.kind === 'person' || (reader.kind === 'engine' && holder === null);
  return holds ? [own, ROLE] : [own];
}

/** What is pending for a reader, in words of this moment. Marks nothing. */
export function readInbox(database: Database, reader: Agent): Inbox {
  const pending = pendingFor(database, addressesOf(database, reader));
  const holder = primaryHolder(database);
  const now = (key: ChannelKey) => channelNow(database, key);
  const notices: ShownNotice[] = [];
  const quarantined: { event: string; why: string }[] = [];
  for (const one of pending) {
    const { event: id, read } = one;
    const unknown = read.ok ? unknownAgent(database, read.value) : read.error;
    if (!read.ok || unknown !== null) quarantined.push({ event: id, why: unknown ?? '' });
    else if (!isPast(one, now)) notices.push(show(database, one, read.value, reader, holder));
  }
  return { notices, quarantined };
}

/** Who sent is an agent on record, never a text that came along. */
function unknownAgent(database: Database, event: NoticeEvent): string | null {
  if (!isSpoken(event) || agentById(database, event.speaker) !== null) return null;
  return 'speaker: no agent has this id';
}

function show(
  database: Database,
  one: ReadDelivery,
  event: NoticeEvent,
  reader: Agent,
  holder: Agent | null,
): ShownNotice {
  const facts: NoticeFacts = {
    slot: one.slot,
    why: one.why as DeliveryReason,
    reader: readerView(reader),
    holder: holder === null ? null : { ...readerView(holder), shown: quoted(holder.name) },
    speaker: isSpoken(event) ? agentView(database, event.speaker) : null,
    other: 'by' in event && event.by !== null ? agentView(database, event.by) : null,
    channels: channelsOf(event).map((channel) => channelView(database, channel, reader)),
    primaryTold: one.primaryTold,
    shown: shownWords(event),
  };
  const { text, advice } = noticeText(one.event, event, facts, viewNotice(event, facts));
  const channels = facts.channels.map((channel) => channel.key);
  return { event: one.event, kind: event.kind, text, advice, channels, at: one.at, slot: one.slot };
}

const readerView = (agent: Agent): ReaderView => ({
  id: agent.id,
  name: agent.name,
  template: agent.template,
  actor: { ...agent, ended: agent.endedAt !== null },
});

function agentView(database: Database, id: string): AgentView | null {
  const agent = agentById(database, id);
  if (agent === null) return null;
  const template = agent.template === null ? null : findAgent(database, agent.template);
  return {
    id,
    shown: quoted(agent.name),
    kind: agent.kind,
    home: agent.home === null ? null : channelShown(database, agent.home, null),
    template: agent.template,
    templateEnded: template?.ok === true && template.value.endedAt !== null,
    ended: agent.endedAt !== null,
  };
}

function channelView(database: Database, channel: EventChannel, reader: Agent): ChannelView {
  const key = channelKey(channel);
  return {
    ...channelNow(database, key),
    key,
    shown: channelShown(database, key, channel.label ?? null),
    shownHub: quoted(channel.hub),
    held: holdsTraffic(database, reader.name, key),
  };
}

/** Label and key; the key alone where the label says nothing more. The label of the moment wins over the one of then. */
function channelShown(database: Database, key: ChannelKey, then: string | null): string {
  const row = database.prepare('SELECT id AS id, label AS label FROM channel WHERE key = ?').get(key);
  const label = row === null ? then : (row['label'] as string | null);
  const shownKey = cleanText(key, 120);
  const said = label === null ? '' : cleanText(label, MOST);
  return said === '' || said === '(none)' || label === row?.['id'] ? shownKey : `${quoted(said)} (${shownKey})`;
}

function shownWords(event: NoticeEvent): Readonly<Record<string, string>> {
  const { reason, plan, code, who } = event as { reason?: string; plan?: string; code?: string; who?: string };
  return {
    ...(reason === undefined ? {} : { reason: quoted(reason, 200) }),
    ...(plan === undefined ? {} : { plan: quoted(plan) }),
    ...(code === undefined ? {} : { code: cleanText(code) }),
    ...(who === undefined ? {} : { who: quoted(who, 200) }),
  };
}

/** Characters of a name or label that are shown. */
const MOST = 80;

/** A text from outside: one line, without controls, bounded, in quotes that it cannot close. */
const quoted = (text: string, most = MOST): string => `"${cleanText(text, most).replaceAll('"', "'")}"`;
