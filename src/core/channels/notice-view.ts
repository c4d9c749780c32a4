import type { AgentKind } from './agent-name.js';
import { type Actor, authorize } from './authorize.js';
import type { ChannelKey } from './channel-key.js';
import { isSpoken, keysOf, type NoticeEvent } from './notice-event.js';
import { type DeliveryReason, isActionable, type NoticeSlot } from './notice-readers.js';
import { type ChannelNow, stillHolds } from './still-holds.js';

/**
 * A channel as a reader is shown it. Here and below, `shown` is a text from outside that was cleaned, bounded and quoted by
 * whoever gathered the facts: nothing else of a label, a name or a reason gets into words.
 */
export interface ChannelView extends ChannelNow {
  readonly key: ChannelKey;
  /** Label and key, or the key alone. */
  readonly shown: string;
  readonly shownHub: string;
  /** The reader gets this channel's traffic. */
  readonly held: boolean;
}

/** Another agent as a reader is shown it. */
export interface AgentView {
  readonly id: string;
  readonly shown: string;
  readonly kind: AgentKind;
  /** An executor's home, shown. */
  readonly home: string | null;
  /** Who dispatched it, and whether that one has ended. */
  readonly template: string | null;
  readonly templateEnded: boolean;
  readonly ended: boolean;
}

/** Whoever reads, with the rights of this moment. */
export interface ReaderView {
  readonly id: string;
  readonly name: string;
  readonly template: string | null;
  readonly actor: Actor;
}

/** What is known when a notice is shown. */
export interface NoticeFacts {
  readonly slot: NoticeSlot;
  readonly why: DeliveryReason;
  readonly reader: ReaderView;
  /** Who holds the role `primary` now. */
  readonly holder: (ReaderView & { readonly shown: string }) | null;
  readonly speaker: AgentView | null;
  /** Who else it is about: whoever closed a home, or has it now. */
  readonly other: AgentView | null;
  readonly channels: readonly ChannelView[];
  /** Why the primary was told of the same event; null where it was not. */
  readonly primaryTold: DeliveryReason | null;
  /** The event's own words, cleaned and bounded: a reason, a code, a plan. */
  readonly shown: Readonly<Record<string, string>>;
}

/** How the reader relates to what happened. */
export type NoticeForm = 'own' | 'by-name' | 'ended' | 'stopped';

/** A notice for one reader, decided: words only have to be made of it. */
export interface NoticeView {
  readonly form: NoticeForm;
  /** Where it still holds. */
  readonly channels: readonly ChannelView[];
  /** Where it is past. */
  readonly past: readonly ChannelView[];
  /** What the reader may close, all of it or nothing. */
  readonly closable: readonly ChannelKey[];
  /** Who else knows and can act; null where nobody was told, or nobody can. */
  readonly told: 'your-orchestrator' | { readonly name: string } | null;
}

/** Decides what a reader is shown of an event, by the rights, names and decisions of this moment. */
export function viewNotice(event: NoticeEvent, facts: NoticeFacts): NoticeView {
  const channels = facts.channels.filter((channel) => stillHolds(event.kind, channel));
  return {
    form: formOf(facts),
    channels,
    past: facts.channels.filter((channel) => !channels.includes(channel)),
    closable: closableBy(event, facts.reader.actor, channels),
    told: toldOf(event, facts),
  };
}

function formOf({ reader, speaker, why }: NoticeFacts): NoticeForm {
  if (speaker === null || speaker.id === reader.id) return 'own';
  if (speaker.ended) return 'ended';
  return why === 'passed-on' ? 'stopped' : 'by-name';
}

/** The advice to close: exactly where the command would do it, for every channel that is named. */
function closableBy(event: NoticeEvent, reader: Actor, channels: readonly ChannelView[]): readonly ChannelKey[] {
  const kinds: readonly NoticeEvent['kind'][] = ['opened', 'opened-by-policy', 'reply-open-failed'];
  if (!kinds.includes(event.kind) || (isSpoken(event) && !isActionable(event))) return [];
  const keys = channels.map((channel) => channel.key);
  return authorize(reader, 'channel:close', keys) === null ? keys : [];
}

function toldOf(event: NoticeEvent, { slot, primaryTold, reader, holder }: NoticeFacts): NoticeView['told'] {
  if (slot !== 'actor' || primaryTold !== 'by-name' || holder === null) return null;
  if (authorize(holder.actor, 'channel:close', keysOf(event)) !== null) return null;
  const ours = reader.actor.kind === 'executor' && reader.template === holder.name;
  return ours ? 'your-orchestrator' : { name: holder.shown };
}
