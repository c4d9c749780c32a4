import type { MessageType } from './message-type.js';

/**
 * What is wrong with a message that went through all the same. Facts, not words: they reach the sender on the result and
 * stay in the ledger with the message.
 */
export type Advisory =
  /** The channel denies the type, or allows only others. */
  | {
      readonly code: 'type-denied';
      readonly type: MessageType;
      readonly channel: string;
      readonly types: readonly MessageType[];
    }
  | {
      readonly code: 'type-not-allowed';
      readonly type: MessageType;
      readonly channel: string;
      readonly types: readonly MessageType[];
    }
  /** The commitment lives on another channel; it was answered all the same. */
  | { readonly code: 'wrong-channel'; readonly channel: string; readonly commitmentChannel: string }
  /** The message replied to is on another channel. */
  | { readonly code: 'reply-elsewhere'; readonly replyTo: string; readonly replyChannel: string }
  /** The message replied to belongs to another correlation. */
  | { readonly code: 'reply-mismatch'; readonly replyTo: string; readonly replyCorrelationId: string | null }
  /** Not the sender's to settle: nothing moved, or on a lenient channel it did. */
  | {
      readonly code: 'not-obligor';
      readonly sender: string;
      readonly obligor: string | null;
      readonly moved: boolean;
    }
  /** Another type says this properly. */
  | { readonly code: 'expected-type'; readonly type: MessageType; readonly expected: readonly MessageType[] }
  /** The obligation came back to an agent that had handed it on. */
  | { readonly code: 'circular-handoff'; readonly cycle: readonly string[] }
  | { readonly code: 'deep-handoff'; readonly depth: number };

export type AdvisoryCode = Advisory['code'];
