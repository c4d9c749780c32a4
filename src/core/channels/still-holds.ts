import { unreachable } from '../unreachable.js';
import type { ChannelState } from './channel-decision.js';
import type { NoticeEvent } from './notice-event.js';

/** What is on record about a channel now, on its own hub. */
export interface ChannelNow {
  /** The newest decision; null where there is none. */
  readonly state: ChannelState | null;
  /** Its hub's link, as the live connection last confirmed it; down where nothing is known. */
  readonly up: boolean;
}

/**
 * Whether what a notice tells of a channel is still so. Asked when an agent's notices are passed on, and whenever one is
 * shown: nobody is told to mend what is past.
 */
export function stillHolds(kind: NoticeEvent['kind'], channel: ChannelNow): boolean {
  switch (kind) {
    case 'opened':
    case 'opened-by-policy':
      // A mute leaves it open.
      return channel.state === 'open' || channel.state === 'muted';
    case 'reply-open-failed':
      // A mute is a newer decision, and opening does not undo it.
      return channel.state === 'open' && !channel.up;
    case 'home-closed':
      return channel.state === 'closed';
    case 'send-failed':
    case 'guard-refused':
    case 'isolation-violated':
    case 'superseded':
      return true;
    default:
      return unreachable(kind);
  }
}
