import { notDone, type PlanOutcome } from '../core/run/plan-outcome.js';
import { resolveCommand } from '../core/run/resolve-command.js';
import { shellWord } from '../core/run/shell-word.js';
import { gatherLeftovers, type Leftovers } from './leftovers.js';
import { runCheck } from './run-check.js';
import type { LiveAttempt, RunSession } from './run-session.js';
import { ensureSummary } from './summary.js';
import { workElsewhere } from './work-elsewhere.js';

/** What a plan's branch holds, once it is fit to be merged. */
export interface Evidence {
  /** The branch's head. */
  readonly tip: string;
  readonly leftovers: Leftovers;
  /** What has to be said of its SUMMARY. */
  readonly summaryNote: string | null;
}

const NONE_LEFT: Leftovers = { committed: [], salvaged: [], ref: null, problem: null };

/**
 * Makes sure that "done" is true of a plan in its worktree: the branch is ours and descends from its base, what was left
 * uncommitted is dealt with, there is work, its SUMMARY is there, the project's check passes (DESIGN §8). Touches nothing
 * outside the worktree, so that several plans can be looked at side by side.
 * @returns the evidence, or how the plan ends instead
 */
export async function gatherEvidence(session: RunSession, attempt: LiveAttempt): Promise<Evidence | PlanOutcome> {
  const { git } = session.world;
  const { checkout } = session;
  const { dispatch, dir, plan } = attempt;
  const kept = { worktree: dir, next: `git -C ${shellWord(dir)} status` };
  await undoCommonDirChanges(session, attempt);

  const branchRef = `refs/heads/${dispatch.branch}`;
  const [first, head] = await Promise.all([git.resolve(checkout, branchRef), git.worktreeHead(dir)]);
  if (first === null) return notDone('failed', 'branch-mismatch', `branch ${dispatch.branch} is gone`, kept);
  if (head && (head.branch !== dispatch.branch || head.oid !== first)) {
    const where = `the worktree is on ${head.branch ?? head.oid}, not on ${dispatch.branch}`;
    return notDone('failed', 'branch-mismatch', where, kept);
  }
  if (head?.operation === 'merge')
    return notDone('conflict', 'conflict', `a merge is under way in ${dir}`, {
      worktree: dir,
      next: resolveCommand(plan.id),
    });
  if (head === null) {
    const left = (await git.worktrees(checkout)).find(({ path }) => path === dir);
    if (left && left.branch !== dispatch.branch) {
      const where = `${dir} was removed while it was on ${left.branch ?? left.head}, not on ${dispatch.branch}`;
      return notDone('failed', 'branch-mismatch', where, { next: 'msd worktree list' });
    }
    const elsewhere = dispatch.branch === null ? null : await workElsewhere(git, checkout, dispatch.branch);
    if (elsewhere !== null) {
      const where = `${dir} was let go while it stood on ${elsewhere}, which ${dispatch.branch} does not hold`;
      return notDone('failed', 'branch-mismatch', where, {
        next: `git fetch . ${elsewhere}:refs/heads/${dispatch.branch}`,
      });
    }
    const message = `${dir} was removed while or after its agent worked; what ${plan.id} committed is taken from its branch`;
    session.emit({ type: 'notice', code: 'worktree-gone', message });
  }
  const since = await git.history(checkout, dispatch.base, first);
  if (since.fork !== dispatch.base) {
    const what = `${dispatch.branch} no longer descends from its base ${dispatch.base.slice(0, 12)}`;
    return notDone('failed', 'base-rewritten', what, kept);
  }
  const leftovers = head ? await gatherLeftovers(session, attempt) : NONE_LEFT;
  if (leftovers.problem) return leftovers.problem;
  const more = leftovers.committed.length > 0;
  const worked = more ? await git.resolve(checkout, branchRef) : first;
  const commits = more ? await git.commits(checkout, dispatch.base, worked ?? first) : since.commits;
  if (commits.length === 0 && !attempt.noChanges) {
    const what = 'the agent ended well, but there is no commit of its and it did not say "noChanges"';
    return notDone('failed', 'no-work', what, kept);
  }
  const summary = await ensureSummary(session, attempt, commits);
  if (summary.problem) return summary.problem;
  const tip = summary.note !== null ? await git.resolve(checkout, branchRef) : worked;
  const check = head ? await runCheck(session, attempt) : null;
  return check ?? { tip: tip ?? first, leftovers, summaryNote: summary.note };
}

/**
 * An agent must not plant programs in the repository's config or hooks: what it changed there is undone and named. Whose
 * doing it was cannot be told where several were at work: all of them are named.
 */
export async function undoCommonDirChanges(session: RunSession, attempt: Pick<LiveAttempt, 'plan'>): Promise<void> {
  const restored = await session.world.git.restoreCommonDir(session.commonDir);
  if (restored.length === 0) return;
  const suspects = [...new Set([attempt.plan.id, ...session.atWork])];
  const message = `${suspects.join(' or ')}: changes to ${restored.join(', ')} of the repository were undone`;
  session.emit({ type: 'notice', code: 'common-dir-restored', message });
}
