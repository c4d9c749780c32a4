import type { IsolationFailure } from './isolation/failures.js';
import type { LedgerFailure } from './channels/failures.js';
import type { PlanningFailure } from './phase/failures.js';
import type { RunFailure } from './run/failures.js';
import type { WorkflowFailure } from './workflow/failures.js';
import type { WorldFailure } from './world-failures.js';

/**
 * Every way msd can fail: plain facts, told apart by `reason`. The reason is a promise to callers; words are made in
 * `cli/words/`, numbers in `cli/exit-codes.ts`, and neither compiles until each reason has one.
 */
export type Failure =
  | UsageFailure
  | CodeUnknown
  | PlanningFailure
  | IsolationFailure
  | WorkflowFailure
  | WorldFailure
  | LedgerFailure
  | RunFailure;

export type FailureReason = Failure['reason'];

/** The words of a command line cannot be understood. Exit 2. */
export interface UsageFailure {
  readonly reason: 'usage';
  readonly message: string;
  /** The command whose help answers, e.g. `plan index`. */
  readonly command: string;
}

/** No code that msd prints. Exit 3. */
export interface CodeUnknown {
  readonly reason: 'code-unknown';
  readonly found: string;
  /** Codes that were perhaps meant, the nearest first. */
  readonly near: readonly string[];
}
