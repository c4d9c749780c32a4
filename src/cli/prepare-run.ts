import { randomBytes } from 'node:crypto';
import type { Config } from '../core/config.js';
import type { RunEvent, StampedEvent } from '../core/event.js';
import type { Failure } from '../core/failure.js';
import type { PlanId } from '../core/phase/plan-id.js';
import type { PhaseIndex } from '../core/phase/plan-index.js';
import { planSchedule, type Schedule } from '../core/phase/schedule.js';
import { fail, ok, type Result } from '../core/result.js';
import type { WorldFailure } from '../core/world-failures.js';
import { splitCommand } from '../core/run/split-command.js';
import { scheduleOptions } from '../engine/scheduled-event.js';
import { plansAtHome } from '../engine/completed-plans.js';
import { executePhase, phaseDirectory, type PhaseRequest } from '../engine/execute-phase.js';
import type { AgentReport } from '../engine/harness-report.js';
import type { HarnessTurn } from '../engine/harness-turn.js';
import type { RunOptions } from '../engine/run-session.js';
import type { Project } from '../world/project.js';
import type { ProcessIdentity } from '../world/process-identity.js';
import type { openJournal as OpenJournalFunction } from '../world/run-journal.js';
import type { Checkout, GitWorld } from '../world/git/port.js';
import type { Host } from '../world/hosts/port.js';
import type { World } from '../world/world.js';
import { composeGit, composeProject, composeStore, composeWorld } from './compose.js';
import type { RunVerb } from './command.js';
import type { ExecuteOptions } from './execute-options.js';
import type { Io } from './io.js';
import { askPerson } from './ask-person.js';
import { runPrinter } from './print/run-printer.js';
import { withoutCode } from './print/without-code.js';
import { sessionVerbs } from './session-verbs.js';

type OpenJournal = typeof OpenJournalFunction;

/** A run that could be begun: everything that can be refused has been looked at, nothing has been touched. */
export interface PreparedRun {
  schedule(): Schedule;
  run(): Promise<Result<Extract<RunEvent, { type: 'run-finished' }>, Failure>>;
  /** One turn of the run, where a session of a host drives it and starts the agents by its own tool. */
  turn(driver: Driver): Promise<Result<HarnessTurn, Failure>>;
}

export interface Driver {
  readonly host: Host;
  /** Holds the phase from turn to turn; null where the system does not tell. */
  readonly owner: ProcessIdentity | null;
  readonly report: AgentReport | null;
  readonly show: (event: StampedEvent) => void;
}

