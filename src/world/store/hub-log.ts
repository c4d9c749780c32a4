import { type ChannelKey, type ChannelRef, channelKey } from '../../core/channels/channel-key.js';
import type { ChannelState } from '../../core/channels/channel-decision.js';
import type { LedgerFailure } from '../../core/channels/failures.js';
import { NOTICE_VERSION, type SelectedBy } from '../../core/channels/notice-event.js';
import { fail, ok, type Result } from '../../core/result.js';
import { type Agent, findAgent } from './agents.js';
import { type Channel, createChannel, decide, type DecisionSource, findChannel } from './channels.js';
import { channelNow } from './channel-now.js';
import { select } from './columns.js';
import type { Database } from './database.js';
import type { Row } from './driver.js';
import { fingerprint } from './ids.js';
import { boundedReason, noteChosen, noteOpened, noteSpoken, refOf } from './write-notice.js';

/**
 * What the ledger keeps of hubs other than itself: which connection lives, what it confirmed, and what is on its way. A
 * decision is written with the hub's confirmation and never before it, so a call that fails has nothing to undo.
 */
export interface HubLog {
  /** A new connection, or none: links that an earlier one confirmed are down. */
  connected(hub: string, epoch: string | null): Result<null, LedgerFailure>;
  /** A message is on its way. The same id again answers what became of it. */
  intend(message: Outgoing): Result<Underway, LedgerFailure>;
  /** The hub connected the channel: the link, and where it was decided closed and still is, the decision and the notice. */
  opened(message: Outgoing, underway: Underway, how: 'speech' | 'reply'): Result<null, LedgerFailure>;
  sent(message: Outgoing): Result<null, LedgerFailure>;
  /** It was not sent: its agent hears why. */
  failed(message: Outgoing, reason: string): Result<null, LedgerFailure>;
  /** A reply is out and its channel could not be connected: its agent hears why, and what is decided stays. */
  replyOpenFailed(message: Outgoing, reason: string): Result<null, LedgerFailure>;
  /** Messages of a hub that nobody knows the end of. */
  underway(hub: string): Result<readonly Outgoing[], LedgerFailure>;
  /** The hub cannot say whether it arrived. It is not sent again. */
  unknown(id: string): Result<null, LedgerFailure>;
  /** Channels that a hub announced: what its policy or the hub itself lists is decided open, once. */
  announced(announcement: Announcement): Result<readonly ChannelKey[], LedgerFailure>;
}

export interface Outgoing {
  readonly id: string;
  readonly agent: string;
  readonly channel: ChannelKey;
  readonly content: string;
}

export type OutgoingState = 'intent' | 'sent' | 'failed' | 'unknown';

export interface Underway {
  /** Null where it is new. */
  readonly before: OutgoingState | null;
  readonly state: ChannelState | null;
  readonly up: boolean;
  /** The place of the channel's newest decision. */
  readonly decision: number;
}

export interface Announcement {
  readonly hub: string;
  /** Tells one announcement from another; the same again changes nothing. */
  readonly id: string;
  readonly channels: readonly { readonly id: string; readonly label: string | null; readonly listedOpen: boolean }[];
  /** Which the policy of the hub admits. */
  readonly admits: (id: string) => boolean;
}

export function hubLog(db: Database, now: () => number): HubLog {
  const write = <T>(work: () => Result<T, LedgerFailure>): Result<T, LedgerFailure> => db.write(work);
  const done = (work: () => void): Result<null, LedgerFailure> =>
    write(() => {
      work();
      return ok(null);
    });
  return {
    connected: (hub, epoch) => done(() => setEpoch(db, hub, epoch)),
    intend: (message) => write(() => ok(intend(db, message, now()))),
    opened: (message, underway, how) => write(() => opened(db, message, underway, how, now())),
    sent: (message) => done(() => mark(db, message.id, 'sent')),
    failed: (message, reason) =>
      write(() => {
        mark(db, message.id, 'failed');
        return caused(db, message, (cause) => {
          const channels = [refOf(cause.channel)];
          const about = {
            v: NOTICE_VERSION,
            speaker: cause.speaker.id,
            channels,
            reason: boundedReason(reason),
          } as const;
          const selected = selectedBy(db, message.channel);
          noteSpoken(db, cause, { ...about, kind: 'send-failed', cause: 'speech', ...selected }, now());
        });
      }),
    replyOpenFailed: (message, reason) =>
      write(() => {
        mark(db, message.id, 'sent');
        return caused(db, message, (cause) => {
          const about = { v: NOTICE_VERSION, speaker: cause.speaker.id, reason: boundedReason(reason) } as const;
          const selected = selectedBy(db, message.channel);
          const channels = [refOf(cause.channel)];
          noteSpoken(db, cause, { ...about, channels, kind: 'reply-open-failed', cause: 'reply', ...selected }, now());
        });
      }),
    underway: (hub) =>
      db.read(() => {
        const rows = db.prepare(`${select('outgoing')} WHERE state = 'intent' ORDER BY at, id`).all();
        return ok(rows.map(readOutgoing).filter((one) => one.channel.startsWith(`${encodeURIComponent(hub)}/`)));
      }),
    unknown: (id) => done(() => mark(db, id, 'unknown')),
    announced: (announcement) => write(() => announced(db, announcement, now())),
  };
}

