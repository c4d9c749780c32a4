import { notDone, type PlanOutcome } from '../core/run/plan-outcome.js';
import type { Failure } from '../core/failure.js';
import type { Result } from '../core/result.js';
import type { PlanEntry } from '../core/phase/plan-index.js';
import type { DispatchRow } from '../world/store/port.js';
import { exchangesOf, withExchanges } from './exchanges.js';
import { undoCommonDirChanges } from './gather-evidence.js';
import { hearAnswer } from './hear-answer.js';
import { landNow } from './land.js';
import { observe } from './observe.js';
import type { PlanTurn } from './plan-turn.js';
import type { RunSession } from './run-session.js';
import { prepareWorktree } from './prepare-worktree.js';
import { type Places, placesFor } from './places.js';
import { runAgent } from './run-agent.js';
import { settle } from './settle.js';
import { worldFault } from './world-fault.js';

const ended = (outcome: PlanOutcome): PlanTurn => ({ kind: 'ended', outcome });

/** What the gate recorded for a plan; `isolation` is a value of the vocabulary (DESIGN §5). */
export interface GateDecision {
  readonly isolation: string;
  readonly reason: string;
  readonly producer: string;
}

/** Renders the prompt of one dispatch from the record; the plan's place differs where `.planning` is not tracked. */
export type RenderPrompt = (places: {
  readonly planFile: string;
  readonly summaryFile: string;
  readonly worktree: string;
}) => Result<{ readonly prompt: string }, Failure>;

/**
 * One dispatch: open the commitment, make the worktree, start the agent under its supervisor, wait for its answer.
 */
export async function dispatchPlan(
  session: RunSession,
  plan: PlanEntry,
  decision: GateDecision,
  render: RenderPrompt,
): Promise<PlanTurn> {
  const { world, emit } = session;
  const isolated = decision.isolation !== 'none';
  emit({
    type: 'isolation-decided',
    plan: plan.id,
    isolation: decision.isolation,
    reason: decision.reason,
    producer: decision.producer,
  });
  if (!isolated) {
    const refused = await makeCheckoutReady(session);
    if (refused) return ended(refused);
  }
  const base = isolated ? await world.git.resolve(session.checkout, session.integrationRef) : session.expectedHead;
  if (base === null) return ended(notDone('failed', 'internal', `${session.integrationRef} is gone`));
  const places = await placesFor(session, plan, isolated, base);
  const opened = world.store.openDispatch({
    run: session.row.id,
    phase: session.row.phase,
    plan: plan.id,
    attempt: places.attempt,
    isolation: decision.isolation,
    base,
    branch: places.branch,
    worktree: places.dir,
    attemptDir: places.attemptDir,
    deadlineMs: session.options.planTimeoutMs,
  });
  if (!opened.ok) return ended(worldFault(opened.error));
  const dispatch = opened.value;
  observe(session, { event: 'isolation-decided', plan: plan.id, ...decision }, dispatch.correlation);

  if (isolated) {
    const problem = (await recordPlace(session, dispatch)) ?? (await prepareWorktree(session, plan, dispatch));
    if (problem) return ended(settle(session, dispatch, problem));
  }
  return startAgent(session, plan, dispatch, places, render);
}

/** Renders the prompt, starts the agent in the place that is ready for it, and hears its answer. */
export async function startAgent(
  session: RunSession,
  plan: PlanEntry,
  dispatch: DispatchRow,
  places: Pick<Places, 'promptFile' | 'planFile' | 'summaryFile' | 'worktree'>,
  render: RenderPrompt,
): Promise<PlanTurn> {
  const failed = (outcome: PlanOutcome) => ended(settle(session, dispatch, outcome));
  const rendered = render(places);
  if (!rendered.ok)
    return failed(notDone('failed', 'gate-failed', `its prompt cannot be rendered: ${rendered.error.reason}`));
  const prompt = withExchanges(rendered.value.prompt, exchangesOf(session, dispatch), {
    phase: session.index.phase.token,
    plan: plan.id,
    continues: dispatch.continues,
  });
  if (prompt === null)
    return failed(notDone('failed', 'gate-failed', 'with the answer its prompt does not read back as this plan'));
  const written = session.world.files.write(places.promptFile, prompt);
  if (!written.ok) return failed(worldFault(written.error));

  await session.startDirt;
  session.atWork.add(plan.id);
  const end = await runAgent(session, plan, dispatch, places.promptFile, places.planFile);
  await undoCommonDirChanges(session, { plan });
  session.atWork.delete(plan.id);
  if (session.interrupted.aborted) {
    const worktree = dispatch.isolation === 'none' ? null : dispatch.worktree;
    return ended(notDone('skipped', 'interrupted', 'the run was stopped', { worktree }));
  }
  return 'kind' in end ? hearAnswer(session, plan, dispatch, end) : failed(end.outcome);
}

/** From here on a guard knows in which worktree this dispatch runs. */
export async function recordPlace(session: RunSession, dispatch: DispatchRow): Promise<PlanOutcome | null> {
  const { plan, worktree } = dispatch;
  const phase = session.index.phase.token;
  const recorded = await session.world.isolation.recordPlace({ run: session.row.id, phase, plan, worktree });
  return recorded.ok
    ? null
    : worldFault(recorded.error, {
        code: 'gate-failed',
        detail: `its place could not be recorded: ${recorded.error.reason}`,
      });
}

/** A plan that runs in the main checkout needs what is home landed and no tracked file dirty (DESIGN §8). */
export async function makeCheckoutReady(session: RunSession): Promise<PlanOutcome | null> {
  const { git } = session.world;
  const dirt = await git.dirt(session.checkout.root);
  if (!dirt.ok) return worldFault(dirt.error);
  if (dirt.value.tracked.length > 0)
    return notDone(
      'failed',
      'main-checkout-dirty',
      `this plan runs in ${session.checkout.root}, where these are not committed: ${dirt.value.tracked.slice(0, 5).join(', ')}`,
      {
        next: 'commit or restore them, then run the same command again',
      },
    );
  const landed = await landNow(session);
  if (landed.kind === 'left')
    return notDone('failed', 'main-checkout-dirty', `what is home cannot be landed first: ${landed.reason}`, {
      next: landed.next,
    });
  return null;
}
