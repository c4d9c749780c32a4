/** What can be wrong with a workflow or with running one. */
export type WorkflowFailure =
  | WorkflowNotFound
  | WorkflowInvalid
  | InputInvalid
  | StepFailed
  | PromptUnrenderable
  | DecisionMissing
  | UntrustedCommands
  | TrustRefused;

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
  readonly problems: readonly {
    readonly code: string;
    readonly file: string;
    readonly line: number;
    readonly message: string;
  }[];
}
/** An input of a workflow is missing, unknown or not of its type. Exit 2: nothing of it was run. */
export interface InputInvalid {
  readonly reason: 'input-invalid';
  readonly workflow: string;
  readonly input: string;
  readonly found: string | null;
  readonly accepted: string;
}
/** The prompt of a plan cannot be made so that it says, to people and guards alike, which plan it is for. Exit 4. */
export interface PromptUnrenderable {
  readonly reason: 'prompt-unrenderable';
  readonly plan: string;
  readonly detail: string;
}
/** No usable isolation decision is recorded for the plan, so there is nothing to render a prompt from. Exit 1. */
export interface DecisionMissing {
  readonly reason: 'decision-missing';
  readonly phase: string;
  readonly plan: string;
}
/** `msd trust` did not accept: the hash given is not that of what is there now, or there was nobody to ask. Exit 5. */
export interface TrustRefused {
  readonly reason: 'trust-refused';
  readonly hash: string;
  readonly detail: string;
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
