import type { Condition } from './condition.js';
import type { DataPath } from './data-path.js';
import type { Template } from './template.js';

/** Where something stands: the file as shown to people and the line, counted from 1. */
export interface Place {
  readonly file: string;
  readonly line: number;
}

/** A workflow as the engine executes it: the steps of its Markdown file in the order they are written, includes expanded. */
export interface Workflow {
  readonly name: string;
  readonly description: string;
  readonly file: string;
  readonly inputs: readonly InputSpec[];
  readonly steps: readonly Step[];
}

export const INPUT_TYPES = ['phase', 'plan', 'text', 'integer', 'boolean'] as const;
export type InputType = (typeof INPUT_TYPES)[number];

export interface InputSpec {
  readonly name: string;
  readonly type: InputType;
  /** Without a value the run does not start. */
  readonly required: boolean;
  readonly description: string;
  /** Used where none is given; null for none. */
  readonly fallback: string | null;
  readonly line: number;
}

export type Step = CommandStep | DispatchStep;

interface StepBase {
  readonly id: string;
  /** The heading it stands under. */
  readonly title: string;
  /** The line of the fence. */
  readonly place: Place;
  readonly loop: Loop | null;
  readonly condition: Condition | null;
}

/** `for-each="plan in index.plans"`: adjacent steps with the same loop are one pipeline per item. */
export interface Loop {
  readonly variable: string;
  readonly list: DataPath;
  readonly source: string;
}

/** A `sh` or `bash` block. */
export interface CommandStep extends StepBase {
  readonly kind: 'command';
  readonly shell: 'sh' | 'bash';
  /** As written, placeholders and all. */
  readonly source: string;
  /** As run: each placeholder is `"$MSD_IN_n"`. */
  readonly script: string;
  /** What `MSD_IN_1`, `MSD_IN_2`, … hold. */
  readonly bindings: readonly Binding[];
  /** Numbers of the bindings whose value must not begin with `-`: a program would read it as an option. */
  readonly operands: readonly number[];
  /** The block as msd's own verbs, run in process; null where it needs a shell. */
  readonly verbs: readonly VerbCall[] | null;
  /** `json`: standard output is parsed; `text`: it is the result, less final line ends. */
  readonly result: 'json' | 'text';
}

export interface Binding {
  readonly path: DataPath;
  readonly line: number;
}

/** One `msd …` command as words without a shell. */
export interface VerbCall {
  /** The words after `msd`. */
  readonly words: readonly VerbWord[];
  readonly line: number;
}

/** A word is its parts put together: text, or the number (from 1) of a binding. */
export type VerbWord = readonly (string | number)[];

/** A `prompt` block: starts an agent on one plan. */
export interface DispatchStep extends StepBase {
  readonly kind: 'dispatch';
  readonly agent: string;
  /** The body, includes expanded. */
  readonly template: Template;
  readonly loop: Loop;
}

/** A fault in a workflow, found before anything of it runs. */
export interface WorkflowProblem {
  readonly code: ProblemCode;
  readonly file: string;
  readonly line: number;
  readonly message: string;
}

/** A promise to callers (DESIGN §6: codes are a promise, words are not). */
export const PROBLEM_CODES = [
  'workflow-too-big',
  'character-hidden',
  'frontmatter-missing',
  'frontmatter-invalid',
  'frontmatter-key-unknown',
  'name-mismatch',
  'input-invalid',
  'name-reserved',
  'no-steps',
  'too-many-steps',
  'fence-unclosed',
  'block-not-a-step',
  'block-too-big',
  'block-empty',
  'heading-missing',
  'step-invalid',
  'step-duplicate',
  'attribute-invalid',
  'attribute-unknown',
  'loop-invalid',
  'loop-not-a-list',
  'condition-invalid',
  'agent-missing',
  'placeholder-invalid',
  'placeholder-unknown',
  'placeholder-too-early',
  'placeholder-out-of-scope',
  'placeholder-quoted',
  'placeholder-in-comment',
  'placeholder-in-heredoc',
  'placeholder-as-command',
  'placeholder-evaluated',
  'placeholder-assigned',
  'placeholder-not-a-word',
  'shell-invalid',
  'variable-unset',
  'variable-reserved',
  'verb-unknown',
  'verb-invalid',
  'result-invalid',
  'include-unknown',
  'include-cycle',
  'include-misplaced',
  'include-too-deep',
  'section-invalid',
  'marker-missing',
  'marker-spelled',
  'dispatch-not-per-plan',
  'gate-missing',
] as const;
export type ProblemCode = (typeof PROBLEM_CODES)[number];
