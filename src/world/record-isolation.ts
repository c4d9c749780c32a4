import type { IsolationDecision } from '../core/isolation/decision.js';
import type { Producer } from '../core/isolation/vocabulary.js';
import type { Result } from '../core/result.js';
import { type Recorded, type WriteFailure, writeDecision } from './isolation-sentinel.js';
import type { Project } from './project.js';
import { type IsolationQuery, type ResolveFailure, resolveDecision } from './resolve-isolation.js';

/** A decision that its maker brings along. */
export interface GivenDecision extends Omit<IsolationDecision, 'decidedBy'> {
  readonly producer: Producer;
  readonly worktree: string | null;
}

/**
 * Records a decision: the one that is given, held until another is given for the same scope; or, where none is given, what
 * the facts say, unless a record holds the scope.
 * @param given the decision, or who asks for the resolver's (null: named after what decided)
 * @returns the record that now stands, and whether it was left as it was
 */
export async function recordDecision(
  project: Project,
  query: IsolationQuery,
  given: GivenDecision | { readonly producer: Producer | null },
): Promise<Result<Recorded, ResolveFailure | WriteFailure>> {
  const { scope, now } = query;
  if ('isolation' in given) {
    const { isolation, harnessFlag, reason, producer, worktree } = given;
    const decidedBy = { producer, kind: 'caller' } as const;
    return writeDecision(project, { isolation, harnessFlag, reason, decidedBy, scope, worktree }, now, false);
  }
  const resolved = await resolveDecision(project, query);
  if (!resolved.ok) return resolved;
  const { decision } = resolved.value;
  const producer = given.producer ?? decision.decidedBy.producer;
  const decidedBy = { producer, kind: 'resolver' } as const;
  return writeDecision(project, { ...decision, decidedBy, scope, worktree: null }, now, true);
}
