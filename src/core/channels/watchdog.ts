import { PERSON } from './agent-name.js';
import { type Commitment, isFinal } from './commitment.js';
import { DEEP_HANDOFF, type HandoffChain } from './handoff.js';

/** What the watchdog looks at of one commitment. Times are milliseconds since the epoch. */
export interface WatchFacts {
  readonly commitment: Commitment;
  readonly chain: HandoffChain;
  /** The last message about it, or sign of life of its obligor, whichever is later. */
  readonly lastSignAt: number;
  /** The obligor is an agent that the run itself started and that still runs. */
  readonly executor: boolean;
}

export interface WatchTimes {
  readonly now: number;
  readonly stallAfterMs: number;
}

export type AlertCode = 'stalled' | 'silent-executor' | 'unacknowledged' | 'circular-handoff' | 'deep-handoff';

/** One thing that needs a look, with what is needed to look at it. */
export interface Alert {
  readonly code: AlertCode;
  readonly commitment: string;
  readonly correlationId: string;
  readonly obligor: string | null;
  readonly requester: string;
  /** Without a sign, or since it was opened. */
  readonly forMs: number;
  /** Agents that it went through; empty where it was never handed on. */
  readonly agents: readonly string[];
}

interface Condition {
  readonly code: AlertCode;
  holds(facts: WatchFacts, times: WatchTimes): boolean;
}

const quietMs = (facts: WatchFacts, times: WatchTimes): number =>
  times.now - Math.max(facts.lastSignAt, facts.commitment.openedAt);

const isQuiet = (facts: WatchFacts, times: WatchTimes): boolean => quietMs(facts, times) >= times.stallAfterMs;

const isNew = ({ commitment }: WatchFacts): boolean => commitment.kind === 'COMMAND' && commitment.state === 'open';

/**
 * The conditions, each computed from states and times and never from text. The first three exclude each other: an executor
 * that never gave a sign, an obligor that never took a COMMAND up, and one that took it up and fell silent. A person may
 * think for as long as they like, and an offer that nobody answers is nobody's stall.
 */
export const WATCH_CONDITIONS: readonly Condition[] = [
  {
    code: 'silent-executor',
    holds: (facts, times) => isNew(facts) && facts.executor && isQuiet(facts, times),
  },
  {
    code: 'unacknowledged',
    holds: (facts, times) => isNew(facts) && !facts.executor && isQuiet(facts, times),
  },
  {
    code: 'stalled',
    holds: (facts, times) => !isNew(facts) && facts.commitment.kind !== 'PROPOSE' && isQuiet(facts, times),
  },
  { code: 'circular-handoff', holds: ({ chain }) => chain.cycle !== null },
  { code: 'deep-handoff', holds: ({ chain }) => chain.depth > DEEP_HANDOFF },
];

/** What has to be said of a commitment now; nothing of one that is settled or waits for the person. */
export function watch(facts: WatchFacts, times: WatchTimes): readonly Alert[] {
  const { commitment, chain } = facts;
  if (isFinal(commitment.state) || commitment.obligor === PERSON) return [];
  return WATCH_CONDITIONS.filter((condition) => condition.holds(facts, times)).map(({ code }) => ({
    code,
    commitment: commitment.id,
    correlationId: commitment.correlationId,
    obligor: commitment.obligor,
    requester: commitment.requester,
    forMs: quietMs(facts, times),
    agents: chain.depth > 0 ? chain.obligors : [],
  }));
}
