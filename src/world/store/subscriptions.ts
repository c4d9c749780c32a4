import { type ChannelKey, parseChannelKey } from '../../core/channels/channel-key.js';
import type { Agent } from './agents.js';
import { select } from './columns.js';
import type { Database } from './database.js';
import type { Row } from './driver.js';
import type { Change } from './entries.js';

/**
 * Who gets a channel's traffic. One row drives both what is delivered and what a reader is told of it, so the two cannot
 * differ. `home`: an executor's own channel, one executor at a time. `hub`: everything of a hub, one agent at a time.
 * `watch`: asked for.
 */
export type SubscriptionKind = 'home' | 'watch' | 'hub';

/** A channel's key, or `hub/` for all of a hub: a key with an empty id, which no channel has. */
export type Scope = string;

/** Everything of a hub. */
export const wholeHub = (hub: string): Scope => `${encodeURIComponent(hub)}/`;

/** Where a channel's traffic goes by: itself, and all of its hub. */
function scopesOf(channel: ChannelKey): readonly [Scope, Scope] {
  return [channel, wholeHub(parseChannelKey(channel)?.hub ?? '')];
}

const LIVE = 'until_seq IS NULL';

/** Whether an agent gets a channel's traffic now. */
export function holdsTraffic(database: Database, agent: string, channel: ChannelKey): boolean {
  const sql = `SELECT 1 AS one FROM subscription WHERE agent = ? AND scope IN (?, ?) AND ${LIVE}`;
  return database.prepare(sql).get(agent, ...scopesOf(channel)) !== null;
}

/** Where an agent's traffic comes from, and from which entry on. */
export function subscriptionsOf(database: Database, agent: string): readonly { scope: Scope; fromSeq: number }[] {
  const sql = `${select('subscription')} WHERE agent = ? AND ${LIVE} ORDER BY scope`;
  return database
    .prepare(sql)
    .all(agent)
    .map((row) => ({ scope: row['scope'] as string, fromSeq: row['from_seq'] as number }));
}

/** The name of whom all of a hub's traffic goes to; null where there is nobody. */
export function deliveryAgent(database: Database, hub: string): string | null {
  const sql = `SELECT agent AS agent FROM subscription WHERE scope = ? AND kind = 'hub' AND ${LIVE}`;
  return (database.prepare(sql).get(wholeHub(hub))?.['agent'] as string | undefined) ?? null;
}

/** Whose home a channel is now, by name; null where it is nobody's. */
export function homeOwner(database: Database, channel: ChannelKey): string | null {
  const sql = `SELECT agent AS agent FROM subscription WHERE scope = ? AND kind = 'home' AND ${LIVE}`;
  return (database.prepare(sql).get(channel)?.['agent'] as string | undefined) ?? null;
}

/**
 * The rows for an agent that gets a scope's traffic from the next entry on; of a home or a hub it takes the place of who
 * had it.
 */
export function subscribe(
  database: Database,
  agent: Agent['name'],
  scope: Scope,
  kind: SubscriptionKind,
  seq: number,
): readonly Change[] {
  const replaced =
    kind === 'watch'
      ? []
      : database
          .prepare(`${select('subscription')} WHERE scope = ? AND kind = ? AND ${LIVE} AND agent <> ?`)
          .all(scope, kind, agent);
  const row: Row = { agent, scope, kind, from_seq: seq, until_seq: null };
  return [...replaced.map((one) => ended(one, seq)), { table: 'subscription', row }];
}

/** The rows for an agent that gets this scope's traffic, or any, no more. */
export function unsubscribe(database: Database, agent: string, scope: Scope | null, seq: number): readonly Change[] {
  return database
    .prepare(`${select('subscription')} WHERE agent = ? AND ${LIVE}`)
    .all(agent)
    .filter((row) => scope === null || row['scope'] === scope)
    .map((row) => ended(row, seq));
}

const ended = (row: Row, seq: number): Change => ({ table: 'subscription', row: { ...row, until_seq: seq } });
