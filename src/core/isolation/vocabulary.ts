/**
 * The owner of the isolation vocabulary (DESIGN §5): values, producers, reasons. `hooks/lib/isolation-sentinel.js` holds its
 * one pinned mirror, because hooks load nothing from `src/`; `test/parity/` holds the pin.
 */

/**
 * Where a dispatch may run.
 * - `harness-worktree`: the host makes the worktree, told so by a parameter of the dispatch
 * - `orchestrator-worktree`: msd makes the worktree and starts the agent inside it
 * - `none`: alone, in the main checkout
 */
export const ISOLATION_VALUES = ['harness-worktree', 'orchestrator-worktree', 'none'] as const;

export type Isolation = (typeof ISOLATION_VALUES)[number];

/**
 * How a decision came about.
 * - `resolver`: from state that can be read again; a later resolve looks again
 * - `caller`: from what is not on disk; held until a new decision for the same scope
 */
export const DECISION_KINDS = ['resolver', 'caller'] as const;

export type DecisionKind = (typeof DECISION_KINDS)[number];

/** Everyone who records decisions, with the kind of what it knows. The drift lint compares this list with what it finds. */
export const PRODUCERS = {
  /** What the host can do, and whether the project opted out. */
  'capability-gate': 'resolver',
  /** Whether the host would fork from the commit the work builds on. */
  'base-check': 'resolver',
  /** A plan executed as a whole by one agent. */
  'execute-plan-whole': 'resolver',
  /** Which dispatch tool the caller has. */
  'tool-capability': 'caller',
  /** Whether this plan touches a submodule. */
  'per-plan-submodules': 'caller',
  /** Which segment of a plan is running. */
  'execute-plan-segments': 'caller',
  /** `msd execute-phase`. */
  engine: 'caller',
  /** Someone at the command line. */
  person: 'caller',
} as const satisfies Readonly<Record<string, DecisionKind>>;

export type Producer = keyof typeof PRODUCERS;

/** Why a value was decided: a closed list of codes. */
export const ISOLATION_REASONS = [
  /** The host makes a worktree for each dispatch. */
  'host-makes-worktree',
  /** msd makes the worktree. */
  'msd-makes-worktree',
  /** `workflow.use_worktrees` is the boolean `false`. */
  'opted-out',
  /** The host has no way to isolate a dispatch. */
  'host-cannot-isolate',
  /** The host makes worktrees, and nobody knows by which parameter. */
  'harness-flag-unknown',
  /** The project's root is certainly in no git repository. */
  'not-a-repository',
  /** The project's root is in no git repository and holds several: isolation is per repository. */
  'several-repositories',
  /** The repository has no commit to make a worktree from. */
  'no-commits',
  /** git's answer could not be had; the strict value stands. */
  'git-unverified',
  /** The host would fork from another commit than HEAD. */
  'base-differs',
  /** Nobody can say which commit the host would fork from. */
  'base-unknown',
  /** A path that the plan declares meets a submodule or a repository inside the repository. */
  'plan-touches-submodule',
  /** There are submodules, and the plan does not say which files it changes. */
  'plan-files-unknown',
  /** The caller's dispatch tool cannot isolate. */
  'tool-cannot-isolate',
  /** This segment of the plan runs in the main checkout by design. */
  'segmented-plan',
  /** Decided by the run itself. */
  'run-decided',
  /** Decided by a person. */
  'by-hand',
] as const;

export type IsolationReason = (typeof ISOLATION_REASONS)[number];

export function isIsolation(text: string): text is Isolation {
  return (ISOLATION_VALUES as readonly string[]).includes(text);
}

export function isProducer(text: string): text is Producer {
  return Object.hasOwn(PRODUCERS, text);
}

export function isIsolationReason(text: string): text is IsolationReason {
  return (ISOLATION_REASONS as readonly string[]).includes(text);
}
