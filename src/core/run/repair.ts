/**
 * What recovery mends: a closed list. Each has a detector, a repair that may be run again, and words (DESIGN §8, §13).
 */
export type RepairRule =
  /** A run had not come to its end and its process is dead; this process goes on with it. */
  | 'run-resumed'
  /** The same, and nobody goes on with it now: it is closed, and the phase is free. */
  | 'run-abandoned'
  /** An agent still works under its supervisor, though the run that started it is dead. */
  | 'attempt-adopted'
  /** An agent finished and its work has not been brought home. */
  | 'attempt-finished'
  /** An agent and its supervisor ended without a record, or failed unheard: the commitment is closed. */
  | 'attempt-lost'
  /** An obligation was handed on to a fresh executor that was not started yet. */
  | 'attempt-handed-on'
  /** What an attempt that came to nothing left is on a salvage ref; its worktree and branch are gone. */
  | 'attempt-salvaged'
  /** Work is home, and worktree or branch were still there. */
  | 'home-tidied'
  /** A worktree of a dead run that no dispatch knows. */
  | 'worktree-without-dispatch'
  /** The repository's config or hooks were changed while agents ran whose run was dead; it is undone and kept aside. */
  | 'planted-undone'
  /** An agent ended, and what it had not seen was not passed on. */
  | 'notices-passed-on'
  /** Temporary files, locks and empty folders of dead processes. */
  | 'leavings-removed';

/** One thing that was found and mended: what it was about, what was done. */
export interface Repair {
  readonly rule: RepairRule;
  readonly subject: string;
  readonly action: string;
}
