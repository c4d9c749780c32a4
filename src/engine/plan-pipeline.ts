import type { Failure } from '../core/failure.js';
import type { PlanEntry } from '../core/phase/plan-index.js';
import { environmentFault } from '../core/run/environment.js';
import { notDone, type PlanOutcome } from '../core/run/plan-outcome.js';
import { fail, ok } from '../core/result.js';
import type { Workflow } from '../core/workflow/step.js';
import { unreachable } from '../core/unreachable.js';
import { continuePlan, startContinuation } from './continue-plan.js';
import { dispatchPlan, type GateDecision, type RenderPrompt } from './dispatch.js';
import { type PromptPlaces, renderPrompt } from './render-prompt.js';
import type { AskedPlan, PlanTurn } from './plan-turn.js';
import { type Resumed, resumePlan } from './resume-plan.js';
import type { RunSession } from './run-session.js';
import { noteRefused } from './tell-primary.js';
import type { DispatchRequest, ItemOutcome, WalkPorts } from './walk-steps.js';

/**
 * The walk's ports that know of plans: a dispatch step starts (or takes up) a plan's agent, and the pipeline's items are
 * run in the order that the schedule gives them.
 */
export function planPipeline(
  session: RunSession,
  workflow: Workflow,
  schedule: (plans: readonly PlanEntry[], runOne: (plan: PlanEntry) => Promise<void>) => Promise<void>,
): Pick<WalkPorts, 'dispatch' | 'schedule'> {
  const leave = new Map<string, () => void>();
  return {
    async dispatch(request) {
      const plan = request.item as PlanEntry;
      const resumed = await resumePlan(session, plan);
      if (resumed.kind === 'ended') return ended(session, plan, resumed.outcome);
      const decision = gateDecision(request);
      if (!decision)
        return ended(
          session,
          plan,
          notDone('failed', 'gate-failed', 'no step before the dispatch recorded an isolation decision'),
        );
      const isolated = { value: isolatedBy(resumed, decision) };
      const enter = async () => {
        leave.get(plan.id)?.();
        leave.set(plan.id, await session.barrier.enter(isolated.value === 'none'));
      };
      const render: RenderPrompt = (places) =>
        renderPrompt(
          workflow,
          session.index,
          plan.id,
          { ...decision, isolation: isolated.value, scope: { phase: session.index.phase.token, plan: plan.id } },
          { ...promptPlaces(session, places), step: request.step.id },
        );
      if (resumed.kind !== 'asked') await enter();
      let turn = await begin(session, plan, decision, resumed, render);
      while (turn.kind === 'asked') {
        leave.get(plan.id)?.();
        isolated.value = turn.asked.dispatch.isolation;
        const question = await session.questions.wait(plan.id, turn.asked);
        if (question === null) return ended(session, plan, unanswered(session, turn.asked));
        await enter();
        turn = await continuePlan(session, plan, turn.asked, render);
      }
      if (turn.kind === 'ended') return ended(session, plan, turn.outcome);
      return ok({ plan: plan.id, answer: 'done', resumed: resumed.kind === 'answered' });
    },
    async schedule(run, runItem) {
      await schedule(run.items as readonly PlanEntry[], async (plan) => {
        const outcome = await runItem(plan);
        leave.get(plan.id)?.();
        if (!session.outcomes.has(plan.id) && !outcome.ok) session.outcomes.set(plan.id, fromFailure(outcome));
        noteRefused(session, plan.id);
      });
      return session.interrupted.aborted ? fail({ reason: 'interrupted', run: session.row.id }) : ok(null);
    },
  };
}

/** The first turn of a plan in this run: anew, or from where an earlier one left it. */
function begin(
  session: RunSession,
  plan: PlanEntry,
  decision: GateDecision,
  resumed: Exclude<Resumed, { kind: 'ended' }>,
  render: RenderPrompt,
): Promise<PlanTurn> {
  switch (resumed.kind) {
    case 'anew':
      return dispatchPlan(session, plan, decision, render);
    case 'answered':
      return Promise.resolve({ kind: 'done' });
    case 'asked':
      return Promise.resolve(resumed);
    case 'handed-on':
      return startContinuation(session, plan, resumed.dispatch, render);
    default:
      return unreachable(resumed);
  }
}

/** Where a plan that is taken up runs was decided when it was first dispatched. */
function isolatedBy(resumed: Resumed, decision: GateDecision): string {
  if (resumed.kind === 'asked') return resumed.asked.dispatch.isolation;
  return resumed.kind === 'handed-on' ? resumed.dispatch.isolation : decision.isolation;
}

function unanswered(session: RunSession, { dispatch, question }: AskedPlan): PlanOutcome {
  if (session.interrupted.aborted)
    return notDone('skipped', 'interrupted', 'the run was stopped', { worktree: dispatch.worktree });
  return notDone('checkpoint', 'checkpoint', question.text, {
    worktree: dispatch.worktree,
    next: `${session.questions.command(question)}, then run the same command again`,
  });
}

/**
 * Where plan and SUMMARY are, as the prompt says it: from the executor's own directory where they lie in it, so that the
 * prompt is the same in whatever worktree it is given (and the one that `msd dispatch prompt` prints).
 */
function promptPlaces({ world, paths, checkout }: RunSession, places: Parameters<RenderPrompt>[0]): PromptPlaces {
  const seen = (path: string): string =>
    path.startsWith(`${places.worktree}/`) ? world.files.relative(places.worktree, path) : path;
  const below = world.files.relative(checkout.mainRoot ?? checkout.root, paths.project);
  const projectDir = below.startsWith('..') ? '' : below;
  return { planFile: seen(places.planFile), summaryFile: seen(places.summaryFile), projectDir };
}

/** The record that an earlier step of the pipeline made for this plan: the newest result with an `isolation`. */
export function gateDecision(request: DispatchRequest): GateDecision | null {
  for (const value of [...request.scope.values()].reverse()) {
    const record = value as { isolation?: unknown; reason?: unknown; decidedBy?: { producer?: unknown } } | null;
    if (typeof record?.isolation !== 'string') continue;
    return {
      isolation: record.isolation,
      reason: String(record.reason ?? ''),
      producer: String(record.decidedBy?.producer ?? ''),
    };
  }
  return null;
}

export function ended(session: RunSession, plan: PlanEntry, outcome: PlanOutcome): ReturnType<typeof fail<Failure>> {
  session.outcomes.set(plan.id, outcome);
  return fail<Failure>({
    reason: 'plan-not-done',
    plan: plan.id,
    status: outcome.status,
    detail: outcome.detail ?? '',
  });
}

/** A step that failed before the plan had an outcome of its own. */
export function fromFailure(outcome: Extract<ItemOutcome, { ok: false }>): PlanOutcome {
  if (outcome.error.reason === 'interrupted') return notDone('skipped', 'interrupted', 'the run was stopped');
  if (outcome.error.reason === 'isolation-violated')
    return notDone('failed', 'isolation-violation', 'an executor started in the main checkout before', {
      next: 'msd guard violations, look at what it did, then msd guard violations --settle',
    });
  const fault = environmentFault(outcome.error);
  if (fault !== null) return notDone('failed', 'environment', `step ${outcome.step.id}: ${fault}`);
  const detail = 'detail' in outcome.error ? outcome.error.detail : outcome.error.reason;
  return notDone('failed', 'gate-failed', `step ${outcome.step.id}: ${detail}`);
}
