import type { Commitment, CommitmentState } from '../core/channels/commitment.js';
import type { HandoffChain } from '../core/channels/handoff.js';
import type { MessageType } from '../core/channels/message-type.js';
import type { PlanId } from '../core/phase/plan-id.js';

/** What a run hears from the ledger besides its own dispatches. Times are milliseconds since the epoch. */

/** A question to the person, or an offer to the orchestrator, by a dispatch's executor. */
export interface Asked {
  readonly type: 'QUERY' | 'PROPOSE';
  /** The commitment that is answered, or was: of an offer that was handed on to the person, theirs. */
  readonly id: string;
  readonly correlationId: string;
  readonly text: string;
  readonly state: CommitmentState;
  readonly obligor: string | null;
  readonly askedAt: number;
  readonly answer: {
    readonly type: MessageType;
    readonly by: string;
    readonly text: string;
    readonly at: number;
  } | null;
}

/** What was said about one dispatch. */
export interface DispatchTalk {
  readonly dispatch: string;
  /** The executor's own message that settled its commitment; null where the run spoke for it, or nobody yet. */
  readonly settled: { readonly type: 'DONE' | 'FAILURE' | 'DECLINE'; readonly content: string | null } | null;
  readonly questions: readonly Asked[];
  readonly proposals: readonly Asked[];
  /** How many messages of each type passed to or from the executor. */
  readonly messages: Readonly<Partial<Record<MessageType, number>>>;
}

/** A commitment that a run has to keep an eye on. */
export interface Owed {
  readonly commitment: Commitment;
  readonly chain: HandoffChain;
  readonly lastActivityAt: number;
  /** It is what the dispatch itself was asked for, and not what its executor asked of others. */
  readonly own: boolean;
  /** The dispatch it is about, and its plan. */
  readonly dispatch: string;
  readonly plan: PlanId;
}

/** What a run finds in the ledger when it looks; what was overdue has expired by then. */
export interface RunLook {
  readonly owed: readonly Owed[];
  readonly expired: readonly Owed[];
  /** Offers to the orchestrator that nobody has answered. */
  readonly proposals: readonly (Asked & { readonly dispatch: string; readonly plan: PlanId })[];
}

/** What the person or the orchestrator says to something asked. */
export interface Reply {
  readonly type: 'RESPONSE' | 'DONE' | 'DECLINE';
  readonly by: 'person' | 'orchestrator';
  readonly text: string;
}