/** Gathers what a run needs and refuses what cannot be run, before anything is touched. */
export async function prepareRun(
  asked: ExecuteOptions,
  io: Io,
  runVerb: RunVerb,
): Promise<Result<PreparedRun, Failure>> {
  const found = await composeProject(io.cwd);
  if (!found.ok) return found;
  const { project, config } = found.value;
  const { readPhaseIndex } = await import('../world/planning-files.js');
  const index = readPhaseIndex(project, asked.phase);
  if (!index.ok) return index;
  const phase = index.value.phase.token;
  const named = typeof asked.restart === 'string' ? [...asked.plans, asked.restart] : asked.plans;
  const unknown = named.find((id) => !index.value.plans.some((plan) => plan.id === id));
  if (unknown !== undefined)
    return fail({ reason: 'plan-not-found', phase, plan: unknown, known: index.value.plans.map((plan) => plan.id) });
  const done = new Set(index.value.plans.filter((plan) => plan.status === 'complete').map((plan) => plan.id as string));
  const fatal = index.value.problems.filter((one) => FATAL.has(one.code) && !done.has(one.plan ?? ''));
  if (fatal.length > 0) return fail({ reason: 'plans-invalid', phase, problems: fatal });
  if (index.value.plans.length === 0) return fail({ reason: 'phase-empty', phase, dir: index.value.phase.dir });

  const noWave = unknownWave(asked, index.value);
  if (noWave) return fail(noWave);

  const git = await composeGit(io.env);
  const checkout = await git.checkout(io.cwd);
  if (!checkout.ok) return fail(await whyNoCheckout(checkout.error, project.root, config.subRepos));
  const refused = refuse(checkout.value, project.agentWorktree !== null, project.root);
  if (refused) return fail(refused);

  const schedule = (home: ReadonlySet<PlanId>) =>
    planSchedule(index.value, scheduleOptions({ ...asked, jobs: asked.jobs ?? config.jobs }, home));
  if (asked.dryRun) {
    const home = await homeAlready(project, git, checkout.value, index.value);
    const run = () => Promise.reject(new Error('a dry run does not run'));
    return ok({ schedule: () => schedule(home), run, turn: run });
  }

  const { loadTrusted } = await import('../world/trust.js');
  const trusted = loadTrusted(project, io.env);
  if (!trusted.ok) return trusted;
  const { loadWorkflow, workflowLibrary } = await import('../world/workflow-files.js');
  const workflow = loadWorkflow(workflowLibrary(trusted.value), 'execute-phase');
  if (!workflow.ok) return workflow;
  const options = runOptions(asked, config, checkout.value, trusted.value);
  if (!options.ok) return options;
  const name = asked.host ?? (asked.agentCommand !== null ? 'command' : (config.host ?? 'command'));
  // The project's command is that of the project's host, not of another one that was asked for.
  const projectCommand = name === (config.host ?? 'command') ? trusted.value.agentCommand : null;
  const command = words('--agent-command', asked.agentCommand ?? projectCommand);
  if (!command.ok) return command;

  const findHost = async (world: World): Promise<Result<Host, Failure>> => {
    // Nobody is started to mend a conflict.
    if (asked.resolving !== null) return ok((await import('../world/hosts/idle-host.js')).idleHost(name));
    const found = await world.agents.host({ name, command: command.value, env: io.env });
    return found.ok ? found : ((await idleWhereAllIsHome(name, found.error)) ?? found);
  };
  const idleWhereAllIsHome = async (host: string, failure: Failure) => {
    if (failure.reason !== 'host-missing' || options.value.restart !== null) return null;
    const { plans } = schedule(await homeAlready(project, git, checkout.value, index.value));
    if (plans.some((plan) => plan.action === 'run')) return null;
    const { idleHost } = await import('../world/hosts/idle-host.js');
    return ok(idleHost(host));
  };

  const request = (host: Host): PhaseRequest => ({
    runId: newRunId(new Date()),
    project,
    config,
    checkout: checkout.value,
    index: index.value,
    workflow: workflow.value,
    host,
    options: options.value,
  });
  const eventsTo = (show: (event: StampedEvent) => void, openJournal: OpenJournal) => (run: string) => {
    const journal = openJournal(`${project.msd}/runs/${run}`);
    return (event: RunEvent) => {
      const { type, ...rest } = event;
      const stamped = { type, time: new Date().toISOString(), run, ...rest } as StampedEvent;
      journal(withoutCode(stamped));
      show(stamped);
    };
  };

  return ok({
    schedule: () => schedule(new Set()),
    async run() {
      const world = await composeWorld(project, io.env, trusted.value.hosts);
      if (!world.ok) return world;
      const host = await findHost(world.value);
      if (!host.ok) return host;
      const printer = await runPrinter(io);
      const { openJournal } = await import('../world/run-journal.js');
      try {
        return await executePhase(request(host.value), {
          world: world.value,
          openEvents: eventsTo(printer.show, openJournal),
          interrupted: io.interrupted,
          askPerson: io.interactive && !io.json ? (question) => askPerson(io, printer, question) : null,
          ...sessionVerbs(io, runVerb),
        });
      } finally {
        printer.close();
        world.value.store.close();
      }
    },
    async turn({ host, owner, report, show }) {
      const world = await composeWorld(project, io.env, trusted.value.hosts, owner);
      if (!world.ok) return world;
      const { harnessTurn } = await import('../engine/harness-turn.js');
      const { openJournal } = await import('../world/run-journal.js');
      const ports = {
        world: world.value,
        openEvents: eventsTo(show, openJournal),
        interrupted: io.interrupted,
        askPerson: null,
        ...sessionVerbs(io, runVerb),
      };
      try {
        return await harnessTurn(request(host), ports, report, owner !== null);
      } finally {
        world.value.store.close();
      }
    },
  });
}

