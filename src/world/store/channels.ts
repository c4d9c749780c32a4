import {
  type ChannelKey,
  type ChannelRef,
  channelKey,
  isChannelPart,
  LOCAL_HUB,
  parseChannelKey,
} from '../../core/channels/channel-key.js';
import type { ChannelState, Mute } from '../../core/channels/channel-decision.js';
import type {
  ChannelAmbiguous,
  ChannelExists,
  ChannelInvalid,
  ChannelNotFound,
  ChannelTypesContradict,
} from '../../core/channels/failures.js';
import type { MessageType } from '../../core/channels/message-type.js';
import { type ChannelTypes, contradiction } from '../../core/channels/policy.js';
import { fail, ok, type Result } from '../../core/result.js';
import { select } from './columns.js';
import { type Database, parseStored } from './database.js';
import type { Row } from './driver.js';
import { append, nextSeq } from './entries.js';
import { newId } from './ids.js';

export interface Channel extends ChannelRef, ChannelTypes {
  readonly key: ChannelKey;
  readonly label: string | null;
  /** Anyone's answer settles here, not the obligor's alone. */
  readonly lenient: boolean;
  readonly state: ChannelState;
  readonly createdAt: number;
}

/** Who decided: a person or agent by a command, a run, or the send that reopened it. */
export interface DecisionSource {
  readonly source: 'agent' | 'person' | 'run' | 'send' | 'policy' | 'hub-default';
  readonly agent: string | null;
}

const SELECT = select(
  'channel',
  '(SELECT decision.state FROM decision WHERE decision.channel = channel.key ORDER BY decision.seq DESC LIMIT 1) AS state',
);

/**
 * The channel of a key, or of a bare id where exactly one hub has it.
 * @param hub where a bare id is looked up alone; null for every hub
 */
export function findChannel(
  database: Database,
  text: string,
  hub: string | null = null,
): Result<Channel, ChannelNotFound | ChannelAmbiguous> {
  const ref = parseChannelKey(text) ?? (hub === null ? null : { hub, id: text });
  const rows =
    ref === null
      ? database.prepare(`${SELECT} WHERE id = ? ORDER BY key`).all(text)
      : database.prepare(`${SELECT} WHERE key = ?`).all(channelKey(ref));
  const [first, ...others] = rows.map(readChannel);
  if (first === undefined) return fail({ reason: 'channel-not-found', channel: text, known: knownKeys(database) });
  if (others.length > 0) {
    return fail({ reason: 'channel-ambiguous', channel: text, candidates: [first, ...others].map((c) => c.key) });
  }
  return ok(first);
}

/** Every channel, in the order of keys. */
export function listChannels(database: Database): readonly Channel[] {
  return database.prepare(`${SELECT} ORDER BY key`).all().map(readChannel);
}

/** Makes a channel, which is open from the start. Only inside a write transaction. */
export function createChannel(
  database: Database,
  channel: ChannelRef & ChannelTypes & { readonly label: string | null; readonly lenient: boolean },
  by: DecisionSource,
  now: number,
): Result<Channel, ChannelInvalid | ChannelExists | ChannelTypesContradict> {
  for (const part of [channel.hub, channel.id]) {
    if (!isChannelPart(part)) return fail({ reason: 'channel-invalid', found: part });
  }
  const key = channelKey(channel);
  const types = contradiction(channel);
  if (types.length > 0) return fail({ reason: 'channel-types-contradict', channel: key, types });
  if (database.prepare('SELECT 1 AS one FROM channel WHERE key = ?').get(key) !== null) {
    return fail({ reason: 'channel-exists', channel: key });
  }
  const made: Channel = { ...channel, key, state: 'open', createdAt: now };
  writeChannel(database, made, 'created', by, now);
  decide(database, key, 'open', null, by, now);
  return ok(made);
}

/** The local channel of an id, made where it is not there. Only inside a write transaction. */
export function ensureChannel(
  database: Database,
  id: string,
  types: ChannelTypes,
  by: DecisionSource,
  now: number,
): ChannelKey {
  const key = channelKey({ hub: LOCAL_HUB, id });
  if (database.prepare('SELECT 1 AS one FROM channel WHERE key = ?').get(key) === null) {
    createChannel(database, { hub: LOCAL_HUB, id, ...types, label: null, lenient: false }, by, now);
  }
  return key;
}

/** Replaces what a channel takes and who may settle on it; messages already sent stay as they are. */
export function setChannel(
  database: Database,
  channel: Channel,
  by: DecisionSource,
  now: number,
): Result<Channel, ChannelTypesContradict> {
  const types = contradiction(channel);
  if (types.length > 0) return fail({ reason: 'channel-types-contradict', channel: channel.key, types });
  writeChannel(database, channel, 'set', by, now);
  return ok(channel);
}

/** Records what a channel is from now on. Only inside a write transaction. @returns the decision's place in the ledger */
export function decide(
  database: Database,
  channel: ChannelKey,
  state: ChannelState,
  mute: Mute | null,
  by: DecisionSource,
  now: number,
): number {
  const row = {
    seq: nextSeq(database),
    channel,
    state,
    mute: mute === null ? null : JSON.stringify(mute),
    source: by.source,
    agent: by.agent,
    at: now,
  };
  const entry = { id: newId('entry'), kind: 'decision' as const, at: now, channel, sender: by.agent, body: { state } };
  append(database, entry, [{ table: 'decision', row }]);
  return row.seq;
}

function writeChannel(
  database: Database,
  channel: Channel,
  act: 'created' | 'set',
  by: DecisionSource,
  now: number,
): void {
  const row = {
    key: channel.key,
    hub: channel.hub,
    id: channel.id,
    label: channel.label,
    allowed: typeList(channel.allowed),
    denied: typeList(channel.denied),
    lenient: channel.lenient ? 1 : 0,
    created_at: channel.createdAt,
  };
  const entry = {
    id: newId('entry'),
    kind: 'channel' as const,
    at: now,
    channel: channel.key,
    sender: by.agent,
    body: { act, source: by.source },
  };
  append(database, entry, [{ table: 'channel', row }]);
}

const typeList = (types: readonly MessageType[] | null): string | null =>
  types === null ? null : JSON.stringify(types);

function readChannel(row: Row): Channel {
  const types = (column: string): readonly MessageType[] | null =>
    row[column] === null ? null : parseStored<MessageType[]>(row[column], `channel ${row['key']}`);
  return {
    key: row['key'] as ChannelKey,
    hub: row['hub'] as string,
    id: row['id'] as string,
    label: row['label'] as string | null,
    allowed: types('allowed'),
    denied: types('denied'),
    lenient: row['lenient'] === 1,
    state: row['state'] as ChannelState,
    createdAt: row['created_at'] as number,
  };
}

function knownKeys(database: Database): readonly string[] {
  const rows = database.prepare('SELECT key AS key FROM channel ORDER BY created_at DESC, key LIMIT 20').all();
  return rows.map((row) => row['key'] as string);
}
