import type { Failure } from '../core/failure.js';
import type { PlanId } from '../core/phase/plan-id.js';
import { summaryFileOf } from '../core/phase/plan-name.js';
import type { AgentResult } from '../core/run/agent-result.js';
import { fail, ok, type Result } from '../core/result.js';
import type { AttemptEnd } from '../world/processes/port.js';
import type { DispatchRow } from '../world/store/port.js';
import type { RunSession } from './run-session.js';

/** What a host's session says of an agent that it started and that has ended. */
export interface AgentReport {
  readonly plan: string;
  /** The branch of the agent's worktree, as the host named it; null where it named none: nothing was changed. */
  readonly branch: string | null;
  /** The agent's own answer; null where it gave none. */
  readonly result: AgentResult | null;
  /** Why its answer could not be read; null where it could, or there is none. */
  readonly resultProblem: string | null;
}

/**
 * Takes a session's report for what it is, a claim: the branch must be one that can be this plan's work. Where it worked is
 * then put on record, and its end, so that this turn, or whoever comes after a crash, brings the plan home from there.
 */
export async function takeReport(
  session: RunSession,
  atWork: readonly DispatchRow[],
  report: AgentReport,
): Promise<Result<null, Failure>> {
  const { world, checkout } = session;
  const phase = session.index.phase.token;
  const dispatch = atWork.find((one) => one.plan === report.plan);
  if (!dispatch)
    return fail({ reason: 'not-handed-over', phase, plan: report.plan, atWork: atWork.map((one) => one.plan) });
  const refuse = (detail: string) =>
    fail<Failure>({ reason: 'report-refused', phase, plan: report.plan, branch: report.branch, detail });
  const isolated = dispatch.isolation !== 'none';
  if (!isolated && report.branch !== null) return refuse('it works in the main checkout, on your own branch');

  if (isolated) {
    const place =
      report.branch === null ? await emptyPlace(session, dispatch) : await placeOf(session, dispatch, report.branch);
    if ('refused' in place) return refuse(place.refused);
    const placed = world.store.placeDispatch(dispatch.id, place);
    if (!placed.ok) return placed;
    if (world.files.exists(place.worktree)) {
      const { plan, base } = dispatch;
      const worktree = { path: place.worktree, branch: place.branch, base };
      const adopted = world.git.adoptWorktree(checkout, worktree, { run: session.row.id, plan });
      if (!adopted.ok) return adopted;
    }
  }
  const written = world.agents.recordEnd(dispatch.attemptDir, endOf(session, dispatch, report));
  return written.ok ? ok(null) : written;
}

type Place = { readonly branch: string; readonly worktree: string };

/** Where the branch is checked out, if it can be this plan's. */
async function placeOf(
  session: RunSession,
  dispatch: DispatchRow,
  branch: string,
): Promise<Place | { readonly refused: string }> {
  const { git, store } = session.world;
  const { checkout, row } = session;
  if (branch === row.branch || branch === row.integrationBranch) return { refused: "it is not an agent's branch" };
  const tip = await git.resolve(checkout, `refs/heads/${branch}`);
  if (tip === null) return { refused: 'there is no such branch' };
  const known = store.dispatches(row.id);
  const other = (known.ok ? known.value : []).find((one) => one.branch === branch && one.plan !== dispatch.plan);
  if (other) return { refused: `it was reported for ${other.plan}` };
  const found = (await git.worktrees(checkout)).find((one) => one.branch === branch);
  if (found && (found.path === checkout.mainRoot || found.path === checkout.root))
    return { refused: 'it is checked out in your own checkout' };
  if (found?.owner && found.owner.plan !== dispatch.plan)
    return { refused: `it is the worktree of ${found.owner.plan}` };
  const stranger = await summaryOfAnother(session, dispatch, tip);
  if (stranger !== null) return { refused: `it holds the summary of ${stranger}, and none of this plan` };
  return { branch, worktree: found?.path ?? goneFrom(session, dispatch) };
}

/** Sessions that start several agents at once can take one's result for another's: a summary says whose the work is. */
async function summaryOfAnother(session: RunSession, dispatch: DispatchRow, tip: string): Promise<PlanId | null> {
  const { git } = session.world;
  const { fork } = await git.history(session.checkout, dispatch.base, tip);
  if (fork === null) return null;
  const changed = new Set((await git.changes(session.checkout, fork, tip)).map((change) => change.path));
  const holds = (file: string) => [...changed].some((path) => path.endsWith(summaryFileOf(file)));
  const own = session.index.plans.find((plan) => plan.id === dispatch.plan);
  if (own && holds(own.file)) return null;
  return session.index.plans.find((plan) => plan.id !== dispatch.plan && holds(plan.file))?.id ?? null;
}

/** The host took an unchanged worktree away with its branch: one of our own at the base stands for it. */
async function emptyPlace(session: RunSession, dispatch: DispatchRow): Promise<Place | { readonly refused: string }> {
  const { git } = session.world;
  const { checkout, row } = session;
  const branch = git.branchName(row.id, dispatch.plan, dispatch.attempt, checkout.branchPrefix);
  const ref = `refs/heads/${branch}`;
  const made = (await git.resolve(checkout, ref)) !== null || (await git.updateRef(checkout, ref, dispatch.base, null));
  return made ? { branch, worktree: goneFrom(session, dispatch) } : { refused: `branch ${branch} could not be made` };
}

/** A path at which nothing is: the work is on the branch alone. */
const goneFrom = (session: RunSession, dispatch: DispatchRow): string =>
  `${session.paths.worktrees}/${session.world.files.folderName(dispatch.plan)}.${dispatch.attempt}`;

function endOf(session: RunSession, dispatch: DispatchRow, report: AgentReport): AttemptEnd {
  return {
    kind: 'exited',
    exitCode: 0,
    signal: null,
    startedAt: dispatch.openedAt,
    endedAt: session.world.clock.now().toISOString(),
    detail: null,
    result: report.result,
    resultProblem: report.resultProblem,
  };
}
