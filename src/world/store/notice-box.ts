import type { NameFailure, LedgerFailure } from '../../core/channels/failures.js';
import type { ChannelKey } from '../../core/channels/channel-key.js';
import { fail, ok, type Result } from '../../core/result.js';
import { type Agent, findAgent, liveAgent } from './agents.js';
import { findChannel } from './channels.js';
import type { Database } from './database.js';
import { append, nextSeq } from './entries.js';
import { currentHold, type Hold, setHold } from './hold.js';
import { newId } from './ids.js';
import { acknowledge, isOfferedTo, type Offer, offerNotices, sessionCalled } from './offers.js';
import { type Settled, settleNotices } from './settle-notices.js';
import { unsettledAgents } from './unsettled-agents.js';
import { type Inbox, readInbox } from './show-notices.js';
import { type Scope, subscribe, unsubscribe } from './subscriptions.js';

/** The notices of a ledger. Each call is one transaction. */
export interface NoticeBox {
  /** What is pending for a reader; marks nothing. Empty while on hold. */
  list(reader: Agent): Result<Inbox & { readonly hold: Hold | null }, LedgerFailure>;
  /** The same at a boundary of a session: what it was offered before is seen now. */
  offer(reader: Agent, session: string, most: number): Result<Offer, LedgerFailure>;
  /** A session calls: what it was offered is seen. */
  called(session: string): Result<null, LedgerFailure>;
  /** All of them, or none where one is not the reader's. @returns those that were pending */
  ack(reader: Agent, events: readonly string[]): Result<readonly string[], LedgerFailure>;
  hold(on: boolean, by: string | null): Result<boolean, LedgerFailure>;
  /** Passes on what agents that have ended had not seen. */
  recover(): Result<readonly Settled[], LedgerFailure>;
  /** Lets an agent hear a channel from now on, or no more. */
  watch(agent: string, channel: string, on: boolean): Result<Watched, LedgerFailure>;
}

export interface Watched {
  readonly agent: Agent;
  readonly channel: ChannelKey;
  readonly changed: boolean;
}

export function noticeBox(db: Database, now: () => number): NoticeBox {
  type Work<T> = () => Result<T, LedgerFailure>;
  const read = <T>(work: Work<T>): Result<T, LedgerFailure> => db.read(work);
  const write = <T>(work: Work<T>): Result<T, LedgerFailure> => db.write(work);
  return {
    list: (reader) =>
      read(() => {
        const hold = currentHold(db);
        return ok(hold === null ? { ...readInbox(db, reader), hold } : { notices: [], quarantined: [], hold });
      }),
    offer: (reader, session, most) => write(() => ok(offerNotices(db, reader, session, most, now()))),
    called: (session) => {
      const offered = read(() => ok(isOfferedTo(db, session)));
      if (!offered.ok || !offered.value) return offered.ok ? ok(null) : offered;
      return write(() => {
        sessionCalled(db, session, now());
        return ok(null);
      });
    },
    ack: (reader, events) =>
      write(() => {
        if (reader.endedAt !== null) return fail(endedFailure(reader));
        const done = acknowledge(db, reader, events, now());
        if ('changed' in done) return ok(done.changed);
        return fail({ reason: 'notice-not-found', notice: done.unknown, reader: reader.name });
      }),
    hold: (on, by) => write(() => ok(setHold(db, on, by, now()))),
    recover: () => recoverNotices(db, now),
    watch: (name, channel, on) => write(() => watch(db, name, channel, on, now())),
  };
}

const endedFailure = ({ name, endedAt }: Agent): NameFailure => ({
  reason: 'agent-ended',
  agent: name,
  endedAt: new Date(endedAt ?? 0).toISOString(),
});

/**
 * Each agent by itself: one that cannot be settled keeps no other from it, and is left to the next recovery. Needs no hub.
 * @returns what was settled; the first failure where nothing could be
 */
export function recoverNotices(db: Database, now: () => number): Result<readonly Settled[], LedgerFailure> {
  const names = db.read<readonly string[], LedgerFailure>(() => ok(unsettledAgents(db)));
  if (!names.ok) return names;
  const settled: Settled[] = [];
  let failed: Result<never, LedgerFailure> | null = null;
  for (const name of names.value) {
    const done = db.write<Settled, LedgerFailure>(() => {
      const agent = findAgent(db, name);
      return agent.ok ? ok(settleNotices(db, agent.value, now())) : agent;
    });
    if (done.ok) settled.push(done.value);
    else failed ??= done;
  }
  return failed !== null && settled.length === 0 ? failed : ok(settled);
}

function watch(db: Database, name: string, text: string, on: boolean, now: number): Result<Watched, LedgerFailure> {
  const agent = liveAgent(db, name);
  if (!agent.ok) return agent;
  const channel = findChannel(db, text);
  if (!channel.ok) return channel;
  const scope: Scope = channel.value.key;
  const seq = nextSeq(db);
  const there = unsubscribe(db, agent.value.name, scope, seq);
  const watched = { agent: agent.value, channel: channel.value.key };
  if (there.length > 0 === on) return ok({ ...watched, changed: false });
  const changes = on ? subscribe(db, agent.value.name, scope, 'watch', seq) : there;
  const body = { act: on ? 'watched' : 'unwatched' };
  append(db, { id: newId('entry'), kind: 'notice', at: now, channel: scope, sender: agent.value.name, body }, changes);
  return ok({ ...watched, changed: true });
}
