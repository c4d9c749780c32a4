import { type Commitment, isFinal } from './commitment.js';
import { DEEP_HANDOFF, type HandoffChain } from './handoff.js';

/** Why an obligation that is still owed needs a look. */
export type StallCondition =
  /** Nothing was said under its correlation id for the time asked about. */
  | { readonly code: 'silent'; readonly silentMs: number }
  /** A COMMAND that its obligor has never taken up. An offer nobody answers is no such thing. */
  | { readonly code: 'unacknowledged'; readonly openMs: number }
  /** It was handed on and came back. */
  | { readonly code: 'circular-handoff'; readonly cycle: readonly string[] }
  | { readonly code: 'deep-handoff'; readonly depth: number };

export interface StallFacts {
  readonly now: number;
  /** When the last message of the correlation was sent. */
  readonly lastActivityAt: number;
  readonly chain: HandoffChain;
  readonly olderThanMs: number;
}

/** The conditions that hold of a commitment, computed from states and times and never from text; none for a settled one. */
export function stallConditions(commitment: Commitment, facts: StallFacts): readonly StallCondition[] {
  if (isFinal(commitment.state)) return [];
  const conditions: StallCondition[] = [];
  const silentMs = facts.now - Math.max(facts.lastActivityAt, commitment.openedAt);
  const openMs = facts.now - commitment.openedAt;
  if (silentMs >= facts.olderThanMs) conditions.push({ code: 'silent', silentMs });
  if (commitment.kind === 'COMMAND' && commitment.state === 'open' && openMs >= facts.olderThanMs) {
    conditions.push({ code: 'unacknowledged', openMs });
  }
  if (facts.chain.cycle !== null) conditions.push({ code: 'circular-handoff', cycle: facts.chain.cycle });
  if (facts.chain.depth > DEEP_HANDOFF) conditions.push({ code: 'deep-handoff', depth: facts.chain.depth });
  return conditions;
}
