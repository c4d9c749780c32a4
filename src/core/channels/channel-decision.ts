import { unreachable } from '../unreachable.js';
import type { ChannelVerb } from './authorize.js';

/** What was decided about a channel last; how it is connected is another matter. */
export type ChannelState = 'open' | 'closed' | 'muted';

/** What can be decided. */
export const CHANNEL_DECISIONS = ['open', 'close', 'mute', 'unmute'] as const;
export type ChannelDecision = (typeof CHANNEL_DECISIONS)[number];

/** Mute parameters; both null mutes until it is undone. */
export interface Mute {
  /** Milliseconds since the epoch. */
  readonly until: number | null;
  readonly cap: number | null;
}

/** The capability that a decision needs. */
export function verbOf(decision: ChannelDecision): ChannelVerb {
  switch (decision) {
    case 'open':
      return 'channel:open';
    case 'close':
      return 'channel:close';
    case 'mute':
    case 'unmute':
      return 'channel:mute';
    default:
      return unreachable(decision);
  }
}

/**
 * The state a decision leads to: `null` where it changes nothing, `refused` for opening a muted channel, which only
 * unmuting does.
 */
export function decided(decision: ChannelDecision, state: ChannelState): ChannelState | null | 'refused' {
  switch (decision) {
    case 'open':
      return state === 'muted' ? 'refused' : state === 'open' ? null : 'open';
    case 'close':
      return state === 'closed' ? null : 'closed';
    case 'mute':
      return 'muted';
    case 'unmute':
      return state === 'muted' ? 'open' : null;
    default:
      return unreachable(decision);
  }
}
