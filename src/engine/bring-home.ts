import { done, needsPerson, notDone, type PlanOutcome } from '../core/run/plan-outcome.js';
import { checkEscape } from './check-escape.js';
import { settle } from './dispatch.js';
import { gatherLeftovers, type Leftovers } from './leftovers.js';
import type { LiveAttempt, RunSession } from './run-session.js';
import { planDeclares } from './plan-declares.js';
import { runCheck } from './run-check.js';
import { ensureSummary } from './summary.js';

/**
 * The end of a plan whose agent said "done": leftovers, evidence, checks, merge, commitment, clean-up (DESIGN §8). Every
 * step may be run again after a crash: what is already merged is only recorded.
 */
export async function bringHome(session: RunSession, attempt: LiveAttempt): Promise<PlanOutcome> {
  const rank = session.index.plans.findIndex((p) => p.id === attempt.plan.id);
  return session.mergeQueue.run(rank, async () => {
    const outcome = attempt.isolated ? await fromWorktree(session, attempt) : await fromCheckout(session, attempt);
    return outcome.status === 'done' || isStillOwed(outcome) ? outcome : settle(session, attempt.dispatch, outcome);
  });
}

/** The agent did its part and a person has to look: the commitment stays open, and the next run takes it up again. */
const isStillOwed = (outcome: PlanOutcome): boolean => needsPerson(outcome) && outcome.code !== 'escaped';

async function fromWorktree(session: RunSession, attempt: LiveAttempt): Promise<PlanOutcome> {
  const { world, checkout } = session;
  const { dispatch, plan, dir } = attempt;
  const kept = { worktree: dir, next: `git -C ${dir} status` };
  const restored = await world.git.restoreCommonDir(session.commonDir);
  if (restored.length > 0)
    session.emit({
      type: 'notice',
      code: 'common-dir-restored',
      message: `${plan.id}: changes to ${restored.join(', ')} of the repository were undone`,
    });

  const branchRef = `refs/heads/${dispatch.branch}`;
  const tip = await world.git.resolve(checkout, branchRef);
  const head = await world.git.worktreeHead(dir);
  if (tip === null) return notDone('failed', 'branch-mismatch', `branch ${dispatch.branch} is gone`, kept);
  if (head && (head.branch !== dispatch.branch || head.oid !== tip))
    return notDone(
      'failed',
      'branch-mismatch',
      `the worktree is on ${head.branch ?? head.oid}, not on ${dispatch.branch}`,
      kept,
    );
  if (!(await world.git.isAncestor(checkout, dispatch.base, tip)))
    return notDone(
      'failed',
      'base-rewritten',
      `${dispatch.branch} no longer descends from its base ${dispatch.base.slice(0, 12)}`,
      kept,
    );

  const escaped = await checkEscape(session, attempt);
  if (escaped) return escaped;

  const leftovers = head
    ? await gatherLeftovers(session, attempt)
    : { committed: [], salvaged: [], ref: null, problem: null };
  if (leftovers.problem) return leftovers.problem;
  let theirs = (await world.git.resolve(checkout, branchRef)) ?? tip;
  const commits = await world.git.commits(checkout, dispatch.base, theirs);
  if (commits.length === 0 && !attempt.noChanges)
    return notDone(
      'failed',
      'no-work',
      'the agent ended well, but there is no commit of its and it did not say "noChanges"',
      kept,
    );

  const before = (await world.git.resolve(checkout, session.integrationRef)) ?? dispatch.base;
  const fork = (await world.git.mergeBase(checkout, before, theirs)) ?? dispatch.base;
  const changes = await world.git.changes(checkout, fork, theirs);
  const deleted = changes
    .filter((c) => c.kind === 'deleted' && !planDeclares(session, plan, c.path))
    .map((c) => c.path);
  if (deleted.length > 0)
    return notDone(
      'failed',
      'undeclared-deletion',
      `deletes what the plan does not declare: ${deleted.slice(0, 10).join(', ')}`,
      {
        worktree: dir,
        next: `add them to files_deleted of ${plan.file}, or restore them in ${dir}; then run the same command again`,
      },
    );

  const summary = await ensureSummary(session, attempt, commits);
  if (summary.problem) return summary.problem;
  theirs = (await world.git.resolve(checkout, branchRef)) ?? theirs;

  const check = head ? await runCheck(session, attempt) : null;
  if (check) return check;

  const merged = await world.git.integrate(checkout, {
    ref: session.integrationRef,
    theirs,
    message: `Bring home plan ${plan.id}\n\nRun ${session.row.id}, phase ${session.row.phase}.`,
  });
  if (!merged.ok) return notDone('failed', 'internal', merged.error.reason, kept);
  if (merged.value.kind === 'conflict')
    return notDone('conflict', 'conflict', `conflicts with what is home in ${merged.value.files.join(', ')}`, {
      worktree: dir,
      next: `git -C ${dir} merge ${session.options.land === 'ff' ? session.row.branch : session.row.integrationBranch}, mend, commit; then run the same command again`,
    });
  const home = await world.git.commits(checkout, before, theirs);
  const all = home.length > 0 ? home : await world.git.commits(checkout, dispatch.base, theirs);
  recordDone(session, attempt, all, merged.value.oid);
  await letGo(session, attempt, theirs);
  return { ...done(all), detail: notes(leftovers, summary.written, ` are on ${leftovers.ref}`) };
}

