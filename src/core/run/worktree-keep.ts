/** Why a worktree is kept; a promise to callers. */
export type KeepReason =
  /** msd did not make it. */
  | 'foreign'
  /** Its run, or an agent in it, is alive. */
  | 'in-use'
  /** Commits that are on no other branch or ref, and whose content is not home either. */
  | 'unmerged'
  /** Tracked files that differ from its HEAD. */
  | 'uncommitted'
  /** Files that git does not know and does not ignore. */
  | 'untracked'
  /** A merge, rebase or the like is under way in it. */
  | 'operation'
  /** Repositories inside it, whose commits are nowhere else. */
  | 'inner-repository'
  /** What is in it could not be found out. */
  | 'unreadable';

/** What was found out about a worktree. Paths relative to it. */
export interface WorktreeFacts {
  readonly ours: boolean;
  readonly inUse: boolean;
  readonly unmerged: readonly string[];
  readonly uncommitted: readonly string[];
  readonly untracked: readonly string[];
  readonly operation: string | null;
  readonly innerRepositories: readonly string[];
  readonly unreadable: boolean;
}

/** Why this worktree may not be removed; none: it holds nothing that is not elsewhere. */
export function keepReasons(facts: WorktreeFacts): readonly KeepReason[] {
  const reasons: readonly (readonly [boolean, KeepReason])[] = [
    [!facts.ours, 'foreign'],
    [facts.inUse, 'in-use'],
    [facts.unmerged.length > 0, 'unmerged'],
    [facts.uncommitted.length > 0, 'uncommitted'],
    [facts.untracked.length > 0, 'untracked'],
    [facts.operation !== null, 'operation'],
    [facts.innerRepositories.length > 0, 'inner-repository'],
    [facts.unreadable, 'unreadable'],
  ];
  return reasons.filter(([holds]) => holds).map(([, reason]) => reason);
}
