import type { Commitment } from './commitment.js';

/** Hand-offs beyond this are worth a word: the obligation is being passed around rather than worked on. */
export const DEEP_HANDOFF = 5;

/** What a chain of hand-offs looks like: how long it is, and whether it came back to someone. */
export interface HandoffChain {
  /** Obligors in order, the first one owed it originally. */
  readonly obligors: readonly string[];
  readonly depth: number;
  /** From an agent to the same agent again, both ends included; null where nobody occurs twice. */
  readonly cycle: readonly string[] | null;
}

/** The chain of commitments from the first to the last, in order. */
export function handoffChain(chain: readonly Commitment[]): HandoffChain {
  const obligors = chain.flatMap((c) => (c.obligor === null ? [] : [c.obligor]));
  return { obligors, depth: Math.max(0, chain.length - 1), cycle: firstCycle(obligors) };
}

function firstCycle(obligors: readonly string[]): readonly string[] | null {
  const seen = new Map<string, number>();
  for (const [i, obligor] of obligors.entries()) {
    const from = seen.get(obligor);
    if (from !== undefined) return obligors.slice(from, i + 1);
    seen.set(obligor, i);
  }
  return null;
}
