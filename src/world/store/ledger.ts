import { type ChannelDecision, type ChannelState, decided, type Mute } from '../../core/channels/channel-decision.js';
import type { ChannelKey } from '../../core/channels/channel-key.js';
import type { LedgerFailure, StoreFailure } from '../../core/channels/failures.js';
import { fail, ok, type Result } from '../../core/result.js';
import type { Project } from '../project.js';
import type { Clock } from '../world.js';
import { codeFits } from './answer-code.js';
import { bringIn, type Hears, letGo } from './agent-life.js';
import { type Agent, findAgent, hubOf, liveAgent, listAgents, type NewAgent } from './agents.js';
import {
  type Channel,
  createChannel,
  type DecisionSource,
  decide,
  findChannel,
  listChannels,
  setChannel,
} from './channels.js';
import { answerable, anyOverdue, chainOf, commitmentsOf, expireOverdue, type StoredCommitment } from './commitments.js';
import type { Database } from './database.js';
import { countEntries, type Entry, type EntryFilter, findEntry, lastEntries, listEntries } from './entry-list.js';
import { readHeard } from './heard-messages.js';
import { type HubLog, hubLog } from './hub-log.js';
import { openLedger } from './ledger-file.js';
import { messageRow, messagesOf, type Page, readMessage, readPage, type StoredMessage } from './messages.js';
import {
  listObligations,
  type ObligationFilter,
  type ObligationView,
  type StalledObligation,
  showObligation,
  stalledObligations,
} from './obligations.js';
import { type NoticeBox, noticeBox } from './notice-box.js';
import { primaryHolder } from './roles.js';
import { type SendRequest, type Sent, send } from './send.js';
import type { Settled } from './settle-notices.js';
import { issueToken, type TokenHolder, whois } from './tokens.js';
import { fileDamage, type Verification, verifyLedger } from './verify.js';
import { noteHomeClosed } from './write-notice.js';

/** A project's ledger, opened. Each call is one transaction; deadlines that have passed are swept by whoever looks. */
export interface Ledger {
  readonly path: string;
  send(request: SendRequest): Result<Sent, LedgerFailure>;
  page(query: PageQuery): Result<Page, LedgerFailure>;
  /** What waiting for an answer has to know; null where nothing was ever opened under the id. */
  correlation(id: string): Result<Correlation | null, LedgerFailure>;
  message(id: string): Result<StoredMessage, LedgerFailure>;
  obligations(filter: ObligationFilter): Result<readonly StoredCommitment[], LedgerFailure>;
  obligation(query: string): Result<ObligationView, LedgerFailure>;
  stalled(olderThanMs: number): Result<readonly StalledObligation[], LedgerFailure>;
  entries(filter: EntryFilter, limit: number): Result<readonly Entry[], LedgerFailure>;
  lastEntries(filter: EntryFilter, limit: number): Result<readonly Entry[], LedgerFailure>;
  count(filter: EntryFilter): Result<number, LedgerFailure>;
  entry(query: string): Result<Entry, LedgerFailure>;
  verify(): Result<Verification, LedgerFailure>;
  channels(): Result<readonly Channel[], LedgerFailure>;
  /** @param hub where a bare id is looked up alone; every hub without it */
  channel(text: string, hub?: string | null): Result<Channel, LedgerFailure>;
  createChannel(channel: Parameters<typeof createChannel>[1], by: DecisionSource): Result<Channel, LedgerFailure>;
  setChannel(text: string, change: Partial<Channel>, by: DecisionSource): Result<Channel, LedgerFailure>;
  /** Decides about a channel; `changed` is false where it was so already, and nothing is recorded then. */
  decide(key: string, decision: ChannelDecision, mute: Mute | null, by: DecisionSource): Result<Decided, LedgerFailure>;
  agents(ended: boolean): Result<readonly Agent[], LedgerFailure>;
  /** In any spelling, live or ended. */
  agent(name: string): Result<Agent, LedgerFailure>;
  /** Adds an agent; one that is added by hand while a primary lives is that one's. */
  addAgent(agent: AgentToAdd): Result<Agent, LedgerFailure>;
  /** Ends it, and passes on what it had not seen. */
  endAgent(name: string): Result<EndedAgent, LedgerFailure>;
  issueToken(agent: string, dispatch: string | null): Result<string, LedgerFailure>;
  whois(token: string): Result<TokenHolder, LedgerFailure>;
  /** Whether a run printed this one-time code for this question. */
  codeFits(correlationId: string, code: string): Result<boolean, LedgerFailure>;
  readonly notices: NoticeBox;
  readonly hubs: HubLog;
  close(): void;
}

export type AgentToAdd = Omit<NewAgent, 'home'> & { readonly home: string | null; readonly hears?: readonly Hears[] };

/** An agent that has ended, and what became of its unread notices; null where that is left to a recovery. */
export interface EndedAgent extends Agent {
  readonly settled: Settled | null;
}

export interface PageQuery {
  /** Null: every channel that the reader hears. */
  readonly channel: string | null;
  readonly reader: string;
  readonly after: number;
  readonly limit: number;
}

export interface Correlation {
  readonly commitment: StoredCommitment;
  readonly messages: readonly StoredMessage[];
}

export interface Decided {
  readonly channel: Channel;
  readonly before: ChannelState;
  readonly changed: boolean;
}

/** Opens a project's ledger. With `create: false` a project that has none is read as having an empty one. */
export function createLedger(
  project: Project,
  clock: Pick<Clock, 'now'>,
  options: { readonly create: boolean },
): Result<Ledger, StoreFailure> {
  const opened = openLedger(project, options);
  return opened.ok ? ok(ledgerOn(opened.value, () => clock.now().getTime())) : opened;
}

