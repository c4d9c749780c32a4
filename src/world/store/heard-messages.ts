import type { ChannelKey } from '../../core/channels/channel-key.js';
import type { Database } from './database.js';
import { type Page, readPage } from './messages.js';
import { subscriptionsOf } from './subscriptions.js';

/**
 * Messages of every channel that a reader hears, since it began to: its home and what it watches. The same rows say which
 * these are as say what the reader is told of a channel (`subscriptions.ts`).
 */
export function readHeard(database: Database, reader: string, after: number, limit: number): Page {
  const pages = heardChannels(database, reader).map(({ channel, fromSeq }) =>
    readPage(database, channel, reader, Math.max(after, fromSeq - 1), limit),
  );
  const found = pages.flatMap((page) => page.messages).sort((a, b) => a.seq - b.seq);
  const messages = found.filter((one, i) => found[i - 1]?.seq !== one.seq).slice(0, limit);
  const scanned = messages.length === limit ? messages.at(-1)!.seq : Math.max(after, ...pages.map((p) => p.scanned));
  return { messages, scanned };
}

function heardChannels(database: Database, reader: string): readonly { channel: ChannelKey; fromSeq: number }[] {
  const sql =
    "SELECT key AS key FROM channel WHERE key = ? OR (? LIKE '%/' AND substr(key, 1, length(?)) = ?) ORDER BY key";
  return subscriptionsOf(database, reader).flatMap(({ scope, fromSeq }) =>
    database
      .prepare(sql)
      .all(scope, scope, scope, scope)
      .map((row) => ({ channel: row['key'] as ChannelKey, fromSeq })),
  );
}
