import type { Config } from '../core/config.js';
import type { RunEvent } from '../core/event.js';
import type { Failure } from '../core/failure.js';
import type { PlanEntry, PhaseIndex } from '../core/phase/plan-index.js';
import { planSchedule } from '../core/phase/schedule.js';
import { fail, ok, type Result } from '../core/result.js';
import type { Repair } from '../core/run/repair.js';
import type { Workflow } from '../core/workflow/step.js';
import type { Checkout } from '../world/git/port.js';
import type { Host } from '../world/hosts/port.js';
import type { World } from '../world/world.js';
import { Barrier } from './barrier.js';
import { checkoutDirt } from './checkout-changes.js';
import { completedPlans } from './completed-plans.js';
import { endRun } from './end-run.js';
import { landAtEnd } from './land.js';
import { MergeQueue } from './merge-queue.js';
import { noticeOnce } from './notice-once.js';
import { type AskPerson, OpenQuestions } from './open-questions.js';
import { planPipeline } from './plan-pipeline.js';
import { runPlans } from './run-plans.js';
import { scheduledEvent, scheduleOptions } from './scheduled-event.js';
import type { RunOptions, RunSession } from './run-session.js';
import { startRun } from './start-run.js';
import { undoPlanted } from './undo-planted.js';
import { WATCH_MS, watchRun } from './watch-run.js';
import { type ShellAnswer, type VerbAnswer, type WalkPorts, walkSteps } from './walk-steps.js';

/** Everything that was found out before a run begins. Nothing of it has an effect yet. */
export interface PhaseRequest {
  readonly runId: string;
  readonly project: { readonly root: string; readonly planning: string; readonly msd: string };
  readonly config: Config;
  readonly checkout: Checkout;
  readonly index: PhaseIndex;
  readonly workflow: Workflow;
  readonly host: Host;
  readonly options: RunOptions;
}

/** What a run needs from outside besides the world. */
export interface PhasePorts {
  readonly world: World;
  /** Called with the run's id as soon as there is one; answers where events go. */
  readonly openEvents: (run: string) => (event: RunEvent) => void;
  readonly interrupted: AbortSignal;
  /** Asks the person at the terminal; null where there is none. */
  readonly askPerson: AskPerson | null;
  /** How often the ledger is looked into while plans are at work; default `WATCH_MS`. */
  readonly watchMs?: number;
  /** Runs `msd WORDS…` in this process with the session at hand. */
  readonly verb: (words: readonly string[], session: RunSession) => Promise<Result<VerbAnswer, Failure>>;
  readonly shell: (
    run: Parameters<WalkPorts['shell']>[0],
    session: RunSession,
  ) => Promise<Result<ShellAnswer, Failure>>;
}

/**
 * Runs a phase: take it, walk the workflow's steps with its plans side by side, land what is home, give it back. A second
 * call after a crash goes on where the first one was (DESIGN §8).
 * @returns the closing event; a failure only where the run as a whole could not go on
 */
