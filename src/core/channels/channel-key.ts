import type { Brand } from '../brand.js';

/** The text form of a channel's key: `hub/id`, each percent-encoded. Injective: two channels never share one. */
export type ChannelKey = Brand<'ChannelKey'>;

/** Two channels are the same only if hub and id both are. */
export interface ChannelRef {
  readonly hub: string;
  readonly id: string;
}

/** The hub that is the ledger itself. */
export const LOCAL_HUB = 'local';

/** A plan's home channel is named after its phase and its id, which may have 200 characters. */
const MAX_PART = 300;
const CONTROL = /[\u0000-\u001f\u007f-\u009f]/;

/** The key of a channel. */
export function channelKey(channel: ChannelRef): ChannelKey {
  return `${encodeURIComponent(channel.hub)}/${encodeURIComponent(channel.id)}` as ChannelKey;
}

/** Hub and id of a key, in whatever way it was percent-encoded; null where the text is no key. */
export function parseChannelKey(text: string): ChannelRef | null {
  const parts = text.split('/');
  if (parts.length !== 2) return null;
  const hub = decode(parts[0]!);
  const id = decode(parts[1]!);
  return hub !== null && id !== null && isChannelPart(hub) && isChannelPart(id) ? { hub, id } : null;
}

/** Whether a text can be a hub or an id: 1 to 300 characters of well-formed text without controls. */
export function isChannelPart(text: string): boolean {
  return text.length > 0 && text.length <= MAX_PART && !CONTROL.test(text) && isWellFormed(text);
}

function isWellFormed(text: string): boolean {
  try {
    encodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
}

function decode(part: string): string | null {
  try {
    return decodeURIComponent(part);
  } catch {
    return null;
  }
}