function setEpoch(db: Database, hub: string, epoch: string | null): void {
  db.prepare('INSERT INTO hub (name, epoch) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET epoch = excluded.epoch').run(
    hub,
    epoch,
  );
}

function intend(db: Database, message: Outgoing, now: number): Underway {
  const there = db.prepare(`${select('outgoing')} WHERE id = ?`).get(message.id);
  if (there === null) {
    db.prepare('INSERT INTO outgoing (id, agent, channel, body_hash, state, at) VALUES (?, ?, ?, ?, ?, ?)').run(
      message.id,
      message.agent,
      message.channel,
      fingerprint(message.content),
      'intent',
      now,
    );
  }
  const before = (there?.['state'] as OutgoingState | undefined) ?? null;
  return { before, ...channelNow(db, message.channel), decision: newestDecision(db, message.channel)?.seq ?? 0 };
}

function opened(
  db: Database,
  message: Outgoing,
  underway: Underway,
  how: 'speech' | 'reply',
  now: number,
): Result<null, LedgerFailure> {
  linkUp(db, message.channel);
  const newest = newestDecision(db, message.channel);
  // A decision that was made meanwhile is newer than the send, and stands.
  if (newest?.state !== 'closed' || newest.seq !== underway.decision) return ok(null);
  return caused(db, message, (cause) => {
    decide(db, message.channel, 'open', null, { source: 'send', agent: cause.speaker.name }, now);
    noteOpened(db, cause, how, now);
  });
}

function linkUp(db: Database, channel: ChannelKey): void {
  db.prepare(
    'INSERT INTO transport (channel, up, epoch) SELECT channel.key, 1, hub.epoch FROM channel JOIN hub ON hub.name = channel.hub WHERE channel.key = ? AND hub.epoch IS NOT NULL ON CONFLICT (channel) DO UPDATE SET up = 1, epoch = excluded.epoch',
  ).run(channel);
}

function newestDecision(
  db: Database,
  channel: ChannelKey,
): { seq: number; state: ChannelState; source: string } | null {
  const row = db.prepare(`${select('decision')} WHERE channel = ? ORDER BY seq DESC LIMIT 1`).get(channel);
  if (row === null) return null;
  return { seq: row['seq'] as number, state: row['state'] as ChannelState, source: row['source'] as string };
}

/** Why a channel counts as open that could not be connected; nothing where it stays closed. */
function selectedBy(db: Database, channel: ChannelKey): { readonly selected?: SelectedBy } {
  const newest = newestDecision(db, channel);
  if (newest?.state !== 'open') return {};
  const { source } = newest;
  return { selected: source === 'hub-default' || source === 'policy' ? source : 'decision' };
}

/** Does something about a message's agent and channel, which must both be on record. */
function caused(
  db: Database,
  message: Outgoing,
  work: (cause: { speaker: Agent; message: string; channel: Channel }) => void,
): Result<null, LedgerFailure> {
  const speaker = findAgent(db, message.agent);
  if (!speaker.ok) return fail(speaker.error);
  const channel = findChannel(db, message.channel);
  if (!channel.ok) return fail(channel.error);
  work({ speaker: speaker.value, message: message.id, channel: channel.value });
  return ok(null);
}

function mark(db: Database, id: string, state: OutgoingState): void {
  db.prepare('UPDATE outgoing SET state = ? WHERE id = ?').run(state, id);
}

const readOutgoing = (row: Row): Outgoing => ({
  id: row['id'] as string,
  agent: row['agent'] as string,
  channel: row['channel'] as ChannelKey,
  content: '',
});

function announced(db: Database, one: Announcement, now: number): Result<readonly ChannelKey[], LedgerFailure> {
  const admitted: (ChannelRef & { label: string | null })[] = [];
  for (const { id, label, listedOpen } of one.channels) {
    const ref = { hub: one.hub, id, label };
    const admits = one.admits(id);
    const known = findChannel(db, channelKey(ref));
    // What was decided about a channel outranks the policy.
    if (known.ok) continue;
    const by: DecisionSource = { source: admits ? 'policy' : 'hub-default', agent: null };
    const made = createChannel(db, { ...ref, allowed: null, denied: null, lenient: false }, by, now);
    if (!made.ok) return made;
    if (!admits && !listedOpen) decide(db, made.value.key, 'closed', null, by, now);
    if (admits) admitted.push(ref);
  }
  if (admitted.length > 0) noteChosen(db, one.id, admitted, now);
  return ok(admitted.map(channelKey));
}