function ledgerOn(db: Database, now: () => number): Ledger {
  type Work<T> = () => Result<T, LedgerFailure>;
  const read = <T>(work: Work<T>): Result<T, LedgerFailure> => db.read(work);
  const write = <T>(work: Work<T>): Result<T, LedgerFailure> => db.write(work);
  /** Reads after sweeping: one indexed look tells whether there is anything to sweep. */
  const swept = <T>(work: Work<T>): Result<T, LedgerFailure> => {
    const overdue = read(() => ok(anyOverdue(db, now())));
    if (!overdue.ok) return overdue;
    if (!overdue.value) return read(work);
    return write(() => {
      expireOverdue(db, now());
      return work();
    });
  };
  return {
    path: db.path,
    send: (request) => send(db, request, now()),
    page: ({ channel, reader, after, limit }) =>
      read(() => {
        const agent = findAgent(db, reader);
        if (!agent.ok) return agent;
        const { name } = agent.value;
        if (channel === null) return ok(readHeard(db, name, after, limit));
        const found = findChannel(db, channel, hubOf(agent.value));
        return found.ok ? ok(readPage(db, found.value.key, name, after, limit)) : found;
      }),
    correlation: (id) =>
      swept(() => {
        const all = commitmentsOf(db, id);
        const commitment = answerable(all);
        if (commitment === null) return ok(null);
        // An id may be opened again: what was said before is about another obligation.
        const since = chainOf(commitment, all)[0]?.seq ?? 0;
        return ok({ commitment, messages: messagesOf(db, id).filter((message) => message.seq >= since) });
      }),
    message: (id) =>
      read(() => {
        const row = messageRow(db, id);
        return row === null ? fail({ reason: 'message-not-found', message: id }) : ok(readMessage(row));
      }),
    obligations: (filter) =>
      swept(() => {
        const names = { obligor: filter.obligor, requester: filter.requester };
        for (const field of ['obligor', 'requester'] as const) {
          const name = filter[field];
          if (name === null) continue;
          const agent = findAgent(db, name);
          if (!agent.ok) return agent;
          names[field] = agent.value.name;
        }
        return ok(listObligations(db, { ...filter, ...names }));
      }),
    obligation: (query) => swept(() => showObligation(db, query)),
    stalled: (olderThanMs) => swept(() => ok(stalledObligations(db, olderThanMs, now()))),
    entries: (filter, limit) => read(() => ok(listEntries(db, filter, limit))),
    lastEntries: (filter, limit) => read(() => ok(lastEntries(db, filter, limit))),
    count: (filter) => read(() => ok(countEntries(db, filter))),
    entry: (query) =>
      read(() => {
        const entry = findEntry(db, query);
        return entry === null ? fail({ reason: 'entry-not-found', entry: query }) : ok(entry);
      }),
    verify: () =>
      read(() => {
        const found = verifyLedger(db);
        const damage = found.ok ? fileDamage(db) : null;
        return damage === null ? ok(found) : fail({ reason: 'store-corrupt', path: db.path, cause: damage });
      }),
    channels: () => read(() => ok(listChannels(db))),
    channel: (text, hub = null) => read(() => findChannel(db, text, hub)),
    createChannel: (channel, by) => write(() => createChannel(db, channel, by, now())),
    setChannel: (text, change, by) =>
      write(() => {
        const found = findChannel(db, text);
        return found.ok ? setChannel(db, { ...found.value, ...change }, by, now()) : found;
      }),
    decide: (key, decision, mute, by) =>
      write(() => {
        const found = findChannel(db, key);
        if (!found.ok) return found;
        const before = found.value.state;
        const state = decided(decision, before);
        if (state === 'refused') return fail({ reason: 'channel-muted', channel: found.value.key });
        if (state !== null) {
          const place = decide(db, found.value.key, state, state === 'muted' ? mute : null, by, now());
          if (state === 'closed') noteHomeClosed(db, found.value.key, by.agent, place, now());
        }
        return ok({ channel: { ...found.value, state: state ?? before }, before, changed: state !== null });
      }),
    agents: (ended) => read(() => ok(listAgents(db, ended))),
    agent: (name) => read(() => findAgent(db, name)),
    addAgent: (agent) =>
      write(() => {
        let home: ChannelKey | null = null;
        if (agent.home !== null) {
          const found = findChannel(db, agent.home);
          if (!found.ok) return found;
          home = found.value.key;
        }
        const template = agent.template ?? (agent.kind === 'primary' ? null : (primaryHolder(db)?.name ?? null));
        return bringIn(db, { ...agent, home, template }, agent.hears ?? [], now());
      }),
    endAgent: (name) =>
      write(() => {
        const found = findAgent(db, name);
        if (!found.ok) return found;
        const { name: known, kind } = found.value;
        if (kind === 'person' || kind === 'engine') return fail({ reason: 'agent-built-in', agent: known });
        const at = now();
        const settled = letGo(db, found.value, at);
        return ok({ ...found.value, endedAt: found.value.endedAt ?? at, settled });
      }),
    issueToken: (agent, dispatch) =>
      write(() => {
        const found = liveAgent(db, agent);
        return found.ok ? ok(issueToken(db, found.value, dispatch, now())) : found;
      }),
    whois: (token) => read(() => whois(db, token)),
    codeFits: (correlationId, code) => read(() => ok(codeFits(db, correlationId, code))),
    notices: noticeBox(db, now),
    hubs: hubLog(db, now),
    close: () => db.close(),
  };
}
