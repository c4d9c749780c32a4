import type { IsolationDecision } from './decision.js';
import type { IsolationFacts } from './facts.js';
import { mayTouch } from './touches-submodule.js';
import type { IsolationReason, Producer } from './vocabulary.js';

/**
 * Facts to decision (DESIGN §5). Isolation stands unless a fact forbids it; a fact that could not be had forbids nothing
 * except where the worktree would be made from the wrong commit.
 */
export function resolveIsolation(facts: IsolationFacts): IsolationDecision {
  const { host, repository } = facts;
  if (facts.optedOut) return alone('opted-out');
  if (repository === 'none') return alone('not-a-repository');
  if (repository === 'several') return alone('several-repositories');
  if (repository === 'no-commits') return alone('no-commits');
  if (host.isolation === 'none') return alone('host-cannot-isolate');
  if (host.isolation === 'harness-worktree' && host.harnessFlag === null) return alone('harness-flag-unknown');
  const forPlan = planReason(facts);
  if (forPlan !== null) return alone(forPlan, 'per-plan-submodules');
  if (host.isolation === 'harness-worktree') {
    if (facts.base === 'differs') return alone('base-differs', 'base-check');
    if (facts.base === 'unknown') return alone('base-unknown', 'base-check');
  }
  const harness = host.isolation === 'harness-worktree';
  const reason = harness ? 'host-makes-worktree' : 'msd-makes-worktree';
  return {
    isolation: host.isolation,
    harnessFlag: harness ? host.harnessFlag : null,
    reason: repository === 'unknown' ? 'git-unverified' : reason,
    decidedBy: { producer: 'capability-gate', kind: 'resolver' },
  };
}

/** Why this plan must run alone, or null. A plan that says nothing may touch anything. */
function planReason({ plan }: IsolationFacts): IsolationReason | null {
  if (plan === null || plan.submodules.length === 0) return null;
  const { files, submodules } = plan;
  if (files === null || files.length === 0) return 'plan-files-unknown';
  return files.some((file) => submodules.some((path) => mayTouch(file, path))) ? 'plan-touches-submodule' : null;
}

function alone(reason: IsolationReason, producer: Producer = 'capability-gate'): IsolationDecision {
  return { isolation: 'none', harnessFlag: null, reason, decidedBy: { producer, kind: 'resolver' } };
}
