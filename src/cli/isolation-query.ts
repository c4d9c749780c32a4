import { resolve } from 'node:path';
import type { Command } from 'commander';
import { usualReason } from '../core/isolation/decision.js';
import type { HostFacts } from '../core/isolation/facts.js';
import type { IsolationFailure } from '../core/isolation/failures.js';
import { hostOfEnvironment, MSD_ITSELF, SESSION_HOSTS, sessionHost } from '../core/isolation/session-host.js';
import {
  ISOLATION_REASONS,
  ISOLATION_VALUES,
  isIsolation,
  isIsolationReason,
  isProducer,
  PRODUCERS,
  type Producer,
} from '../core/isolation/vocabulary.js';
import type { PlanningFailure } from '../core/phase/failures.js';
import type { UsageFailure } from '../core/failure.js';
import { fail, ok, type Result } from '../core/result.js';
import type { WorldFailure } from '../core/world-failures.js';
import { declaredFiles, findDispatchTarget } from '../world/find-plan.js';
import { readIsolationConfig } from '../world/isolation-config.js';
import type { GivenDecision } from '../world/record-isolation.js';
import type { Project } from '../world/project.js';
import type { IsolationQuery } from '../world/resolve-isolation.js';
import type { Io } from './io.js';

/** The words of `msd isolation resolve` and `record`, read into a query. */

type Options = Readonly<Record<string, unknown>>;

const RUN = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;

/** Where the host's own parameter is not known, the one of the host that has a parameter for each dispatch. */
const USUAL_FLAG = sessionHost('claude')?.harnessFlag ?? null;

export function defineScope(command: Command): void {
  command
    .requiredOption('--phase <phase>', 'number or directory name of the phase')
    .option('--plan <id>', 'id of the plan; without it the phase as a whole')
    .option('--run <run>', 'the run it is for (default: $MSD_RUN)')
    .option('--host <host>', `who dispatches: ${SESSION_HOSTS.map((host) => host.name).join(', ')}`);
}

/** What is asked, with phase and plan as the project has them. */
export async function readQuery(
  options: Options,
  io: Io,
  project: Project,
  command: string,
): Promise<Result<IsolationQuery, PlanningFailure | WorldFailure | UsageFailure>> {
  const run = text(options['run']) ?? text(io.env['MSD_RUN']);
  if (run !== null && !RUN.test(run)) {
    return fail({ reason: 'usage', message: `--run is the id of a run, not "${run.slice(0, 64)}"`, command });
  }
  const target = await findDispatchTarget(project, text(options['phase']) ?? '', text(options['plan']));
  if (!target.ok) return target;
  const host = await readHost(text(options['host']), run, io, project);
  if (!host.ok) return host;
  const { phase, plan } = target.value;
  return ok({
    scope: { run, phase: phase.token, plan },
    host: host.value,
    declaredFiles: () => (plan === null ? Promise.resolve(null) : declaredFiles(project, phase, plan)),
    nested: io.session === undefined ? null : nestedIn(io.session),
    now: Date.now(),
  });
}

/** A run has looked at its checkout already. */
function nestedIn({ checkout, paths, world }: NonNullable<Io['session']>): readonly string[] {
  const below = world.files.relative(checkout.mainRoot ?? checkout.root, paths.project);
  const prefix = below === '' ? '' : `${below}/`;
  return checkout.submodules.filter((path) => path.startsWith(prefix)).map((path) => path.slice(prefix.length));
}

/**
 * Who starts the agent: the one that is named, else the run (msd makes its worktrees itself), else the project's own host,
 * else the host in whose session this shell is, else msd.
 */
async function readHost(
  named: string | null,
  run: string | null,
  io: Io,
  project: Project,
): Promise<Result<HostFacts, WorldFailure>> {
  // A run whose agents the host's own session starts is decided by what that host can do.
  const driver = io.session?.host;
  if (named === null && driver?.isolation === 'harness-worktree') return ok(sessionHost(driver.name) ?? MSD_ITSELF);
  if (named === null && run !== null) return ok(MSD_ITSELF);
  let name = named;
  if (name === null) {
    const config = await readIsolationConfig(project.planning);
    if (!config.ok) return config;
    name = config.value.host ?? hostOfEnvironment(io.env) ?? MSD_ITSELF.name;
  }
  const host = sessionHost(name);
  return host === null
    ? fail({ reason: 'host-unknown', host: name, known: SESSION_HOSTS.map((one) => one.name) })
    : ok(host);
}

export function defineDecision(command: Command): void {
  command
    .option('--isolation <value>', `${ISOLATION_VALUES.join(', ')}; without it msd resolves`)
    .option('--producer <name>', `who decides: ${Object.keys(PRODUCERS).join(', ')} (default with a value: person)`)
    .option('--reason <code>', 'why, as a code; default the usual one of the producer')
    .option('--harness-flag <flag>', 'how the host is told, with harness-worktree')
    .option('--worktree <dir>', 'where the agent must run, with orchestrator-worktree');
}

/** The decision that the words bring along, or who asks for the resolver's. */
export function readDecision(
  options: Options,
  io: Io,
  host: HostFacts,
  command: string,
): Result<GivenDecision | { readonly producer: Producer | null }, IsolationFailure | UsageFailure> {
  const wrong = (message: string) => fail<UsageFailure>({ reason: 'usage', message, command });
  const value = text(options['isolation']);
  const named = text(options['producer']);
  const code = text(options['reason']);
  const flag = text(options['harnessFlag']);
  const worktree = text(options['worktree']);
  if (named !== null && !isProducer(named))
    return fail({ reason: 'producer-unknown', found: named, accepted: Object.keys(PRODUCERS) });
  if (value === null) {
    if (code ?? flag ?? worktree) return wrong('--reason, --harness-flag and --worktree go with --isolation');
    return ok({ producer: named });
  }
  if (!isIsolation(value)) return fail({ reason: 'isolation-unknown', found: value, accepted: ISOLATION_VALUES });
  if (code !== null && !isIsolationReason(code))
    return fail({ reason: 'isolation-reason-unknown', found: code, accepted: ISOLATION_REASONS });
  if (flag !== null && value !== 'harness-worktree') return wrong('--harness-flag goes with harness-worktree');
  if (worktree !== null && value !== 'orchestrator-worktree')
    return wrong('--worktree goes with orchestrator-worktree');
  const producer = named ?? 'person';
  return ok({
    isolation: value,
    harnessFlag: value === 'harness-worktree' ? (flag ?? host.harnessFlag ?? USUAL_FLAG) : null,
    reason: code ?? usualReason(producer, value),
    producer,
    worktree: worktree === null ? null : resolve(io.cwd, worktree),
  });
}

export function text(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}
