import type { Isolation } from './vocabulary.js';

/** What the resolver is told. Gathered by `world/isolation-facts.ts`; nothing else decides. */
export interface IsolationFacts {
  readonly host: HostFacts;
  /** `workflow.use_worktrees` is the boolean `false`; no other value opts out. */
  readonly optedOut: boolean;
  readonly repository: RepositoryFact;
  readonly base: BaseFact;
  /** What the plan changes; null for a phase as a whole. */
  readonly plan: PlanFacts | null;
}

/** What a host can do for a dispatch. */
export interface HostFacts {
  readonly name: string;
  readonly isolation: Isolation;
  /** The parameter that asks for a worktree; null where there is none or nobody knows it. */
  readonly harnessFlag: string | null;
  /** Its worktrees begin at the remote's default branch instead of HEAD, unless its settings say otherwise. */
  readonly forksFromRemote: boolean;
}

/**
 * The git repository of the project's root.
 * - `none`: certainly in none; `several`: in none, but repositories lie below it
 * - `unknown`: the question had no answer (timeout, unreadable files)
 */
export type RepositoryFact = 'ready' | 'no-commits' | 'none' | 'several' | 'unknown';

/**
 * The commit that the host would fork from, compared with HEAD.
 * - `not-asked`: msd names the commit itself
 */
export type BaseFact = 'not-asked' | 'same' | 'differs' | 'unknown';

export interface PlanFacts {
  /** Declared files, changed or deleted, relative to the root; null where the plan does not say or cannot be read. */
  readonly files: readonly string[] | null;
  /** Submodules and repositories inside the repository, relative to the root. */
  readonly submodules: readonly string[];
}
