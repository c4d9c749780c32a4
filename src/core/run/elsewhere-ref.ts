/**
 * Where the head of a plan's worktree is kept when it is let go while it stands on something else than the plan's branch:
 * the work there may be the plan's too, and nothing else remembers it (DESIGN §8).
 * @param branch short name of the plan's branch
 */
export const elsewhereRef = (branch: string): string => `refs/msd/elsewhere/${branch.split('/').slice(1).join('/')}`;
