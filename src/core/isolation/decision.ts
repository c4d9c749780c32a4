import type { DecisionKind, Isolation, IsolationReason, Producer } from './vocabulary.js';

/** Where a dispatch runs, and who says so on what grounds. */
export interface IsolationDecision {
  readonly isolation: Isolation;
  /** How the host is told (`isolation="worktree"`); set for `harness-worktree` only. */
  readonly harnessFlag: string | null;
  readonly reason: IsolationReason;
  readonly decidedBy: { readonly producer: Producer; readonly kind: DecisionKind };
}

/** The reason that a producer means when it gives none. */
export function usualReason(producer: Producer, isolation: Isolation): IsolationReason {
  if (producer === 'person') return 'by-hand';
  if (producer === 'engine') return 'run-decided';
  if (isolation === 'harness-worktree') return 'host-makes-worktree';
  if (isolation === 'orchestrator-worktree') return 'msd-makes-worktree';
  return REASONS_FOR_NONE[producer];
}

const REASONS_FOR_NONE: Readonly<Record<Exclude<Producer, 'person' | 'engine'>, IsolationReason>> = {
  'capability-gate': 'host-cannot-isolate',
  'base-check': 'base-differs',
  'execute-plan-whole': 'base-differs',
  'tool-capability': 'tool-cannot-isolate',
  'per-plan-submodules': 'plan-touches-submodule',
  'execute-plan-segments': 'segmented-plan',
};
