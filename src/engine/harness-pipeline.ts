import type { PlanId } from '../core/phase/plan-id.js';
import type { PlanEntry } from '../core/phase/plan-index.js';
import { type RunState, readyPlans } from '../core/phase/ready-plans.js';
import { planSchedule, type Schedule } from '../core/phase/schedule.js';
import { notDone, type PlanOutcome, type PlanReason } from '../core/run/plan-outcome.js';
import { fail, ok } from '../core/result.js';
import type { Workflow } from '../core/workflow/step.js';
import type { AttemptEnd } from '../world/processes/port.js';
import type { DispatchRow } from '../world/store/port.js';
import { completedPlans } from './completed-plans.js';
import { isHome, isOpen } from './dispatch-state.js';
import { type HandedOver, handOver } from './hand-over.js';
import { hearAnswer } from './hear-answer.js';
import type { AskedPlan } from './plan-turn.js';
import { ended, fromFailure, gateDecision } from './plan-pipeline.js';
import { resumePlan } from './resume-plan.js';
import { finish } from './run-plans.js';
import type { RunSession } from './run-session.js';
import { outcomeOfUnscheduled, scheduleOptions } from './scheduled-event.js';
import type { WalkPorts } from './walk-steps.js';

/** The walk's ports for one turn, and what the turn came to. */
export interface HarnessPipeline {
  readonly ports: Pick<WalkPorts, 'dispatch' | 'schedule'>;
  readonly calls: readonly HandedOver[];
  readonly stillAtWork: readonly PlanId[];
  readonly waiting: readonly PlanId[];
  /** Something is at work, or was handed over just now: the run is not at its end. */
  goesOn(): boolean;
}

/**
 * A plan's pipeline, cut where the host's session has its turn: a dispatch hands the plan over and ends the walk of its item;
 * once its end is on record, the next turn walks the same item again, finds the answer, and brings it home.
 * @param atWork dispatches that the session still works on
 * @param since when the session took up the run: what failed before is tried again, what failed since is not
 */
export function harnessPipeline(
  session: RunSession,
  workflow: Workflow,
  atWork: readonly DispatchRow[],
  since: string,
): HarnessPipeline {
  const calls: HandedOver[] = [];
  const waiting: PlanId[] = [];
  const states = new Map<PlanId, RunState>();
  let answered: Awaited<ReturnType<typeof answeredPlans>> = new Map();
  const running = () => [...states.values()].filter((state) => state === 'running').length;
  /** A plan that runs alone waits for what is at work, and nothing else starts meanwhile; or it is at work itself. */
  let alone = atWork.some((dispatch) => dispatch.isolation === 'none');

  const one = async (plan: PlanEntry, runItem: (item: unknown) => Promise<unknown>): Promise<void> => {
    const walked = (await runItem(plan)) as Awaited<ReturnType<Parameters<NonNullable<WalkPorts['schedule']>>[1]>>;
    if (states.get(plan.id) === 'running' || waiting.includes(plan.id)) return;
    if (!session.outcomes.has(plan.id) && !walked.ok) session.outcomes.set(plan.id, fromFailure(walked));
    const outcome =
      session.outcomes.get(plan.id) ?? notDone('failed', 'internal', 'its pipeline ended without an outcome');
    states.set(plan.id, outcome.status === 'done' ? 'home' : 'failed');
    finish(session, plan.id, outcome);
  };

  const ports: Pick<WalkPorts, 'dispatch' | 'schedule'> = {
    async dispatch(request) {
      const plan = request.item as PlanEntry;
      const reported = answered.get(plan.id);
      const turn = reported ? hearAnswer(session, plan, ...reported) : await resumePlan(session, plan);
      if (turn.kind === 'ended') return ended(session, plan, turn.outcome);
      if (turn.kind === 'done' || turn.kind === 'answered') return ok({ plan: plan.id, answer: 'done', resumed: true });
      if (turn.kind !== 'anew') return ended(session, plan, forAPerson(session, turn));
      const decision = gateDecision(request);
      if (decision === null)
        return ended(
          session,
          plan,
          notDone('failed', 'gate-failed', 'no step before the dispatch recorded a decision'),
        );
      if (decision.isolation === 'none') {
        alone = true;
        if (running() > 0) {
          waiting.push(plan.id);
          return fail({ reason: 'interrupted', run: session.row.id });
        }
      }
      const handed = await handOver(session, workflow, plan, decision, request.step.id);
      if (handed === 'later') {
        waiting.push(plan.id);
        return fail({ reason: 'interrupted', run: session.row.id });
      }
      if ('status' in handed) return ended(session, plan, handed);
      states.set(plan.id, 'running');
      calls.push(handed);
      return fail({ reason: 'interrupted', run: session.row.id });
    },
    async schedule(run, runItem) {
      const plans = run.items as readonly PlanEntry[];
      const schedule = await openSchedule(session, states, atWork, since);
      answered = await answeredPlans(session);
      for (const plan of plans) if (answered.has(plan.id)) await one(plan, runItem);
      for (;;) {
        const { start, blocked } = readyPlans(schedule, states);
        for (const { plan, by } of blocked) {
          states.set(plan, 'blocked');
          finish(session, plan, notDone('blocked', 'dependency', `${by.join(', ')} did not come home`));
        }
        const next = alone ? undefined : plans.find((plan) => start.includes(plan.id) && !waiting.includes(plan.id));
        if (next) await one(next, runItem);
        else if (blocked.length === 0) break;
      }
      return running() > 0 ? fail({ reason: 'interrupted', run: session.row.id }) : ok(null);
    },
  };
  return { ports, calls, waiting, stillAtWork: atWork.map((dispatch) => dispatch.plan), goesOn: () => running() > 0 };
}

