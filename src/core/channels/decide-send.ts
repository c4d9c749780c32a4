import { fail, ok, type Result } from '../result.js';
import type { Advisory } from './advisory.js';
import type { AgentName } from './agent-name.js';
import type { ChannelKey } from './channel-key.js';
import { type Answered, answerCommitment, type Commitment, isFinal, openCommitment } from './commitment.js';
import type { CorrelationNotFound, MessageMalformed, SendRefused } from './failures.js';
import { DEEP_HANDOFF, handoffChain } from './handoff.js';
import {
  answersCommitments,
  type Field,
  forbiddenFields,
  isShown,
  type MessageType,
  opensCommitment,
  requiredFields,
} from './message-type.js';
import { type ChannelTypes, isHard, type TrustPolicy, typeViolation } from './policy.js';

/** A message as its sender means it; names are canonical, ids are known to exist or are new. */
export interface Draft {
  readonly id: string;
  readonly type: MessageType;
  readonly channel: ChannelKey;
  readonly sender: AgentName;
  readonly target: AgentName | null;
  readonly correlationId: string | null;
  readonly replyTo: string | null;
  readonly content: string | null;
  /** `--deadline`, milliseconds; for opening types only. */
  readonly windowMs: number | null;
  /** No STATUS extends the deadline beyond it; for opening types only. */
  readonly budgetUntil: number | null;
}

/** What the store knows that matters to the draft, read in the transaction that will write the outcome. */
export interface SendFacts {
  readonly now: number;
  readonly channel: ChannelTypes;
  readonly trust: TrustPolicy;
  /** The message replied to; null where the draft names none. */
  readonly replyTo: { readonly id: string; readonly channel: string; readonly correlationId: string | null } | null;
  /** The newest active commitment of the correlation, else its newest; deadlines already swept. */
  readonly commitment: Commitment | null;
  /** The channel that commitment lives on lets anyone settle. */
  readonly lenient: boolean;
  /** That commitment's ancestors, the first first, itself last. */
  readonly chain: readonly Commitment[];
  /** Ids for what may come into being. */
  readonly fresh: { readonly commitment: string; readonly correlation: string };
}

/** What becomes of a draft: the message and everything that changes with it. */
export interface SendPlan {
  readonly draft: Draft;
  readonly at: number;
  readonly correlationId: string | null;
  /** The commitment spoken to, as it was; null where none existed. */
  readonly before: Commitment | null;
  /** The same as it is now, or the one that was opened. */
  readonly after: Commitment | null;
  /** What a hand-off made of it for the new obligor. */
  readonly child: Commitment | null;
  /** Rows to write: none where nothing moved. */
  readonly changed: readonly Commitment[];
  readonly advisories: readonly Advisory[];
}

/** Characters of content; what is longer belongs in a file that the message names. */
export const MAX_CONTENT = 1_000_000;

const MAX_ID = 300;

/** Whether a text can be an id: visible, on one line, without space around it. */
export function isIdText(text: string): boolean {
  return (
    text.length > 0 && text.length <= MAX_ID && text.trim() === text && !/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u.test(text)
  );
}

/** Whether the fields fit the type: looked at before anything is read. */
export function checkFields(draft: Draft): Result<null, MessageMalformed> {
  const present: Record<Field, boolean> = {
    target: draft.target !== null,
    correlation: draft.correlationId !== null || draft.replyTo !== null,
    content: draft.content !== null && draft.content.trim() !== '',
    deadline: draft.windowMs !== null,
  };
  const wrong = (field: MessageMalformed['field'], problem: MessageMalformed['problem']) =>
    fail<MessageMalformed>({ reason: 'message-malformed', type: draft.type, field, problem });
  if (!isIdText(draft.id)) return wrong('id', 'not-an-id');
  if (draft.correlationId !== null && !isIdText(draft.correlationId)) return wrong('correlation', 'not-an-id');
  if ((draft.content?.length ?? 0) > MAX_CONTENT) return wrong('content', 'too-long');
  for (const field of requiredFields(draft.type)) if (!present[field]) return wrong(field, 'missing');
  for (const field of forbiddenFields(draft.type)) if (present[field]) return wrong(field, 'forbidden');
  return ok(null);
}

/** The correlation id that decides which commitment the draft speaks to; an opener's own, never that of what it replies to. */
export function correlationOf(draft: Draft, replyTo: { readonly correlationId: string | null } | null): string | null {
  if (draft.correlationId !== null) return draft.correlationId;
  return opensCommitment(draft.type) === null ? (replyTo?.correlationId ?? null) : null;
}

/**
 * Channel policy, trust, correlation integrity and the commitment machine, in this order. Refuses before anything is
 * opened; whatever else is wrong goes through with an advisory (ADR 0011).
 */
export function decideSend(draft: Draft, facts: SendFacts): Result<SendPlan, SendRefused | CorrelationNotFound> {
  const violation = typeViolation(draft.type, facts.channel);
  if (violation !== null && isHard(draft.type)) {
    return fail({ reason: 'type-refused', type: draft.type, channel: draft.channel, ...violation });
  }
  const advisories: Advisory[] = [];
  if (violation !== null) {
    const code = violation.rule === 'denied' ? 'type-denied' : 'type-not-allowed';
    advisories.push({ code, type: draft.type, channel: draft.channel, types: violation.types });
  }
  return opensCommitment(draft.type) === null
    ? decideAnswer(draft, facts, advisories)
    : decideOpening(draft, facts, advisories);
}

