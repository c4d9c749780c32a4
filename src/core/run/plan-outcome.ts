import type { PlanStatus, RunStatus } from '../event.js';

/**
 * Why a plan ended as it did: a closed list. The code is a promise; the detail behind it names files, plan or commit.
 * DESIGN §8, §13.
 */
export type PlanReason =
  | 'no-work'
  | 'agent-failed'
  | 'agent-declined'
  | 'agent-signalled'
  | 'agent-lost'
  | 'timeout'
  | 'stopped'
  | 'stalled'
  | 'result-invalid'
  | 'host-unavailable'
  | 'setup-failed'
  | 'worktree-failed'
  | 'main-checkout-dirty'
  | 'check-failed'
  | 'conflict'
  | 'undeclared-deletion'
  /** Changes outside what the plan declares; with `msd.undeclared: stop` they stop it, else they are said. */
  | 'undeclared-changes'
  /** The same file was changed by another plan meanwhile, and merged. */
  | 'overlap'
  /** An unmended merge was committed. */
  | 'conflict-markers'
  /** A submodule was moved to a commit that no remote has. */
  | 'submodule-unpushed'
  | 'escaped'
  | 'base-rewritten'
  | 'branch-mismatch'
  | 'leftovers'
  | 'summary-written'
  | 'checkpoint'
  | 'isolation-violation'
  | 'gate-failed'
  | 'dependency'
  | 'plan-problem'
  | 'not-selected'
  | 'already-complete'
  | 'superseded'
  | 'interrupted'
  /** Disk, rights or store: no plan is to blame, and the run exits 7. */
  | 'environment'
  | 'internal';

/** Reasons that a person must resolve: the run exits 5 (DESIGN §8). */
const NEEDS_PERSON: ReadonlySet<PlanReason> = new Set([
  'conflict',
  'checkpoint',
  'undeclared-deletion',
  'undeclared-changes',
  'conflict-markers',
  'submodule-unpushed',
  'escaped',
  'base-rewritten',
  'branch-mismatch',
  'main-checkout-dirty',
  'isolation-violation',
]);

/** What became of one plan in a run. */
export interface PlanOutcome {
  readonly status: PlanStatus;
  readonly code: PlanReason | null;
  readonly detail: string | null;
  /** The plan's own commits now on the integration branch, oldest first. */
  readonly commits: readonly string[];
  /** The worktree that was kept, if one was. */
  readonly worktree: string | null;
  /** The one command that goes on from here. */
  readonly next: string | null;
}

export function done(
  commits: readonly string[],
  code: PlanReason | null = null,
  detail: string | null = null,
): PlanOutcome {
  return { status: 'done', code, detail, commits, worktree: null, next: null };
}

/** A plan that did not come home. */
export function notDone(
  status: Exclude<PlanStatus, 'done'>,
  code: PlanReason,
  detail: string,
  kept: { worktree?: string | null; next?: string | null } = {},
): PlanOutcome {
  return { status, code, detail, commits: [], worktree: kept.worktree ?? null, next: kept.next ?? null };
}

/** The `reason` of an event: the code first, then what it concerns. */
export function reasonText(outcome: Pick<PlanOutcome, 'code' | 'detail'>): string | null {
  if (outcome.code === null) return outcome.detail;
  return outcome.detail ? `${outcome.code}: ${outcome.detail}` : outcome.code;
}

export const needsPerson = (outcome: PlanOutcome): boolean =>
  outcome.status !== 'done' && outcome.code !== null && NEEDS_PERSON.has(outcome.code);

/**
 * The run's own status and exit code. Where several apply: 130, 7, 5, 1 (DESIGN §8).
 * @param fault what could not be written down of the run, where something could not
 * @param landing what became of the landing; `left` means a person has to bring the integration branch home
 */
export function runVerdict(
  outcomes: readonly PlanOutcome[],
  landing: 'landed' | 'by-choice' | 'nothing' | 'left',
  interrupted: boolean,
  fault: string | null = null,
): { readonly status: RunStatus; readonly exitCode: 0 | 1 | 5 | 7 | 130 } {
  if (interrupted) return { status: 'interrupted', exitCode: 130 };
  if (fault !== null || outcomes.some((o) => o.code === 'environment')) return { status: 'failed', exitCode: 7 };
  if (landing === 'left' || outcomes.some(needsPerson)) return { status: 'needs-person', exitCode: 5 };
  if (outcomes.some((o) => o.status === 'failed' || o.status === 'blocked')) return { status: 'failed', exitCode: 1 };
  return { status: 'done', exitCode: 0 };
}
