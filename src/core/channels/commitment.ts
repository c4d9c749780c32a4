import { unreachable } from '../unreachable.js';
import { type Answer, answerOf, type CommitmentKind, type MessageType, type Move } from './message-type.js';

/** Seven states; the last five are final (DESIGN §9). */
export const COMMITMENT_STATES = [
  'open',
  'acknowledged',
  'fulfilled',
  'declined',
  'failed',
  'delegated',
  'expired',
] as const;
export type CommitmentState = (typeof COMMITMENT_STATES)[number];

const FINAL: ReadonlySet<CommitmentState> = new Set(['fulfilled', 'declined', 'failed', 'delegated', 'expired']);

/** Whether nothing can move it any more. */
export const isFinal = (state: CommitmentState): boolean => FINAL.has(state);

export const ACTIVE_STATES = COMMITMENT_STATES.filter((state) => !isFinal(state));

/** Who owes whom an answer. Times are milliseconds since the epoch; agents by canonical name, channels by key. */
export interface Commitment {
  readonly id: string;
  readonly correlationId: string;
  readonly kind: CommitmentKind;
  /** The channel it was opened on; a hand-off's child keeps it. */
  readonly channel: string;
  readonly requester: string;
  /** Null for a broadcast: whoever answers first settles it. */
  readonly obligor: string | null;
  readonly state: CommitmentState;
  readonly openedAt: number;
  /** What a STATUS extends the deadline by. */
  readonly windowMs: number;
  readonly expiresAt: number;
  /** No STATUS extends the deadline beyond it; null for no bound. */
  readonly budgetUntil: number | null;
  readonly acknowledgedAt: number | null;
  readonly resolvedAt: number | null;
  /** The message that settled it; null while active, and for an expiry. */
  readonly resolvedBy: string | null;
  readonly delegatedTo: string | null;
  /** The commitment that a hand-off made this one from. */
  readonly parent: string | null;
  /** Hand-offs that led here. */
  readonly depth: number;
}

/** The window of a commitment whose opener named no deadline. */
export const DEFAULT_WINDOW_MS = 24 * 60 * 60 * 1000;

/** A message as far as commitments care about it. */
export interface AnswerMessage {
  readonly id: string;
  readonly type: MessageType;
  readonly sender: string;
  readonly target: string | null;
  readonly at: number;
}

/** Why an answer moved the commitment, or did not. */
export type Standing =
  /** By the obligor, or by anyone where the obligation was broadcast. */
  | 'obligor'
  /** The requester takes back what was asked or offered. */
  | 'withdrawal'
  /** Neither: recorded, and without effect unless the channel is lenient. */
  | 'other';

export interface Answered {
  readonly commitment: Commitment;
  /** The child a hand-off opened. */
  readonly child: Commitment | null;
  readonly standing: Standing;
  /** The type's answer for this kind, or null where the type answers none. */
  readonly answer: Answer | null;
}

export interface AnswerOptions {
  /** Anyone's answer moves the commitment. */
  readonly lenient: boolean;
  /** Id for the child, should the answer be a hand-off. */
  readonly childId: string;
}

/** The commitment a message of an opening type opens. */
export function openCommitment(input: {
  readonly id: string;
  readonly correlationId: string;
  readonly kind: CommitmentKind;
  readonly channel: string;
  readonly requester: string;
  readonly obligor: string | null;
  readonly at: number;
  readonly windowMs: number | null;
  readonly budgetUntil: number | null;
}): Commitment {
  const windowMs = input.windowMs ?? DEFAULT_WINDOW_MS;
  return {
    id: input.id,
    correlationId: input.correlationId,
    kind: input.kind,
    channel: input.channel,
    requester: input.requester,
    obligor: input.obligor,
    state: 'open',
    openedAt: input.at,
    windowMs,
    expiresAt: bounded(input.at + windowMs, input.budgetUntil),
    budgetUntil: input.budgetUntil,
    acknowledgedAt: null,
    resolvedAt: null,
    resolvedBy: null,
    delegatedTo: null,
    parent: null,
    depth: 0,
  };
}

/** What a message does to the commitment it answers. Every pair of state and type is defined; a final state stays. */
export function answerCommitment(commitment: Commitment, message: AnswerMessage, options: AnswerOptions): Answered {
  const answer = answerOf(message.type, commitment.kind);
  const standing = standingOf(commitment, message);
  const move =
    answer === null || isFinal(commitment.state) ? 'none' : effective(answer.move, standing, options.lenient);
  return { ...moved(commitment, move, message, options.childId), standing, answer };
}

/** Who the sender is to the commitment. Only a DECLINE withdraws. */
export function standingOf(
  commitment: Commitment,
  message: { readonly type: MessageType; readonly sender: string },
): Standing {
  if (commitment.obligor === message.sender) return 'obligor';
  if (commitment.requester === message.sender) return message.type === 'DECLINE' ? 'withdrawal' : 'other';
  return commitment.obligor === null ? 'obligor' : 'other';
}

function effective(move: Move, standing: Standing, lenient: boolean): Move {
  return standing === 'other' && !lenient ? 'none' : move;
}

function moved(
  before: Commitment,
  move: Move,
  message: AnswerMessage,
  childId: string,
): { commitment: Commitment; child: Commitment | null } {
  const settled = (state: CommitmentState): Commitment => ({
    ...before,
    state,
    resolvedAt: message.at,
    resolvedBy: message.id,
  });
  switch (move) {
    case 'none':
      return { commitment: before, child: null };
    case 'acknowledge':
      return { commitment: acknowledged(before, message.at), child: null };
    case 'fulfil':
      return { commitment: settled('fulfilled'), child: null };
    case 'decline':
      return { commitment: settled('declined'), child: null };
    case 'fail':
      return { commitment: settled('failed'), child: null };
    case 'delegate':
      return {
        commitment: { ...settled('delegated'), delegatedTo: message.target },
        child: handedOff(before, message, childId),
      };
    default:
      return unreachable(move);
  }
}

/** Acknowledged once, with its time; the deadline never moves to an earlier time, nor past the budget. */
function acknowledged(before: Commitment, at: number): Commitment {
  const extended = Math.max(before.expiresAt, bounded(at + before.windowMs, before.budgetUntil));
  return { ...before, state: 'acknowledged', acknowledgedAt: before.acknowledgedAt ?? at, expiresAt: extended };
}

/** The child stays on its parent's channel, so a hand-off sent on another leaves no orphan there (ADR 0011). */
function handedOff(parent: Commitment, message: AnswerMessage, id: string): Commitment {
  return {
    ...parent,
    id,
    obligor: message.target,
    state: 'open',
    openedAt: message.at,
    acknowledgedAt: null,
    parent: parent.id,
    depth: parent.depth + 1,
  };
}

/** Whether the deadline has passed of a commitment that is still owed. */
export const isOverdue = (commitment: Commitment, now: number): boolean =>
  !isFinal(commitment.state) && commitment.expiresAt <= now;

/** The commitment after its deadline passed; unchanged where that is not so. */
export function expireCommitment(commitment: Commitment, now: number): Commitment {
  return isOverdue(commitment, now) ? { ...commitment, state: 'expired', resolvedAt: now } : commitment;
}

const bounded = (time: number, limit: number | null): number => (limit === null ? time : Math.min(time, limit));
