import type { Failure } from '../../core/failure.js';
import { INSTALL_HOSTS, type InstallHost, type InstallPlan } from '../../core/install/plan.js';
import { planInstall, receiptOf } from '../../core/install/plan-install.js';
import { planRemove } from '../../core/install/plan-remove.js';
import { setupFor, TITLES } from '../../core/install/setups.js';
import { fail, ok, type Result } from '../../core/result.js';
import { findInstallPlace, type InstallPlace } from '../../world/install/place.js';
import { readShipped } from '../../world/install/shipped.js';
import { readTree } from '../../world/install/tree.js';
import { writeChanges } from '../../world/install/write-changes.js';
import type { CommandModule, CommandOutput } from '../command.js';
import type { Io } from '../io.js';
import { personOnly, tokenOf } from '../person-only.js';
import { installDone, installJson, installPlanned } from '../print/install.js';

/** `.planning/config.json` of a project that has no setting of its own. */
const EMPTY_CONFIG = '{}\n';

/** `msd init`: the guards, the executor's file, the slash command and the tools, in the hosts' own files (DESIGN §13). */
export const command: CommandModule = {
  define(command) {
    command
      .option('--host <hosts>', `which hosts, such as claude,cursor; there are ${INSTALL_HOSTS.join(', ')}`)
      .option('--yes', 'write without asking; for all hosts where none is named')
      .option('--dry-run', 'show what would be written, and write nothing')
      .option('--remove', 'take out exactly what init put in')
      .addHelpText(
        'after',
        '\nExit 1 where a host could not be set up, since its file had to be left alone; the file is named.',
      );
  },
  async run({ options }, io) {
    const place = await findInstallPlace(io.cwd, io.env);
    if (!place.ok) return place;
    const refused = refusal(place.value, io);
    if (refused) return fail(refused);
    const named = readHosts(options['host']);
    if (!named.ok) return named;
    const remove = options['remove'] === true;
    const dryRun = options['dryRun'] === true;
    const sure = options['yes'] === true || remove || dryRun;
    if (!sure && !io.interactive) return fail(usage('say --yes to write without asking, or --dry-run to look first'));
    const hosts = named.value ?? (sure ? INSTALL_HOSTS : await askHosts(io));
    if (hosts === null) return fail(usage('no host was chosen'));
    const tree = readTree(place.value.root, place.value.boundary);
    const shipped = readShipped();
    const setups = hosts.map((host) => setupFor(host, shipped, place.value.below));
    const others = INSTALL_HOSTS.filter((host) => !hosts.includes(host) && receiptOf(host, tree) !== null);
    const made = place.value.project === null ? { '.planning/config.json': EMPTY_CONFIG } : {};
    const plan = remove ? planRemove(setups, tree, others) : planInstall(setups, tree, shipped.version, made);
    return carryOut(plan, place.value, { hosts, remove, dryRun, ask: !sure }, io);
  },
};

interface Wish {
  readonly hosts: readonly InstallHost[];
  readonly remove: boolean;
  readonly dryRun: boolean;
  readonly ask: boolean;
}

async function carryOut(
  plan: InstallPlan,
  place: InstallPlace,
  wish: Wish,
  io: Io,
): Promise<Result<CommandOutput, Failure>> {
  const idle = plan.changes.length === 0;
  if (wish.ask && !idle) {
    io.stderr(`${installPlanned(plan, place.root)}\nWrite this? Type yes: `);
    if ((await io.readLine())?.trim() !== 'yes') return fail(usage('you did not type yes; nothing was written'));
  }
  if (!wish.dryRun) {
    const written = writeChanges(place.root, place.boundary, plan.changes, plan.folders);
    if (!written.ok) return written;
  }
  const told = { ...wish, root: place.root, inGit: place.below !== null };
  return ok({
    json: installJson(plan, told),
    human: installDone(plan, told),
    exitCode: plan.unwired.length > 0 ? 1 : 0,
  });
}

/** Which hooks run is a person's to decide; and a home folder is no project. */
function refusal({ project, root, isHome }: InstallPlace, io: Io): Failure | null {
  if (tokenOf(io) !== null) return { reason: 'token-present', command: 'msd init' };
  if (isHome) return usage(`${root} is your home folder: what is set up there would count for all projects`);
  const person = project === null ? ok(null) : personOnly(io, project, 'msd init');
  return person.ok ? null : person.error;
}

function readHosts(given: unknown): Result<readonly InstallHost[] | null, Failure> {
  if (given === undefined) return ok(null);
  const names = String(given)
    .split(',')
    .map((name) => name.trim());
  const unknown = names.find((name) => !(INSTALL_HOSTS as readonly string[]).includes(name));
  if (unknown !== undefined)
    return fail(
      usage(`--host takes ${INSTALL_HOSTS.join(', ')}, with commas between; found "${unknown.slice(0, 64)}"`),
    );
  return ok(INSTALL_HOSTS.filter((host) => names.includes(host)));
}

async function askHosts(io: Io): Promise<readonly InstallHost[] | null> {
  const choices = INSTALL_HOSTS.map((host) => `${host} (${TITLES[host]})`).join(', ');
  io.stderr(`Which hosts? ${choices}\nNames with commas between, or nothing for all: `);
  const said = (await io.readLine())?.trim() ?? '';
  const read = said === '' ? ok(INSTALL_HOSTS) : readHosts(said);
  return read.ok ? read.value : null;
}

const usage = (message: string): Failure => ({ reason: 'usage', message, command: 'init' });
