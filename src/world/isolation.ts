import process from 'node:process';
import { readSentinel } from '#hooks/lib/isolation-sentinel.js';
import type { DecisionRecord, DecisionScope } from '#hooks/lib/types.js';
import type { IsolationDecision } from '../core/isolation/decision.js';
import type { SentinelUnreadable } from '../core/isolation/failures.js';
import type { HostFacts, IsolationFacts } from '../core/isolation/facts.js';
import { resolveIsolation } from '../core/isolation/resolve.js';
import type { Producer } from '../core/isolation/vocabulary.js';
import { fail, ok, type Result } from '../core/result.js';
import type { ConfigInvalid, FileUnreadable } from '../core/world-failures.js';
import { readConfig } from './config.js';
import { gatherFacts } from './isolation-facts.js';
import { heldRecord, type Recorded, type WriteFailure, writeDecision } from './isolation-sentinel.js';
import type { Project } from './project.js';

/** A dispatch, or a phase's dispatches, to be decided for. */
export interface IsolationQuery {
  /** Phase as its directory spells it, plan id from the index. */
  readonly scope: DecisionScope;
  readonly host: HostFacts;
  /** The declared files of the plan, asked only where they matter; null: it does not say. */
  readonly declaredFiles: () => Promise<readonly string[] | null>;
  readonly now: number;
}

/** What stands for a scope: the record that holds it, else what the facts say now. */
export interface Resolved {
  readonly decision: IsolationDecision;
  readonly held: DecisionRecord | null;
  readonly facts: IsolationFacts;
}

type ResolveFailure = ConfigInvalid | FileUnreadable | SentinelUnreadable;

/** Reads only: the sentinel is the same, byte for byte, before and after (DESIGN §5). */
export async function resolveDecision(
  project: Project,
  query: IsolationQuery,
): Promise<Result<Resolved, ResolveFailure>> {
  const sentinel = readSentinel(project);
  if (sentinel.problem !== null)
    return fail({ reason: 'sentinel-unreadable', path: sentinel.path, problem: sentinel.problem });
  const config = readConfig(project.planning);
  if (!config.ok) return config;
  const facts = await gatherFacts(project, {
    host: query.host,
    optedOut: !config.value.useWorktrees,
    subRepos: config.value.subRepos,
    declaredFiles: query.scope.plan === null ? null : query.declaredFiles,
    home: process.env['HOME'] ?? process.env['USERPROFILE'] ?? null,
  });
  const held = heldRecord(sentinel.entries, query.scope, query.now);
  return ok({ decision: resolveIsolation(facts), held, facts });
}

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
