/** What can be wrong with a run as a whole. What happens to one plan of it is an outcome, not a failure. */
export type RunFailure =
  | PhaseHeld
  | RunNotFound
  | WorktreeNotFound
  | Interrupted
  | PlanNotDone
  | NoSession
  | NothingToResolve
  | NotHandedOver
  | ReportRefused;

/** Another live run holds the phase. Exit 6. */
export interface PhaseHeld {
  readonly reason: 'phase-held';
  readonly phase: string;
  readonly run: string;
  readonly pid: number;
  readonly since: string;
}
/** Exit 3. */
export interface RunNotFound {
  readonly reason: 'run-not-found';
  readonly query: string;
}
/** No worktree of msd's is at that path or for that plan. Exit 3. */
export interface WorktreeNotFound {
  readonly reason: 'worktree-not-found';
  readonly query: string;
  readonly known: readonly string[];
}
/** Ctrl-C or a stop asked for. Exit 130. */
export interface Interrupted {
  readonly reason: 'interrupted';
  readonly run: string | null;
}

/** One plan did not come home; the run's closing event says the same. Exit 1. */
export interface PlanNotDone {
  readonly reason: 'plan-not-done';
  readonly plan: string;
  readonly status: string;
  readonly detail: string;
}
/** The verb works only inside a run. Exit 2. */
export interface NoSession {
  readonly reason: 'no-session';
  readonly verb: string;
  readonly phase: string;
}
/** No work of that plan waits to be brought home, so there is no conflict to mend. Exit 1. */
export interface NothingToResolve {
  readonly reason: 'nothing-to-resolve';
  readonly plan: string;
  /** `home`: it is there. `unfinished`: its agent has not ended, or has not said "done". `failed`: its attempt was given up. `in-checkout`: it works on the user's branch. `no-work`: its branch is where it began, and a merge of what is home must not pass for its work. `elsewhere`: its worktree stood on other work when it was let go, and its branch does not hold that. */
  readonly why: 'home' | 'unfinished' | 'failed' | 'in-checkout' | 'no-work' | 'elsewhere';
  readonly phase: string;
  /** For `elsewhere`: the ref that keeps that work, and the plan's branch. */
  readonly kept?: { readonly ref: string; readonly branch: string };
}
/** A session reports the end of an agent that it was not given, or has reported before. Exit 3. */
export interface NotHandedOver {
  readonly reason: 'not-handed-over';
  readonly phase: string;
  readonly plan: string;
  /** The plans that are at work in the session. */
  readonly atWork: readonly string[];
}
/** What a session reports of an agent cannot be its plan's work; nothing was changed. Exit 1. */
export interface ReportRefused {
  readonly reason: 'report-refused';
  readonly phase: string;
  readonly plan: string;
  readonly branch: string | null;
  readonly detail: string;
}
