import type { PlanId } from './plan-id.js';

/** What is wrong with a plan, a summary or a phase: a code (a promise) with the facts behind it. Words are made in `cli/words/plan-problems.ts`. */
export type ProblemFacts =
  // frontmatter
  | { readonly code: 'frontmatter-missing' | 'frontmatter-late' | 'frontmatter-fenced' | 'frontmatter-unclosed' }
  | { readonly code: 'frontmatter-invalid'; readonly cause: string }
  | { readonly code: 'key-twice' | 'nested-key-twice'; readonly key: string }
  | { readonly code: 'key-ignored'; readonly key: string; readonly instead: string }
  | {
      readonly code: 'depends-on-type' | 'value-type' | 'wave-invalid' | 'autonomous-invalid';
      readonly key: string;
      readonly found: string;
      readonly accepted: string;
    }
  | { readonly code: 'file-unreadable'; readonly cause: string }
  // names
  | { readonly code: 'plan-name' | 'plan-name-unlisted'; readonly accepted: string }
  | { readonly code: 'plan-other-phase'; readonly phase: string }
  | { readonly code: 'plan-below-phase' }
  | { readonly code: 'plan-id-unfit'; readonly id: string; readonly fault: string }
  | { readonly code: 'plan-number-twice'; readonly number: string; readonly plans: readonly string[] }
  | { readonly code: 'no-plans' | 'plans-ignored'; readonly files: readonly string[] }
  // dependencies
  | { readonly code: 'dependency-unknown' | 'dependency-self'; readonly token: string }
  | { readonly code: 'dependency-ambiguous'; readonly token: string; readonly candidates: readonly string[] }
  | { readonly code: 'dependency-phase'; readonly token: string; readonly phase: string; readonly complete: boolean }
  | {
      readonly code: 'dependency-incomplete';
      readonly token: string;
      readonly phase: string;
      readonly dependency: string;
    }
  | { readonly code: 'dependency-cycle' | 'dependency-cycle-done'; readonly path: readonly PlanId[] }
  | { readonly code: 'wave-conflict'; readonly declared: number; readonly dependency: PlanId; readonly its: number }
  // state
  | { readonly code: 'summary-unreadable'; readonly cause: string }
  | { readonly code: 'summary-status' | 'summary-not-done'; readonly word: string }
  | { readonly code: 'summary-ambiguous'; readonly plans: readonly string[] }
  | { readonly code: 'plan-status-parked' | 'plan-status-unknown' | 'plan-status-done'; readonly word: string }
  // files
  | { readonly code: 'files-unknown' }
  | { readonly code: 'files-entry' | 'files-outside'; readonly entry: string }
  | { readonly code: 'files-undeclared'; readonly paths: readonly string[] }
  | { readonly code: 'overlaps-cut'; readonly listed: number };

export type ProblemCode = ProblemFacts['code'];

export type Severity = 'error' | 'warning';

export type PlanProblem = ProblemFacts & {
  readonly severity: Severity;
  /** Relative to the project's root, forward slashes. */
  readonly file: string;
  /** Counted from 1; null where the whole file is meant. */
  readonly line: number | null;
  /** The plan concerned; null where the phase or several plans are. */
  readonly plan: PlanId | null;
  /** The plan does not run while this stands. */
  readonly blocks: boolean;
};

const BLOCKS = { severity: 'error', blocks: true } as const;
const ERROR = { severity: 'error', blocks: false } as const;
const WARNING = { severity: 'warning', blocks: false } as const;

/** How grave each problem is. */
export const PROBLEM_KINDS = {
  'frontmatter-missing': WARNING,
  'frontmatter-late': BLOCKS,
  'frontmatter-fenced': BLOCKS,
  'frontmatter-unclosed': BLOCKS,
  'frontmatter-invalid': BLOCKS,
  'key-twice': BLOCKS,
  'nested-key-twice': WARNING,
  'key-ignored': WARNING,
  'depends-on-type': BLOCKS,
  'value-type': WARNING,
  'wave-invalid': WARNING,
  'autonomous-invalid': WARNING,
  'file-unreadable': BLOCKS,
  'plan-name': WARNING,
  'plan-name-unlisted': WARNING,
  'plan-other-phase': WARNING,
  'plan-below-phase': WARNING,
  'plan-id-unfit': BLOCKS,
  'plan-number-twice': BLOCKS,
  'no-plans': ERROR,
  'plans-ignored': WARNING,
  'dependency-unknown': BLOCKS,
  'dependency-self': BLOCKS,
  'dependency-ambiguous': BLOCKS,
  'dependency-phase': WARNING,
  'dependency-incomplete': WARNING,
  'dependency-cycle': BLOCKS,
  'dependency-cycle-done': WARNING,
  'wave-conflict': WARNING,
  'summary-unreadable': WARNING,
  'summary-status': ERROR,
  'summary-not-done': WARNING,
  'summary-ambiguous': BLOCKS,
  'plan-status-parked': WARNING,
  'plan-status-unknown': WARNING,
  'plan-status-done': WARNING,
  'files-unknown': WARNING,
  'files-entry': WARNING,
  'files-outside': WARNING,
  'files-undeclared': WARNING,
  'overlaps-cut': WARNING,
} as const satisfies Record<ProblemCode, { readonly severity: Severity; readonly blocks: boolean }>;

/** Problems that make the whole phase impossible to schedule (exit 4), not only one of its plans. */
export const PHASE_PROBLEMS: ReadonlySet<ProblemCode> = new Set<ProblemCode>([
  'dependency-cycle',
  'plan-number-twice',
  'no-plans',
]);

/** A problem with its gravity, at its place. */
export function problem(
  facts: ProblemFacts,
  place: { readonly file: string; readonly line?: number | null; readonly plan?: PlanId | null },
): PlanProblem {
  const { severity, blocks } = PROBLEM_KINDS[facts.code];
  return { ...facts, severity, file: place.file, line: place.line ?? null, plan: place.plan ?? null, blocks };
}
