import { resolve } from 'node:path';
import { fail, ok, type Result } from '../core/result.js';
import type { WorktreeNotFound } from '../core/run/failures.js';
import type { SurveyedWorktree } from '../world/git/survey-worktrees.js';

/** The worktrees that a person means: by path, or by the plan that they were made for; each word must mean one at least. */
export function chooseWorktrees(
  among: readonly SurveyedWorktree[],
  words: readonly string[],
  cwd: string,
): Result<readonly SurveyedWorktree[], WorktreeNotFound> {
  const chosen = new Set<SurveyedWorktree>();
  for (const word of words) {
    const found = among.filter((worktree) => worktree.owner?.plan === word || worktree.path === resolve(cwd, word));
    if (found.length === 0)
      return fail({ reason: 'worktree-not-found', query: word, known: among.map((worktree) => worktree.path) });
    for (const worktree of found) chosen.add(worktree);
  }
  return ok([...chosen]);
}
