/** What can be wrong with a project, a phase or its plans as asked for (problems inside plans are `Problem`s). */
export type PlanningFailure =
  | ProjectNotFound
  | PhaseInvalid
  | PhaseNotFound
  | PhaseAmbiguous
  | PhaseEmpty
  | PlanNotFound
  | PlansInvalid;

/** No `.planning/` with a `config.json`, `ROADMAP.md` or `phases/` here or above. Exit 3. */
export interface ProjectNotFound {
  readonly reason: 'project-not-found';
  readonly dir: string;
}
/** The text is not a phase. Exit 3: nothing is cut to something that exists (DESIGN §4). */
export interface PhaseInvalid {
  readonly reason: 'phase-invalid';
  readonly query: string;
  /** Directories whose names begin with it, which may be what was meant. */
  readonly meant: readonly string[];
}
/** Exit 3. */
export interface PhaseNotFound {
  readonly reason: 'phase-not-found';
  readonly query: string;
  readonly known: readonly string[];
}
/** Two directories answer to the number. Exit 3. */
export interface PhaseAmbiguous {
  readonly reason: 'phase-ambiguous';
  readonly query: string;
  readonly candidates: readonly string[];
}
/** There is nothing to run in the phase: no file of its directory is a plan. Exit 3. */
export interface PhaseEmpty {
  readonly reason: 'phase-empty';
  readonly phase: string;
  /** Relative to the project's root. */
  readonly dir: string;
}
/** Exit 3. */
export interface PlanNotFound {
  readonly reason: 'plan-not-found';
  readonly phase: string;
  readonly plan: string;
  readonly known: readonly string[];
}
/** The phase's plans cannot be scheduled (cycle, duplicate ids). Exit 4. */
export interface PlansInvalid {
  readonly reason: 'plans-invalid';
  readonly phase: string;
  readonly problems: readonly { readonly code: string; readonly file: string; readonly line: number | null }[];
}
