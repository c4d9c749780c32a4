import { LOCAL_HUB } from '../../core/channels/channel-key.js';
import {
  checkFields,
  correlationOf,
  type Draft,
  decideSend,
  type SendFacts,
  type SendPlan,
} from '../../core/channels/decide-send.js';
import type { LedgerFailure, SendRefused, StoreFailure } from '../../core/channels/failures.js';
import { type MessageType, opensCommitment } from '../../core/channels/message-type.js';
import { tableTrust, type TrustPolicy } from '../../core/channels/policy.js';
import { fail, ok, type Result } from '../../core/result.js';
import { type Agent, findAgent, hubOf, stillLive } from './agents.js';
import { type Channel, decide, findChannel } from './channels.js';
import { answerable, chainOf, commitmentChange, type StoredCommitment } from './commitments.js';
import type { Database } from './database.js';
import type { Row } from './driver.js';
import { append, type ChainHead, chainHead } from './entries.js';
import { fingerprint, newId } from './ids.js';
import { keepCommitments, sweptCommitments } from './known-commitments.js';
import {
  entryRow,
  type MessageBody,
  type MessageEffect,
  messageBody,
  messageRow,
  readMessage,
  type StoredMessage,
  type Via,
} from './messages.js';
import { recallOf } from './recall.js';
import { noteOpened } from './write-notice.js';

/** A message as it comes to the door: names in any spelling, ids unproven. */
export interface SendRequest {
  /** Null: one is made. The same id again is the same message, and sends nothing. */
  readonly id: string | null;
  readonly type: MessageType;
  /** A key, or an id that one hub has. */
  readonly channel: string;
  readonly sender: string;
  readonly target: string | null;
  readonly correlationId: string | null;
  readonly replyTo: string | null;
  readonly content: string | null;
  readonly windowMs: number | null;
  readonly budgetUntil: number | null;
  readonly via: Via;
}

export interface Sent {
  readonly message: StoredMessage;
  /** The id was known already: nothing was sent now. */
  readonly repeated: boolean;
  /** The send turned a closed channel into an open one. */
  readonly reopened: boolean;
}

/** What a send comes to inside its transaction: a refusal is recorded, so the transaction is kept for it too. */
export type SendOutcome =
  | { readonly kind: 'sent'; readonly sent: Sent }
  | { readonly kind: 'refused'; readonly refusal: SendRefused };

/** Sends one message: message, commitment, advisories and decision in one transaction, or none of them. */
export function send(database: Database, request: SendRequest, now: number): Result<Sent, LedgerFailure> {
  const outcome = database.write<SendOutcome, LedgerFailure | StoreFailure>(() => sendWithin(database, request, now));
  if (!outcome.ok) return outcome;
  return outcome.value.kind === 'sent' ? ok(outcome.value.sent) : fail(outcome.value.refusal);
}

/** The same inside a transaction of the caller's. */
export function sendWithin(database: Database, request: SendRequest, now: number): Result<SendOutcome, LedgerFailure> {
  const head = chainHead(database);
  recallOf(database).standAt(head.hash);
  const found = lookUp(database, request);
  if (!found.ok) return found;
  const { draft, channel, sender, target, replyTo } = found.value;
  const known = request.id === null ? null : entryRow(database, draft.id);
  if (known !== null) return repeated(known, draft);
  const standing = mustBeLive(draft, sender, target, request.via);
  if (!standing.ok) return standing;
  const fields = checkFields(draft);
  if (!fields.ok) return fields;
  const correlation = correlationOf(draft, replyTo);
  const commitments = correlation === null ? [] : sweptCommitments(database, correlation, now);
  const commitment = answerable(commitments);
  const decision = decideSend(draft, {
    now,
    channel,
    trust: trustOf(sender),
    replyTo,
    commitment,
    lenient: commitment !== null && isLenient(database, commitment, channel),
    chain: commitment === null ? [] : chainOf(commitment, commitments),
    fresh: FRESH,
  });
  if (decision.ok) {
    const sent = store(database, decision.value, { channel, sender, via: request.via, head });
    keepCommitments(database, commitments, placed(decision.value, sent.message.seq));
    return ok({ kind: 'sent', sent });
  }
  if (decision.error.reason === 'correlation-not-found') return fail(decision.error);
  recordRefusal(database, draft, decision.error, now);
  return ok({ kind: 'refused', refusal: decision.error });
}

/** Made when asked for: most messages need neither. */
const FRESH: SendFacts['fresh'] = {
  get commitment() {
    return newId('commitment');
  },
  get correlation() {
    return newId('correlation');
  },
};

interface Found {
  readonly draft: Draft;
  readonly channel: Channel;
  readonly sender: Agent;
  readonly target: Agent | null;
  readonly replyTo: { readonly id: string; readonly channel: string; readonly correlationId: string | null } | null;
}

function lookUp(database: Database, request: SendRequest): Result<Found, LedgerFailure> {
  const recall = recallOf(database);
  const agent = (name: string) => recall.get(`agent ${name}`, () => findAgent(database, name));
  const sender = agent(request.sender);
  if (!sender.ok) return sender;
  const hub = hubOf(sender.value);
  const channel = recall.get(`channel ${hub} ${request.channel}`, () => findChannel(database, request.channel, hub));
  if (!channel.ok) return channel;
  const target = request.target === null ? ok(null) : agent(request.target);
  if (!target.ok) return target;
  let replyTo: Found['replyTo'] = null;
  if (request.replyTo !== null) {
    const row = messageRow(database, request.replyTo);
    if (row === null) return fail({ reason: 'message-not-found', message: request.replyTo });
    const message = readMessage(row);
    replyTo = { id: message.id, channel: message.channel, correlationId: message.correlationId };
  }
  const { type, correlationId, content, windowMs, budgetUntil } = request;
  const draft: Draft = {
    id: request.id ?? newId('message'),
    type,
    channel: channel.value.key,
    sender: sender.value.name,
    target: target.value?.name ?? null,
    correlationId,
    replyTo: replyTo?.id ?? null,
    content,
    windowMs,
    budgetUntil,
  };
  return ok({ draft, channel: channel.value, sender: sender.value, target: target.value, replyTo });
}

