import type { RunEvent } from '../core/event.js';
import type { Failure } from '../core/failure.js';
import type { PlanId } from '../core/phase/plan-id.js';
import type { PhaseIndex } from '../core/phase/plan-index.js';
import { fail, ok, type Result } from '../core/result.js';
import { latestRun } from './completed-plans.js';
import { isOpen } from './dispatch-state.js';
import { endRun } from './end-run.js';
import { landIfOpen, openSession, phaseDirectory, type PhasePorts, type PhaseRequest } from './execute-phase.js';
import { type HandedOver, handedBefore } from './hand-over.js';
import { harnessPipeline } from './harness-pipeline.js';
import { type AgentReport, takeReport } from './harness-report.js';
import { tidied } from './let-go.js';
import { plansAtWork } from './plans-at-work.js';
import type { RunSession } from './run-session.js';
import { startRun } from './start-run.js';
import { walkSteps } from './walk-steps.js';

/** What a turn of a run comes to whose agents are started by a host's own session. */
export interface HarnessTurn {
  readonly run: string;
  /** To be started by the session now, each by one call of its tool. */
  readonly calls: readonly HandedOver[];
  /** Handed over in earlier turns, and not reported yet. */
  readonly atWork: readonly PlanId[];
  /** Their calls once more, in a turn without a report: for a session that may have lost them before it made them. */
  readonly again: readonly HandedOver[];
  /** They can only start when what is at work has come home. */
  readonly waiting: readonly PlanId[];
  /** The closing event, where nothing is left to do; the run is at its end then. */
  readonly finished: Extract<RunEvent, { type: 'run-finished' }> | null;
}

/**
 * One turn of a phase that a host's session runs with its own agents (ADR 0020): takes what the session reports of one plan,
 * brings it home, and hands over what may start now. The workflow is walked as by `executePhase`; an agent at work outlives
 * the turn, so each turn reads from the ledger and git where the last one ended. The phase is held by the session's process.
 * @param report what one agent answered; null for the first turn, or to be told again what is at work
 * @param held whether the session's process is known and holds the phase; where it is not, an open run is taken for its own
 */
export async function harnessTurn(
  request: PhaseRequest,
  ports: PhasePorts,
  report: AgentReport | null,
  held: boolean,
): Promise<Result<HarnessTurn, Failure>> {
  const { world } = ports;
  const phase = phaseDirectory(request.index);
  const open = world.store.runs({ phase, unfinished: true });
  if (!open.ok) return open;
  // Agents end with the session that started them: those of another one are lost, and their plans run anew.
  const ours = latestRun(
    open.value.filter((run) => run.options['inHarness'] === true && (run.alive || !held)),
    request.checkout,
  );
  if (report !== null && ours === undefined)
    return fail({ reason: 'not-handed-over', phase: request.index.phase.token, plan: report.plan, atWork: [] });
  const since = ours?.options['since'] ?? world.clock.now().toISOString();
  const started = await startRun(world, {
    id: request.runId,
    project: request.project.root,
    phase,
    checkout: request.checkout,
    host: request.host.name,
    options: { ...request.options, inHarness: true, since },
    restart: request.options.restart === true,
  });
  if (!started.ok) return started;
  const { row } = started.value;
  const known = world.store.dispatches(row.id);
  const owed = new Set<string>((known.ok ? known.value : []).filter(isOpen).map((dispatch) => dispatch.plan));
  const session = await openSession({ ...request, index: asOwed(request.index, owed) }, ports, row);
  if (started.value.resumed && ours === undefined) await world.isolation.forgetRun(row.id);
  await rememberHead(session);

  const atWork = ours !== undefined ? await plansAtWork(session) : [];
  if (report !== null) {
    const taken = await takeReport(session, atWork, report);
    if (!taken.ok) return taken;
  }
  const pipeline = harnessPipeline(
    session,
    request.workflow,
    report === null ? atWork : await plansAtWork(session),
    String(since),
  );
  const walked = await walkSteps(request.workflow, new Map([['phase', row.phase]]), {
    verb: async (words) => {
      const said = await ports.verb(words, session);
      const isIndex = words[0] === 'plan' && words[1] === 'index';
      return said.ok && isIndex ? ok({ ...said.value, json: asOwed(said.value.json as PhaseIndex, owed) }) : said;
    },
    shell: (run) => ports.shell(run, session),
    ...pipeline.ports,
    signal: ports.interrupted,
  });
  const { calls, stillAtWork, waiting } = pipeline;
  const again = report === null ? atWork.flatMap((dispatch) => handedBefore(session, dispatch) ?? []) : [];
  const turn = { run: row.id, calls, atWork: stillAtWork, again, waiting };
  if (pipeline.goesOn() || ports.interrupted.aborted) {
    await keepHead(session);
    await tidied(session);
    return ok({ ...turn, finished: null });
  }
  await landIfOpen(session);
  const finished = await endRun(session, walked.ok ? null : walked.error.reason);
  await keepHead(session, true);
  return walked.ok ? ok({ ...turn, finished }) : walked;
}

/**
 * An index in which no plan is complete that is still owed: one that works in the main checkout leaves its summary there
 * before it is home.
 */
function asOwed<I extends Pick<PhaseIndex, 'plans'>>(index: I, owed: ReadonlySet<string>): I {
  const plans = index.plans.map((plan) => (owed.has(plan.id) ? { ...plan, status: 'incomplete' as const } : plan));
  return { ...index, plans };
}

/** Where the user's checkout stood when the last turn ended: what has been committed there since was none of msd's doing. */
const headRef = (session: RunSession): string => `refs/msd/harness/${session.row.id}`;

async function rememberHead(session: RunSession): Promise<void> {
  const kept = await session.world.git.resolve(session.checkout, headRef(session));
  if (kept !== null) session.expectedHead = kept;
}

async function keepHead(session: RunSession, ended = false): Promise<void> {
  const { git } = session.world;
  const kept = await git.resolve(session.checkout, headRef(session));
  await git.updateRef(session.checkout, headRef(session), ended ? null : session.expectedHead, kept);
}
