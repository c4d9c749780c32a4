import { notDone, type PlanOutcome } from '../core/run/plan-outcome.js';
import { shellWord } from '../core/run/shell-word.js';
import { reflogAction } from './agent-environment.js';
import { planDeclares } from './plan-declares.js';
import type { LiveAttempt, RunSession } from './run-session.js';

/**
 * Did the main checkout's HEAD move while the agent ran, and was it the agent's doing? Commits whose reflog entry carries
 * the dispatch's mark are the agent's; commits that touch a path which a running plan declares or changed are taken for
 * one; all others are the user's and stay (DESIGN §8). In the other checkouts of the repository only the mark counts.
 */
export async function checkEscape(session: RunSession, attempt: LiveAttempt): Promise<PlanOutcome | null> {
  const { world } = session;
  const mark = reflogAction(attempt.dispatch);
  for (const place of await world.git.markedElsewhere(session.checkout, mark))
    return escaped(session, attempt, place.commits, { root: place.root });
  const now = await world.git.worktreeHead(session.checkout.root);
  if (now === null || now.oid === session.expectedHead) return null;
  const marked = await world.git.markedCommits(session.checkout, session.expectedHead, mark);
  if (marked.length > 0) return escaped(session, attempt, marked);

  const moved = await world.git.commits(session.checkout, session.expectedHead, now.oid);
  const touched = await world.git.changes(session.checkout, session.expectedHead, now.oid);
  const tip = await world.git.worktreeHead(attempt.dir);
  const own = new Set(
    tip ? (await world.git.changes(session.checkout, attempt.dispatch.base, tip.oid)).map((c) => c.path) : [],
  );
  const guilty = touched.filter((c) => own.has(c.path) || planDeclares(session, attempt.plan, c.path));
  if (guilty.length > 0) return escaped(session, attempt, moved, { paths: guilty.map((c) => c.path) });
  const others = [...session.attempts.values()].some(
    (other) => other !== attempt && !session.outcomes.has(other.plan.id),
  );
  if (!others) session.expectedHead = now.oid;
  return null;
}

function escaped(
  session: RunSession,
  attempt: LiveAttempt,
  commits: readonly string[],
  where: { readonly root?: string; readonly paths?: readonly string[] } = {},
): PlanOutcome {
  session.escaped = true;
  const { checkout, row } = session;
  const { root = checkout.root, paths = [] } = where;
  const own = root === checkout.root;
  const what = `${commits.map((c) => c.slice(0, 12)).join(', ')} ${own ? `on ${row.branch} ` : ''}in ${root}`;
  const touching = paths.length > 0 ? `, touching ${paths.slice(0, 5).join(', ')}` : '';
  const look = own ? `git log ${shellWord(row.branch)}` : `git -C ${shellWord(root)} log`;
  return notDone(
    'failed',
    'escaped',
    `committed outside its worktree: ${what}${touching}; nothing of this run was landed`,
    {
      worktree: attempt.dir,
      next: `look at ${look}, keep or revert those commits, then run the same command again`,
    },
  );
}
