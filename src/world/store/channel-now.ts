import type { ChannelState } from '../../core/channels/channel-decision.js';
import { type ChannelKey, LOCAL_HUB, parseChannelKey } from '../../core/channels/channel-key.js';
import type { ChannelNow } from '../../core/channels/still-holds.js';
import type { Database } from './database.js';

/**
 * What is on record about a channel now. Asked by its whole key, so that the same id on another hub never answers for it.
 * The link counts only as the living connection of its own hub confirmed it; the ledger itself is always there.
 */
export function channelNow(database: Database, key: ChannelKey): ChannelNow {
  const sql = 'SELECT state AS state FROM decision WHERE channel = ? ORDER BY seq DESC LIMIT 1';
  const state = (database.prepare(sql).get(key)?.['state'] as ChannelState | undefined) ?? null;
  const hub = parseChannelKey(key)?.hub ?? '';
  return { state, up: hub === LOCAL_HUB || linkUp(database, key, hub) };
}

function linkUp(database: Database, key: ChannelKey, hub: string): boolean {
  const sql =
    'SELECT 1 AS one FROM transport JOIN hub ON hub.epoch = transport.epoch WHERE transport.channel = ? AND hub.name = ? AND transport.up = 1';
  return database.prepare(sql).get(key, hub) !== null;
}

/** The same, asked once for each channel. */
export function channelsNow(database: Database): (key: ChannelKey) => ChannelNow {
  const known = new Map<ChannelKey, ChannelNow>();
  return (key) => {
    const found = known.get(key) ?? channelNow(database, key);
    known.set(key, found);
    return found;
  };
}
