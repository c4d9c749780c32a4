import type { AgentKind } from './agent-name.js';
import type { ChannelKey } from './channel-key.js';

/** What an agent may be allowed to do to channels. Sending and reading need no capability. */
export const CHANNEL_VERBS = ['channel:open', 'channel:close', 'channel:mute', 'channel:watch'] as const;
export type ChannelVerb = (typeof CHANNEL_VERBS)[number];

/** Whoever acts: an agent, or the person at the main checkout. */
export interface Actor {
  readonly kind: AgentKind;
  /** An executor's own channel. */
  readonly home: ChannelKey | null;
  /** Null: all. Empty: none. */
  readonly caps: readonly string[] | null;
  readonly ended: boolean;
}

export type Denial = 'no-channel' | 'ended' | 'capability' | 'fork-never-opens' | 'not-home';

/**
 * The one rule for decisions on channels: the command asks it, and so does whoever advises an agent, so that advice is
 * given exactly where the command would succeed (DESIGN §10).
 * @returns why not, or null where the actor may
 */
export function authorize(actor: Actor, verb: ChannelVerb, channels: readonly ChannelKey[]): Denial | null {
  if (channels.length === 0) return 'no-channel';
  if (actor.kind === 'person') return null;
  if (actor.ended) return 'ended';
  if (actor.caps !== null && !actor.caps.includes(verb)) return 'capability';
  if (actor.kind !== 'executor') return null;
  if (verb === 'channel:open') return 'fork-never-opens';
  // Every one of them: a right to some is no right to the whole. Hub and id both count, so the key is compared.
  return channels.every((channel) => channel === actor.home) ? null : 'not-home';
}
