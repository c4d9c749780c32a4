import { unreachable } from '../unreachable.js';
import { type Commitment, isFinal } from './commitment.js';
import { answerOf, type MessageType, type Move } from './message-type.js';

/** How waiting for an answer ended. */
export type WaitOutcome = 'answered' | 'declined' | 'failed' | 'expired' | 'cancelled' | 'timed-out';

/** A message as far as waiting cares about it. */
export interface Answering {
  readonly id: string;
  readonly seq: number;
  readonly type: MessageType;
  readonly sender: string;
}

export interface WaitFacts<M extends Answering> {
  /** The newest commitment of the correlation that is still owed, else the newest. */
  readonly commitment: Commitment;
  /** Messages of the correlation in the order they came. */
  readonly messages: readonly M[];
  /** Place of the answer already known; null where none is. */
  readonly after: number | null;
}

/**
 * What a waiter is told now, or null where it has to go on waiting. Without `after` only what settled the commitment
 * counts. With it only what came later: also talk about an offer, and an answer sent again on the right channel.
 */
export function waitOutcome<M extends Answering>(
  facts: WaitFacts<M>,
): { readonly outcome: Exclude<WaitOutcome, 'timed-out'>; readonly message: M | null } | null {
  const { commitment, messages, after } = facts;
  const settling = messages.find((message) => message.id === commitment.resolvedBy);
  if (settling !== undefined && (after === null || settling.seq > after)) return told(commitment, settling);
  const later = messages.find((message) => after !== null && message.seq > after && speaksTo(commitment, message));
  if (later !== undefined) return told(commitment, later);
  return commitment.state === 'expired' ? { outcome: 'expired', message: null } : null;
}

/** An answer to a settled commitment, or about an offer that is still open; never the requester's own words. */
function speaksTo(commitment: Commitment, message: Answering): boolean {
  const move = answerOf(message.type, commitment.kind)?.move;
  if (move === undefined || message.sender === commitment.requester) return false;
  if (isFinal(commitment.state)) return move === 'fulfil' || move === 'decline' || move === 'fail';
  return commitment.kind === 'PROPOSE' && message.type === 'RESPONSE';
}

function told<M extends Answering>(commitment: Commitment, message: M) {
  const move: Move = answerOf(message.type, commitment.kind)?.move ?? 'none';
  return { outcome: outcomeOf(move, commitment, message), message } as const;
}

function outcomeOf(move: Move, commitment: Commitment, message: Answering): Exclude<WaitOutcome, 'timed-out'> {
  switch (move) {
    case 'decline':
      return message.sender === commitment.requester && commitment.obligor !== message.sender
        ? 'cancelled'
        : 'declined';
    case 'fail':
      return 'failed';
    case 'fulfil':
    case 'none':
    case 'acknowledge':
    case 'delegate':
      return 'answered';
    default:
      return unreachable(move);
  }
}