export async function executePhase(
  request: PhaseRequest,
  ports: PhasePorts,
): Promise<Result<Extract<RunEvent, { type: 'run-finished' }>, Failure>> {
  const { world } = ports;
  const started = await startRun(world, {
    id: request.runId,
    project: request.project.root,
    phase: phaseDirectory(request.index),
    checkout: request.checkout,
    host: request.host.name,
    options: { ...request.options, hostVersion: request.host.version },
    restart: request.options.restart === true,
  });
  if (!started.ok) return started;
  const planted: Repair[] = [];
  for (const dead of started.value.dead)
    planted.push(...(await undoPlanted({ world, checkout: request.checkout }, request.project.msd, dead, false)));
  const session = await openSession(request, ports, started.value.row);
  if (started.value.resumed) await world.isolation.forgetRun(session.row.id);
  session.emit({
    type: 'run-started',
    phase: session.index.phase.token,
    host: request.host.name,
    jobs: request.options.jobs,
    branch: session.row.branch,
    base: session.row.base,
    integrationBranch: session.row.integrationBranch,
  });
  if (started.value.resumed)
    session.emit({
      type: 'repaired',
      rule: 'run-resumed',
      subject: session.row.id,
      action:
        started.value.resumed === 'unfinished'
          ? 'a run of this phase had not come to its end; it is taken up'
          : 'the work of this run had not landed; it is taken up',
    });

  for (const repair of planted) session.emit({ type: 'repaired', ...repair });
  const recorded = world.git.recordCommonDir(session.paths.run, session.commonDir);
  if (!recorded.ok) noticeOnce(session, 'common-dir-unrecorded', `${recorded.error.path}: ${recorded.error.cause}`);

  const walked = await walkSteps(request.workflow, new Map([['phase', session.row.phase]]), {
    verb: (words) => ports.verb(words, session),
    shell: (run) => ports.shell(run, session),
    ...planPipeline(session, request.workflow, (plans, runOne) =>
      schedulePlans(session, plans, runOne, ports.watchMs ?? WATCH_MS),
    ),
    signal: ports.interrupted,
  });
  if (!walked.ok && walked.error.reason !== 'interrupted') {
    await landIfOpen(session);
    await endRun(session, walked.error.reason);
    return fail(walked.error);
  }
  if (!ports.interrupted.aborted) await landIfOpen(session);
  return ok(await endRun(session));
}

/** A phase's own name, which no other phase has: runs and their commitments are kept under it. */
export const phaseDirectory = (index: PhaseIndex): string =>
  index.phase.dir.slice(index.phase.dir.lastIndexOf('/') + 1);

/** A workflow that does not land (its step failed, or a project's own has none) still brings home what is done. */
export async function landIfOpen(session: RunSession): Promise<void> {
  if (session.landed) return;
  session.landed = await landAtEnd(session);
}

async function schedulePlans(
  session: RunSession,
  plans: readonly PlanEntry[],
  runOne: (plan: PlanEntry) => Promise<void>,
  watchMs: number,
): Promise<void> {
  const completed = await completedPlans(session.world, session.checkout, session.row.phase, [
    session.integrationRef,
    'HEAD',
  ]);
  const schedule = planSchedule(session.index, scheduleOptions(session.options, new Set(completed.keys())));
  session.emit(scheduledEvent(schedule));
  const endWatch = watchRun(session, watchMs);
  try {
    await runPlans(session, schedule, completed, plans, runOne);
  } finally {
    await endWatch();
  }
}

/** The run's session as its process begins. */
export async function openSession(
  request: PhaseRequest,
  ports: Pick<PhasePorts, 'world' | 'openEvents' | 'interrupted' | 'askPerson'>,
  row: RunSession['row'],
): Promise<RunSession> {
  const { world } = ports;
  const { project, config } = request;
  const worktrees =
    config.worktreesDir === null ? `${project.msd}/worktrees` : `${project.root}/${config.worktreesDir}`;
  const startDirt = checkoutDirt(world.git, request.checkout);
  // Whoever awaits it hears of a failure; before that it is nobody's.
  startDirt.catch(() => {});
  const session: RunSession = {
    world,
    config,
    options: request.options,
    paths: {
      project: project.root,
      planning: project.planning,
      msd: project.msd,
      run: `${project.msd}/runs/${row.id}`,
      worktrees: `${worktrees}/${row.id}`,
    },
    row,
    checkout: request.checkout,
    host: request.host,
    integrationRef: `refs/heads/${row.integrationBranch}`,
    emit: ports.openEvents(row.id),
    interrupted: ports.interrupted,
    barrier: new Barrier(),
    mergeQueue: new MergeQueue(),
    commonDir: await world.git.guardCommonDir(request.checkout),
    index: request.index,
    startDirt,
    startHead: request.checkout.head,
    expectedHead: request.checkout.head,
    atWork: new Set(),
    attempts: new Map(),
    usage: [],
    tidying: new Set(),
    live: new Map(),
    questions: new OpenQuestions(() => session, ports.askPerson),
    outcomes: new Map(),
    broughtHome: new Map(),
    merges: new Map(),
    told: new Set(),
    hooksLookedAt: false,
    escaped: false,
    fault: null,
    landed: null,
  };
  return session;
}
