import { type Actor, authorize } from './authorize.js';
import type { ChannelKey } from './channel-key.js';
import { isSpoken, keysOf, type NoticeEvent } from './notice-event.js';
import { isActionable } from './notice-readers.js';
import { type ChannelNow, stillHolds } from './still-holds.js';

/** What becomes of an unread notice when its reader ends: passed on to the primary, or let go, and why. */
export type PassOn =
  | { readonly pass: true }
  | { readonly pass: false; readonly why: LapseReason; readonly found: readonly string[] };

/**
 * Why nobody is told in the reader's place: this kind concerns the reader alone; the reader was the primary itself; it
 * could not act, so the primary was told when it happened, if it could; nothing it told of is so any more.
 */
export type LapseReason = 'concerns-reader-only' | 'reader-was-primary' | 'reader-could-not-act' | 'holds-no-more';

/**
 * Judged when it is told, never when it was written (DESIGN §10): rights as they were before the end, and each channel as
 * it is now.
 * @param reader with `ended` false
 * @param now what is on record of a channel
 */
export function passOn(
  event: NoticeEvent,
  reader: Actor,
  wasPrimary: boolean,
  now: (channel: ChannelKey) => ChannelNow,
): PassOn {
  const lapse = (why: LapseReason, found: readonly string[] = []): PassOn => ({ pass: false, why, found });
  if (!isSpoken(event)) return lapse('concerns-reader-only');
  if (wasPrimary) return lapse('reader-was-primary');
  // Whoever was to get the message still did not get it.
  if (event.kind === 'send-failed') return { pass: true };
  if (!isActionable(event)) return lapse('reader-could-not-act');
  const keys = keysOf(event);
  if (authorize(reader, 'channel:close', keys) !== null) return lapse('reader-could-not-act');
  if (keys.some((key) => stillHolds(event.kind, now(key)))) return { pass: true };
  return lapse(
    'holds-no-more',
    keys.map((key) => `${key} is ${stateWords(now(key))}`),
  );
}

const stateWords = ({ state, up }: ChannelNow): string => `${state ?? 'undecided'}${up ? ' and connected' : ''}`;
