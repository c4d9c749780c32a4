/** What can be wrong with a run as a whole. What happens to one plan of it is an outcome, not a failure. */
export type RunFailure = PhaseHeld | RunNotFound | Interrupted;

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
/** Ctrl-C or a stop asked for. Exit 130. */
export interface Interrupted {
  readonly reason: 'interrupted';
  readonly run: string | null;
}