/** "No repository" is true of a folder of repositories as well, and no help. */
async function whyNoCheckout(error: WorldFailure, root: string, named: readonly string[]): Promise<WorldFailure> {
  if (error.reason !== 'not-a-repository') return error;
  const { repositoriesBelow } = await import('../world/repositories-below.js');
  const repositories = repositoriesBelow(root, named);
  return repositories.length === 0 ? error : { reason: 'several-repositories', dir: root, repositories };
}

/** A wave that the phase does not have would be nothing to do, and a slip would pass for success. */
function unknownWave(asked: ExecuteOptions, index: PhaseIndex): Failure | null {
  if (asked.wave === null) return null;
  const { plans } = planSchedule(index, scheduleOptions({ ...asked, wave: null, plans: [], jobs: 1 }, new Set()));
  const waves = [...new Set(plans.flatMap((plan) => plan.wave ?? []))].sort((a, b) => a - b);
  if (waves.includes(asked.wave)) return null;
  const message = `--wave: phase ${index.phase.token} has no wave ${asked.wave}; it has: ${waves.join(', ') || 'none'}`;
  return { reason: 'usage', message, command: 'execute-phase' };
}

/** What the ledger knows to be home. */
async function homeAlready(
  project: Project,
  git: GitWorld,
  checkout: Checkout,
  index: PhaseIndex,
): Promise<ReadonlySet<PlanId>> {
  const store = await composeStore(project);
  try {
    return await plansAtHome({ store, git }, checkout, phaseDirectory(index));
  } finally {
    store.close();
  }
}

/** Problems with which no plan of the phase is started (DESIGN §8, exit 4). */
const FATAL: ReadonlySet<string> = new Set(['dependency-cycle', 'plan-number-twice', 'no-plans']);

function refuse(checkout: Checkout, agentWorktree: boolean, projectRoot: string): Failure | null {
  const dir = checkout.root;
  if (agentWorktree) return { reason: 'in-agent-worktree', dir, mainCheckout: projectRoot };
  if (checkout.operation !== null) return { reason: 'operation-in-progress', dir, operation: checkout.operation };
  if (checkout.branch === null) return { reason: 'detached-head', dir, head: checkout.head.slice(0, 12) };
  return null;
}

function runOptions(
  asked: ExecuteOptions,
  config: Config,
  checkout: Checkout,
  trusted: { readonly setup: string | null; readonly check: string | null },
): Result<RunOptions, Failure> {
  const setup = words('worktrees.setup', trusted.setup);
  if (!setup.ok) return setup;
  const check = words('msd.check', trusted.check);
  if (!check.ok) return check;
  const isProtected = checkout.branch !== null && config.protectedBranches.includes(checkout.branch);
  return ok({
    jobs: asked.jobs ?? config.jobs,
    schedule: asked.schedule,
    land: asked.land ?? (isProtected ? 'branch' : 'ff'),
    stallAfterMs: asked.stallAfterMs ?? config.stallAfterMs,
    onStall: asked.onStall ?? config.onStall,
    planTimeoutMs: asked.planTimeoutMs ?? config.planTimeoutMs,
    plans: asked.plans,
    wave: asked.wave,
    restart: asked.restart,
    resolving: asked.resolving,
    setup: setup.value,
    check: check.value,
  });
}

function words(what: string, text: string | null): Result<readonly string[] | null, Failure> {
  if (text === null) return ok(null);
  const split = splitCommand(text);
  if (split.ok) return split;
  return fail({
    reason: 'usage',
    message: `${what}: ${split.error.problem} at column ${split.error.column} of "${text.slice(0, 80)}"`,
    command: 'execute-phase',
  });
}

/** `r-20261130-141503-3f9a2c`: sorts by time, and no two are alike. */
function newRunId(now: Date): string {
  const stamp = now.toISOString().replace(/[-:]/g, '').replace('T', '-').slice(0, 15);
  return `r-${stamp}-${randomBytes(3).toString('hex')}`;
}