/** The schedule of this turn; `states` then holds what earlier turns came to. */
async function openSchedule(
  session: RunSession,
  states: Map<PlanId, RunState>,
  atWork: readonly DispatchRow[],
  since: string,
): Promise<Schedule> {
  const { world, checkout, row } = session;
  const completed = await completedPlans(world, checkout, row.phase, [session.integrationRef, 'HEAD']);
  const schedule = planSchedule(session.index, scheduleOptions(session.options, new Set(completed.keys())));
  for (const entry of schedule.plans) {
    const outcome = outcomeOfUnscheduled(entry, completed.get(entry.id));
    if (outcome) session.outcomes.set(entry.id, outcome);
    else states.set(entry.id, 'waiting');
  }
  const known = world.store.dispatches(row.id);
  const latest = new Map((known.ok ? known.value : []).map((dispatch) => [dispatch.plan, dispatch]));
  for (const dispatch of latest.values()) {
    if (!states.has(dispatch.plan) || isHome(dispatch) || isOpen(dispatch)) continue;
    if (dispatch.openedAt < since) continue;
    states.set(dispatch.plan, 'failed');
    session.outcomes.set(dispatch.plan, asRecorded(dispatch));
  }
  for (const dispatch of atWork) {
    const plan = session.index.plans.find((one) => one.id === dispatch.plan);
    if (!plan) continue;
    states.set(plan.id, 'running');
    session.atWork.add(plan.id);
    const isolated = dispatch.isolation !== 'none';
    session.attempts.set(plan.id, { dispatch, plan, dir: dispatch.worktree, isolated, noChanges: false });
  }
  return schedule;
}

/** Plans of this run whose end is on record and whose obligation is still open: to be brought home, or a person's to see to. */
async function answeredPlans(session: RunSession): Promise<ReadonlyMap<PlanId, readonly [DispatchRow, AttemptEnd]>> {
  const { store, agents } = session.world;
  const known = store.dispatches(session.row.id);
  const answered = new Map<PlanId, readonly [DispatchRow, AttemptEnd]>();
  for (const dispatch of known.ok ? known.value.filter(isOpen) : []) {
    const state = await agents.look(dispatch.attemptDir);
    if (state.kind === 'ended') answered.set(dispatch.plan, [dispatch, state.end]);
  }
  return answered;
}

/** How a plan ended in an earlier turn, as its answer in the ledger says it. */
function asRecorded({ answer, worktree, branch }: DispatchRow): PlanOutcome {
  const [, code = 'agent-failed', detail = ''] = /^([a-z-]+): (.*)$/s.exec(answer?.reason ?? '') ?? [];
  return notDone('failed', code as PlanReason, detail, { worktree: branch === null ? null : worktree });
}

/** A question goes to the person, and its plan on in a terminal: a session's tool cannot start an agent in that worktree. */
function forAPerson(
  session: RunSession,
  resumed:
    | { readonly kind: 'asked'; readonly asked: AskedPlan }
    | { readonly kind: 'handed-on'; readonly dispatch: DispatchRow },
): PlanOutcome {
  const { worktree } = resumed.kind === 'asked' ? resumed.asked.dispatch : resumed.dispatch;
  const goesOn = `in a terminal: msd execute-phase ${session.index.phase.token}`;
  if (resumed.kind === 'handed-on' || resumed.asked.question.answer !== null)
    return notDone('checkpoint', 'checkpoint', 'its question was answered', { worktree, next: goesOn });
  const { question } = resumed.asked;
  return notDone('checkpoint', 'checkpoint', question.text, {
    worktree,
    next: `${session.questions.command(question)}, then ${goesOn}`,
  });
}
