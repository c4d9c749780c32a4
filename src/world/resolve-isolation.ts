import process from 'node:process';
import { readSentinel } from '#hooks/lib/isolation-sentinel.js';
import type { DecisionRecord, DecisionScope } from '#hooks/lib/types.js';
import type { IsolationDecision } from '../core/isolation/decision.js';
import type { SentinelUnreadable } from '../core/isolation/failures.js';
import type { HostFacts, IsolationFacts } from '../core/isolation/facts.js';
import { resolveIsolation } from '../core/isolation/resolve.js';
import { fail, ok, type Result } from '../core/result.js';
import type { ConfigInvalid, FileUnreadable } from '../core/world-failures.js';
import { heldRecord } from './held-record.js';
import { readIsolationConfig } from './isolation-config.js';
import { gatherFacts } from './isolation-facts.js';
import type { Project } from './project.js';

/** A dispatch, or a phase's dispatches, to be decided for. */
export interface IsolationQuery {
  /** Phase as its directory spells it, plan id from the index. */
  readonly scope: DecisionScope;
  readonly host: HostFacts;
  /** The declared files of the plan, asked only where they matter; null: it does not say. */
  readonly declaredFiles: () => Promise<readonly string[] | null>;
  /** As `FactsQuery.nested`. */
  readonly nested: readonly string[] | null;
  readonly now: number;
}

/** What stands for a scope: the record that holds it, else what the facts say now. */
export interface Resolved {
  readonly decision: IsolationDecision;
  readonly held: DecisionRecord | null;
  readonly facts: IsolationFacts;
}

export type ResolveFailure = ConfigInvalid | FileUnreadable | SentinelUnreadable;

/** Reads only: the sentinel is the same, byte for byte, before and after (DESIGN §5). */
export async function resolveDecision(
  project: Project,
  query: IsolationQuery,
): Promise<Result<Resolved, ResolveFailure>> {
  const sentinel = readSentinel(project);
  if (sentinel.problem !== null)
    return fail({ reason: 'sentinel-unreadable', path: sentinel.path, problem: sentinel.problem });
  const config = await readIsolationConfig(project.planning);
  if (!config.ok) return config;
  const facts = await gatherFacts(project, {
    host: query.host,
    optedOut: !config.value.useWorktrees,
    subRepos: config.value.subRepos,
    nested: query.nested,
    declaredFiles: query.scope.plan === null ? null : query.declaredFiles,
    home: process.env['HOME'] ?? process.env['USERPROFILE'] ?? null,
  });
  const held = heldRecord(sentinel.entries, query.scope, query.now);
  return ok({ decision: resolveIsolation(facts), held, facts });
}
