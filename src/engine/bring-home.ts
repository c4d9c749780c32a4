import { done, needsPerson, notDone, type PlanOutcome } from '../core/run/plan-outcome.js';
import { resolveCommand } from '../core/run/resolve-command.js';
import { checkChanges, type OwnChanges, ownChanges, unpushedLinks } from './check-changes.js';
import { checkEscape } from './check-escape.js';
import { settle } from './settle.js';
import { type Evidence, gatherEvidence, undoCommonDirChanges } from './gather-evidence.js';
import { gatherLeftovers, type Leftovers } from './leftovers.js';
import { letGo } from './let-go.js';
import type { LiveAttempt, RunSession } from './run-session.js';
import { ensureSummary } from './summary.js';
import { couldNotRecord, worldFault } from './world-fault.js';

/**
 * The end of a plan whose agent said "done": leftovers, evidence, checks, merge, commitment, clean-up (DESIGN §8). Every
 * step may be run again after a crash: what is already merged is only recorded.
 */
export async function bringHome(session: RunSession, attempt: LiveAttempt): Promise<PlanOutcome> {
  const outcome = attempt.isolated ? await fromWorktree(session, attempt) : await fromCheckout(session, attempt);
  if (outcome.status === 'done' || isStillOwed(outcome)) return outcome;
  // What a person mended is not given up because a check has something to say to it.
  if (session.options.resolving === attempt.plan.id)
    return { ...outcome, next: outcome.next ?? `mend it in ${attempt.dir}, then ${resolveCommand(attempt.plan.id)}` };
  return settle(session, attempt.dispatch, outcome);
}

/** The agent did its part and a person has to look, or the disk was full: the commitment stays open, and the next run takes it up again. */
const isStillOwed = (outcome: PlanOutcome): boolean =>
  outcome.code === 'environment' || (needsPerson(outcome) && outcome.code !== 'escaped');

async function fromWorktree(session: RunSession, attempt: LiveAttempt): Promise<PlanOutcome> {
  const evidence = await gatherEvidence(session, attempt);
  if ('status' in evidence) return (await checkEscape(session, attempt)) ?? evidence;
  const own = await ownChanges(session, attempt.dispatch.base, evidence.tip);
  const rank = session.index.plans.findIndex((p) => p.id === attempt.plan.id);
  const merged = await session.mergeQueue.run(rank, () => merge(session, attempt, evidence, own));
  if (merged.status !== 'done') return merged;
  letGo(session, attempt, evidence.tip);
  const { leftovers, summaryNote } = evidence;
  return { ...merged, detail: notes(leftovers, [merged.detail, summaryNote], ` are on ${leftovers.ref}`) };
}

/** The turn of one plan: what must be judged against what is home, the merge, and the answer in the ledger. */
async function merge(
  session: RunSession,
  attempt: LiveAttempt,
  { tip }: Evidence,
  own: OwnChanges,
): Promise<PlanOutcome> {
  const { git } = session.world;
  const { checkout, integrationRef, row } = session;
  const { dispatch, plan, dir } = attempt;
  const escaped = await checkEscape(session, attempt);
  if (escaped) return escaped;
  const before = (await git.resolve(checkout, integrationRef)) ?? dispatch.base;
  const { commits: home, fork: met } = await git.history(checkout, before, tip);
  const fork = met ?? dispatch.base;
  const changes = fork === dispatch.base ? own : await ownChanges(session, fork, tip);
  const judged = await checkChanges(session, attempt, { fork, before }, changes);
  if ('status' in judged) return judged;
  const merged = await git.integrate(checkout, {
    ref: integrationRef,
    theirs: tip,
    ...(home.length > 0 ? { lacking: before } : {}),
    message: `Bring home plan ${plan.id}\n\nRun ${row.id}, phase ${row.phase}.`,
  });
  if (!merged.ok) return worldFault(merged.error, { worktree: dir });
  if (merged.value.kind === 'conflict') {
    return notDone('conflict', 'conflict', `conflicts with what is home in ${merged.value.files.join(', ')}`, {
      worktree: dir,
      next: resolveCommand(plan.id),
    });
  }
  const commits = home.length > 0 ? home : await git.commits(checkout, dispatch.base, tip);
  recordDone(session, attempt, commits, merged.value.oid);
  session.broughtHome.set(plan.id, judged.paths);
  if (merged.value.kind === 'merged')
    session.merges.set(merged.value.oid, { before: merged.value.before, paths: judged.paths });
  return { ...done(commits), detail: judged.notes.join('; ') || null };
}

/** What has to be said of a plan that is done all the same: each note begins with a code (DESIGN §13). */
function notes(left: Leftovers, others: readonly (string | null)[], rest: string): string | null {
  const said = [
    left.committed.length > 0
      ? `leftovers: ${left.committed.slice(0, 5).join(', ')} were left uncommitted and committed by msd`
      : null,
    left.salvaged.length > 0 ? `leftovers: ${left.salvaged.slice(0, 5).join(', ')}${rest}` : null,
    ...others,
  ].filter((note) => note !== null);
  return said.length > 0 ? said.join('; ') : null;
}

/** A plan that ran alone on the user's branch: its commits are there already. */
async function fromCheckout(session: RunSession, attempt: LiveAttempt): Promise<PlanOutcome> {
  const { world } = session;
  const { dispatch } = attempt;
  await undoCommonDirChanges(session, attempt);
  const now = await world.git.checkout(session.checkout.root);
  if (!now.ok) return worldFault(now.error);
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
  const [all, changes] = await Promise.all([
    world.git.commits(session.checkout, dispatch.base, tip),
    world.git.changes(session.checkout, dispatch.base, tip),
  ]);
  recordDone(session, attempt, all, tip);
  const lost = await unpushedLinks(session, attempt, changes);
  const links = lost.length > 0 ? `submodule-unpushed: ${lost.join(', ')}: on no remote of the submodule` : null;
  return { ...done(all), detail: notes(leftovers, [links, summary.note], ' are left uncommitted in the checkout') };
}

function recordDone(session: RunSession, attempt: LiveAttempt, commits: readonly string[], merged: string): void {
  const said = session.world.store.settleDispatch(attempt.dispatch.id, { type: 'DONE', reason: null, commits, merged });
  if (!said.ok) couldNotRecord(session, `the end of ${attempt.plan.id}`, said.error);
}