/** The sender must live, unless its run speaks for it; so must whoever is to owe something. */
function mustBeLive(draft: Draft, sender: Agent, target: Agent | null, via: Via): Result<null, LedgerFailure> {
  const speaks = stillLive(sender);
  if (!speaks.ok && via !== 'run') return speaks;
  const owes = opensCommitment(draft.type) !== null || draft.type === 'HANDOFF';
  if (!owes || target === null) return ok(null);
  const live = stillLive(target);
  return live.ok ? ok(null) : live;
}

/** The same message under the same id was sent already; anything else that has the id keeps it. */
function repeated(row: Row, draft: Draft): Result<SendOutcome, LedgerFailure> {
  if (row['kind'] === 'message' && messageBody(row).draft === draftHash(draft))
    return ok({ kind: 'sent', sent: { message: readMessage(row), repeated: true, reopened: false } });
  const { id, kind, type, sender, channel } = row as Record<string, string | null>;
  return fail({ reason: 'message-id-taken', id: id!, type: type ?? kind!, sender: sender!, channel: channel! });
}

/** What makes two sends the same message; the clock is not part of it. */
function draftHash(draft: Draft): string {
  const { type, channel, sender, target, correlationId, replyTo, content, windowMs } = draft;
  const fields = [type, channel, sender, target, correlationId, replyTo, content, windowMs];
  return fingerprint(JSON.stringify(fields));
}

function isLenient(database: Database, commitment: StoredCommitment, channel: Channel): boolean {
  if (commitment.channel === channel.key) return channel.lenient;
  const own = findChannel(database, commitment.channel);
  return own.ok && own.value.lenient;
}

/** What an agent may not open, as rows of the default trust table. */
function trustOf(sender: Agent): TrustPolicy {
  return tableTrust(sender.denied.map((type) => ({ sender: sender.name, type, permit: false })));
}

interface Passage {
  readonly channel: Channel;
  readonly sender: Agent;
  readonly via: Via;
  /** As it was when the transaction began. */
  readonly head: ChainHead;
}

function store(database: Database, plan: SendPlan, { channel, sender, via, head }: Passage): Sent {
  const { draft } = plan;
  const reopened = opens(channel, draft.type, via);
  if (reopened) decide(database, channel.key, 'open', null, { source: 'send', agent: draft.sender }, plan.at);
  const effect: MessageEffect | null =
    plan.after === null
      ? null
      : {
          commitment: plan.after.id,
          before: plan.before?.state ?? null,
          after: plan.after.state,
          child: plan.child?.id ?? null,
        };
  const body: MessageBody = {
    content: draft.content,
    via,
    effect,
    ...(plan.advisories.length > 0 ? { advisories: plan.advisories } : {}),
    draft: draftHash(draft),
  };
  const seq = append(
    database,
    {
      id: draft.id,
      kind: 'message',
      at: plan.at,
      type: draft.type,
      channel: draft.channel,
      sender: draft.sender,
      target: draft.target,
      correlation: plan.correlationId,
      replyTo: draft.replyTo,
      body: { ...body },
    },
    (place) =>
      placed(plan, place).map((commitment) =>
        commitmentChange(commitment, commitment.seq, commitment.id === plan.before?.id ? plan.before : null),
      ),
    recallOf(database).isAt(head.hash) ? head : null,
  );
  const message: StoredMessage = {
    seq,
    id: draft.id,
    at: plan.at,
    type: draft.type,
    channel: draft.channel,
    sender: draft.sender,
    target: draft.target,
    correlationId: plan.correlationId,
    replyTo: draft.replyTo,
    content: draft.content,
    via,
    advisories: plan.advisories,
    effect,
  };
  if (reopened) noteOpened(database, { speaker: sender, message: draft.id, channel }, 'speech', plan.at);
  return { message, repeated: false, reopened };
}

/** A send opens a closed channel of the ledger's own hub; a sign of life that the run hands in is no choice of anybody's. */
function opens(channel: Channel, type: MessageType, via: Via): boolean {
  return channel.state === 'closed' && channel.hub === LOCAL_HUB && !(via === 'run' && type === 'STATUS');
}

/** What changes with the message that has this place; a commitment keeps the place of the entry that opened it. */
function placed({ before, changed }: SendPlan, seq: number): readonly StoredCommitment[] {
  return changed.map((one) => ({ ...one, seq: one.id === before?.id ? (before as StoredCommitment).seq : seq }));
}

/** The refusal stays in the ledger; nothing else of the message does, and no reader sees it. */
function recordRefusal(database: Database, draft: Draft, refusal: SendRefused, now: number): void {
  append(
    database,
    {
      id: newId('entry'),
      kind: 'refusal',
      at: now,
      channel: draft.channel,
      sender: draft.sender,
      target: draft.target,
      correlation: draft.correlationId,
      body: { attempted: draft.type, message: draft.id, refusal },
    },
    [],
  );
}