/** What has to be said of a plan that is done all the same: each note begins with a code (DESIGN §13). */
function notes(left: Leftovers, summaryWritten: boolean, rest: string): string | null {
  const said = [
    left.committed.length > 0
      ? `leftovers: ${left.committed.slice(0, 5).join(', ')} were left uncommitted and committed by msd`
      : null,
    left.salvaged.length > 0 ? `leftovers: ${left.salvaged.slice(0, 5).join(', ')}${rest}` : null,
    summaryWritten ? 'summary-written: the SUMMARY was written by msd' : null,
  ].filter((note) => note !== null);
  return said.length > 0 ? said.join('; ') : null;
}

/** A plan that ran alone on the user's branch: its commits are there already. */
async function fromCheckout(session: RunSession, attempt: LiveAttempt): Promise<PlanOutcome> {
  const { world } = session;
  const { dispatch } = attempt;
  await world.git.restoreCommonDir(session.commonDir);
  const now = await world.git.checkout(session.checkout.root);
  if (!now.ok) return notDone('failed', 'internal', now.error.reason);
  if (now.value.branch !== session.row.branch)
    return notDone(
      'failed',
      'branch-mismatch',
      `the checkout is on ${now.value.branch ?? 'no branch'}, not on ${session.row.branch}`,
    );
  if (!(await world.git.isAncestor(session.checkout, dispatch.base, now.value.head)))
    return notDone(
      'failed',
      'base-rewritten',
      `${session.row.branch} no longer descends from ${dispatch.base.slice(0, 12)}`,
    );
  const leftovers = await gatherLeftovers(session, attempt);
  if (leftovers.problem) return leftovers.problem;
  const middle = await world.git.resolve(session.checkout, `refs/heads/${session.row.branch}`);
  const commits = await world.git.commits(session.checkout, dispatch.base, middle ?? now.value.head);
  if (commits.length === 0 && !attempt.noChanges)
    return notDone(
      'failed',
      'no-work',
      'the agent ended well, but there is no commit of its and it did not say "noChanges"',
    );
  const summary = await ensureSummary(session, attempt, commits);
  if (summary.problem) return summary.problem;
  const tip = (await world.git.resolve(session.checkout, `refs/heads/${session.row.branch}`)) ?? now.value.head;
  const integration = await world.git.resolve(session.checkout, session.integrationRef);
  await world.git.updateRef(session.checkout, session.integrationRef, tip, integration);
  session.expectedHead = tip;
  const all = await world.git.commits(session.checkout, dispatch.base, tip);
  recordDone(session, attempt, all, tip);
  return { ...done(all), detail: notes(leftovers, summary.written, ' are left uncommitted in the checkout') };
}

function recordDone(session: RunSession, attempt: LiveAttempt, commits: readonly string[], merged: string): void {
  const said = session.world.store.settleDispatch(attempt.dispatch.id, { type: 'DONE', reason: null, commits, merged });
  if (!said.ok)
    session.emit({
      type: 'notice',
      code: said.error.reason,
      message: `the end of ${attempt.plan.id} could not be recorded`,
    });
}

/** The worktree and the branch of a plan that is home have nothing of their own any more. */
export async function letGo(
  session: RunSession,
  attempt: Pick<LiveAttempt, 'dispatch' | 'dir' | 'plan'>,
  merged: string,
): Promise<void> {
  const { git } = session.world;
  const released = await git.releaseWorktree(session.checkout, attempt.dir);
  if (!released.ok) {
    session.emit({
      type: 'notice',
      code: 'worktree-kept',
      message: `${attempt.dir} could not be let go: ${released.error.reason}`,
    });
    return;
  }
  await git.updateRef(session.checkout, `refs/heads/${attempt.dispatch.branch}`, null, merged);
}
