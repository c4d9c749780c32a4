/** What can be wrong with a workflow or with running one. */
export type WorkflowFailure = WorkflowNotFound | WorkflowInvalid | StepFailed | UntrustedCommands;

/** Exit 3. */
export interface WorkflowNotFound {
  readonly reason: 'workflow-not-found';
  readonly name: string;
  readonly known: readonly string[];
}
/** Exit 4: nothing of it was run. */
export interface WorkflowInvalid {
  readonly reason: 'workflow-invalid';
  readonly file: string;
  readonly problems: readonly { readonly code: string; readonly line: number; readonly message: string }[];
}
/** A command of a workflow's `sh` block ended with another exit code than 0, or its output is not what was declared. */
export interface StepFailed {
  readonly reason: 'step-failed';
  readonly workflow: string;
  readonly step: string;
  readonly line: number;
  readonly exitCode: number | null;
  readonly detail: string;
}
/** Tracked content names a program that nobody accepted (DESIGN §14). Exit 5. */
export interface UntrustedCommands {
  readonly reason: 'untrusted-commands';
  readonly items: readonly { readonly source: string; readonly excerpt: string }[];
}
