import * as z from 'zod/mini';
import { fail, ok, type Result } from '../result.js';
import { type ChannelKey, type ChannelRef, channelKey, isChannelPart } from './channel-key.js';

/**
 * What a notice tells of: something that happened to an agent and that it did not ask for. An event keeps the inputs only;
 * words are made when it is shown (ADR 0024). It is written by msd and read strictly each time: a message from outside
 * has no way to become one.
 */
export const NOTICE_KINDS = [
  'opened',
  'opened-by-policy',
  'reply-open-failed',
  'send-failed',
  'guard-refused',
  'isolation-violated',
  'home-closed',
  'superseded',
] as const;
export type NoticeKind = (typeof NOTICE_KINDS)[number];

/** The form that events are written in. Another one is quarantined, never guessed at. */
export const NOTICE_VERSION = 1;

/** Why a channel that could not be opened counts as open all the same. */
export const SELECTED_BY = ['hub-default', 'policy', 'decision'] as const;
export type SelectedBy = (typeof SELECTED_BY)[number];

/** A channel of an event: its label as it was then, which is shown only where the channel itself is gone. */
export interface EventChannel extends ChannelRef {
  readonly label?: string | undefined;
}

interface About {
  readonly v: typeof NOTICE_VERSION;
  /** One to 32. */
  readonly channels: readonly EventChannel[];
}

/** A send turned a channel that was decided closed into an open one. `speech`: msd sent it; `reply`: the agent's own tool did. */
export interface Opened extends About {
  readonly kind: 'opened';
  readonly cause: 'speech' | 'reply';
  /** The id of the agent that sent. */
  readonly speaker: string;
}

/** A hub announced channels, and its policy admits them. */
export interface OpenedByPolicy extends About {
  readonly kind: 'opened-by-policy';
  readonly cause: 'policy';
}

/** A reply went out by the agent's own tool, and opening its channel failed. Without `selected` it stays closed. */
export interface ReplyOpenFailed extends About {
  readonly kind: 'reply-open-failed';
  readonly cause: 'reply';
  readonly speaker: string;
  readonly selected?: SelectedBy | undefined;
  readonly reason: string;
}

/** Not sent: its channel could not be opened, or its hub did not take it. */
export interface SendFailed extends About {
  readonly kind: 'send-failed';
  readonly cause: 'speech' | 'reply';
  readonly speaker: string;
  readonly selected?: SelectedBy | undefined;
  readonly reason: string;
}

/** The dispatch of a plan was refused at its gate. */
export interface GuardRefused {
  readonly v: typeof NOTICE_VERSION;
  readonly kind: 'guard-refused';
  readonly plan: string;
  readonly code: string;
  readonly reason: string;
}

/** An executor started in the main checkout though nothing allowed it. */
export interface IsolationViolated {
  readonly v: typeof NOTICE_VERSION;
  readonly kind: 'isolation-violated';
  readonly who: string;
}

/** An executor's home was closed by somebody else: an agent's id, or null for the person. */
export interface HomeClosed extends About {
  readonly kind: 'home-closed';
  readonly by: string | null;
}

/** An executor's home became another's: that one's id. */
export interface Superseded extends About {
  readonly kind: 'superseded';
  readonly by: string;
}

/** Events that an agent's message caused. */
export type SpokenEvent = Opened | ReplyOpenFailed | SendFailed;
export type NoticeEvent = SpokenEvent | OpenedByPolicy | GuardRefused | IsolationViolated | HomeClosed | Superseded;

/** Characters of a reason that are kept; it is bounded again when it is shown. */
export const MAX_REASON = 2000;

/** The channels an event is about; none for what is not about channels. */
export function channelsOf(event: NoticeEvent): readonly EventChannel[] {
  return 'channels' in event ? event.channels : [];
}

export const keysOf = (event: NoticeEvent): readonly ChannelKey[] => channelsOf(event).map(channelKey);

/** Whether a message of an agent's caused the event. */
export function isSpoken(event: NoticeEvent): event is SpokenEvent {
  return 'speaker' in event;
}

const text = (most: number) => z.string().check(z.minLength(1), z.maxLength(most));
const part = z.string().check(z.refine(isChannelPart));

function schema() {
  const v = z.literal(NOTICE_VERSION);
  const channel = z.strictObject({ hub: part, id: part, label: z.optional(text(MAX_REASON)) });
  const channels = z.array(channel).check(z.minLength(1), z.maxLength(32));
  const speaker = text(300);
  const sent = z.enum(['speech', 'reply']);
  const selected = z.optional(z.enum(SELECTED_BY));
  const reason = text(MAX_REASON);
  const kind = <K extends NoticeKind>(name: K) => z.literal(name);
  return z.discriminatedUnion('kind', [
    z.strictObject({ v, kind: kind('opened'), cause: sent, speaker, channels }),
    z.strictObject({ v, kind: kind('opened-by-policy'), cause: z.literal('policy'), channels }),
    z.strictObject({
      v,
      kind: kind('reply-open-failed'),
      cause: z.literal('reply'),
      speaker,
      channels,
      selected,
      reason,
    }),
    z.strictObject({ v, kind: kind('send-failed'), cause: sent, speaker, channels, selected, reason }),
    z.strictObject({ v, kind: kind('guard-refused'), plan: text(300), code: text(100), reason }),
    z.strictObject({ v, kind: kind('isolation-violated'), who: text(MAX_REASON) }),
    z.strictObject({ v, kind: kind('home-closed'), by: z.nullable(text(300)), channels }),
    z.strictObject({ v, kind: kind('superseded'), by: text(300), channels }),
  ]);
}

let built: ReturnType<typeof schema> | null = null;

/**
 * An event as it was stored, or what is wrong with it: a key or a value that msd does not write, in this version.
 * @param inputs JSON
 */
export function readNoticeEvent(inputs: string): Result<NoticeEvent, string> {
  let raw: unknown;
  try {
    raw = JSON.parse(inputs);
  } catch {
    return fail('it is no JSON');
  }
  built ??= schema();
  const parsed = built.safeParse(raw);
  if (parsed.success) return ok(parsed.data);
  const found = (raw as { v?: unknown } | null)?.v;
  if (found !== NOTICE_VERSION) return fail(`version ${JSON.stringify(found) ?? 'none'} is not known`);
  const issue = parsed.error.issues[0];
  return fail(`${issue?.path.join('.') || 'event'}: ${issue?.code ?? 'not as msd writes it'}`);
}