function decideOpening(draft: Draft, facts: SendFacts, advisories: Advisory[]): Result<SendPlan, SendRefused> {
  const { type, channel, sender, target } = draft;
  if (!facts.trust.permits({ type, sender, target, channel })) {
    return fail({ reason: 'sender-not-trusted', type, channel, sender, target });
  }
  const held = facts.commitment;
  if (held !== null && !isFinal(held.state)) {
    return fail({
      reason: 'correlation-active',
      type,
      channel,
      correlationId: held.correlationId,
      commitment: held.id,
      state: held.state,
      obligor: held.obligor,
    });
  }
  const correlationId = correlationOf(draft, facts.replyTo) ?? facts.fresh.correlation;
  const opened = openCommitment({
    id: facts.fresh.commitment,
    correlationId,
    kind: opensCommitment(type)!,
    channel,
    requester: sender,
    obligor: target,
    at: facts.now,
    windowMs: draft.windowMs,
    budgetUntil: draft.budgetUntil,
  });
  if (facts.replyTo !== null) advisories.push(...replyElsewhere(draft, facts.replyTo));
  return ok({
    draft,
    at: facts.now,
    correlationId,
    before: null,
    after: opened,
    child: null,
    changed: [opened],
    advisories,
  });
}

function decideAnswer(draft: Draft, facts: SendFacts, advisories: Advisory[]): Result<SendPlan, CorrelationNotFound> {
  const correlationId = correlationOf(draft, facts.replyTo);
  const held = facts.commitment;
  if (facts.replyTo !== null) advisories.push(...replyIntegrity(draft, facts.replyTo, correlationId, held));
  if (!answersCommitments(draft.type) || correlationId === null) {
    return ok({ draft, at: facts.now, correlationId, before: null, after: null, child: null, changed: [], advisories });
  }
  if (held === null) return fail({ reason: 'correlation-not-found', correlationId });
  const message = { id: draft.id, type: draft.type, sender: draft.sender, target: draft.target, at: facts.now };
  const answered = answerCommitment(held, message, { lenient: facts.lenient, childId: facts.fresh.commitment });
  if (!isFinal(held.state)) advisories.push(...answerAdvisories(draft, held, answered, facts.chain));
  const { commitment: after, child } = answered;
  const changed = [after, ...(child === null ? [] : [child])].filter((c) => c !== held);
  return ok({ draft, at: facts.now, correlationId, before: held, after, child, changed, advisories });
}

/** What is wrong with an answer to a commitment that is still owed. Of a settled one nothing is said: nothing can go wrong. */
function answerAdvisories(
  draft: Draft,
  held: Commitment,
  answered: Answered,
  chain: readonly Commitment[],
): readonly Advisory[] {
  const advisories: Advisory[] = [];
  const moved = answered.commitment !== held;
  // Progress may be reported where everyone looks; what settles belongs where it was asked.
  if (isShown(draft.type) && draft.type !== 'STATUS' && draft.channel !== held.channel) {
    advisories.push({ code: 'wrong-channel', channel: draft.channel, commitmentChannel: held.channel });
  }
  const expected = answered.answer?.expected ?? [];
  if (expected.length > 0) advisories.push({ code: 'expected-type', type: draft.type, expected });
  if (answered.standing === 'other' && !isDiscussion(draft, held)) {
    advisories.push({ code: 'not-obligor', sender: draft.sender, obligor: held.obligor, moved });
  }
  if (answered.child !== null) {
    const handoffs = handoffChain([...chain, answered.child]);
    if (handoffs.cycle !== null) advisories.push({ code: 'circular-handoff', cycle: handoffs.cycle });
    if (handoffs.depth > DEEP_HANDOFF) advisories.push({ code: 'deep-handoff', depth: handoffs.depth });
  }
  return advisories;
}

/** A RESPONSE about an offer is talk, whoever it comes from. */
const isDiscussion = (draft: Draft, held: Commitment): boolean => draft.type === 'RESPONSE' && held.kind === 'PROPOSE';

type ReplyTo = NonNullable<SendFacts['replyTo']>;

function replyIntegrity(
  draft: Draft,
  replyTo: ReplyTo,
  correlationId: string | null,
  held: Commitment | null,
): readonly Advisory[] {
  const mismatch = correlationId !== null && replyTo.correlationId !== correlationId;
  const advisories: Advisory[] = mismatch
    ? [{ code: 'reply-mismatch', replyTo: replyTo.id, replyCorrelationId: replyTo.correlationId }]
    : [];
  // Where the commitment is elsewhere too, `wrong-channel` says it already.
  return held !== null && replyTo.channel === held.channel
    ? advisories
    : [...advisories, ...replyElsewhere(draft, replyTo)];
}

function replyElsewhere(draft: Draft, replyTo: ReplyTo): readonly Advisory[] {
  return replyTo.channel === draft.channel
    ? []
    : [{ code: 'reply-elsewhere', replyTo: replyTo.id, replyChannel: replyTo.channel }];
}
