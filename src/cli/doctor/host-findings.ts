import { checkClaude, checkOtherGuards, otherGuards } from '../../core/doctor/check-claude.js';
import { checkCodex } from '../../core/doctor/check-codex.js';
import { asWritten, checkEntries, isProbed, isSetUp } from '../../core/doctor/check-entries.js';
import type { Diagnosis, Finding, Note } from '../../core/doctor/finding.js';
import { INSTALL_HOSTS, type InstallHost, type Tree } from '../../core/install/plan.js';
import { CONFIG_PATHS, hooksFolder, type Setup, setupFor, TITLES } from '../../core/install/setups.js';
import type { GitFacts } from '../../world/doctor/git-facts.js';
import { claudeSources, codexFacts } from '../../world/doctor/host-settings-files.js';
import { probeGuard } from '../../world/doctor/probe.js';
import { findProgram } from '../../world/hosts/find-program.js';
import type { InstallPlace } from '../../world/install/place.js';
import { readShipped } from '../../world/install/shipped.js';
import type { Io } from '../io.js';

/** What of a host's setup git must not ignore, and where Claude Code makes worktrees: for `gitFacts`. */
export const ASKED_PATHS: readonly string[] = [
  '.claude/worktrees/agent-0/file',
  ...INSTALL_HOSTS.flatMap((host) => [CONFIG_PATHS[host], `${hooksFolder(host)}/package.json`]),
];

export interface HostPlace {
  readonly place: InstallPlace;
  readonly tree: Tree;
  readonly git: GitFacts;
  /** Of this msd. */
  readonly version: string;
  /** From the project's config: the guard refuses instead of mending. */
  readonly strict: boolean;
}

/** The hosts' setups as `msd init` would make them here. */
export function setupsHere({ below }: InstallPlace): readonly Setup[] {
  const shipped = readShipped();
  return INSTALL_HOSTS.map((host) => setupFor(host, shipped, below));
}

/** A host, whether it is set up in the project, and where its program is; null where it is not on the PATH. */
export interface HostThere {
  readonly host: InstallHost;
  readonly setUp: boolean;
  readonly program: string | null;
}

/** Programs by which each host is started from a terminal. */
const PROGRAMS: Readonly<Record<InstallHost, readonly string[]>> = {
  claude: ['claude'],
  cursor: ['cursor-agent', 'cursor'],
  codex: ['codex'],
};

export function hostsThere({ place, tree }: Pick<HostPlace, 'place' | 'tree'>, io: Io): readonly HostThere[] {
  return setupsHere(place).map((setup) => {
    const found = PROGRAMS[setup.host].map((name) => findProgram(name, place.root, io.env)).find((one) => one.ok);
    return { host: setup.host, setUp: isSetUp(setup, tree), program: found?.ok ? found.path : null };
  });
}

/** What is wrong with the hosts that are set up here. */
export async function hostFindings(here: HostPlace, io: Io): Promise<Diagnosis> {
  const [findings, notes]: [Finding[], Note[]] = [[], []];
  const setups = setupsHere(here.place);
  for (const setup of setups) {
    if (!isSetUp(setup, here.tree)) {
      notes.push({ code: 'host-not-set-up', subject: TITLES[setup.host], found: `msd init --host ${setup.host}` });
      continue;
    }
    const wired = checkEntries(setup, here.tree, here.version);
    findings.push(...wired, ...ignored(setup, here));
    if (wired.length === 0) findings.push(...(await probed(setup, here, io)));
  }
  const { root, boundary, below } = here.place;
  const sources = claudeSources(root, io.env);
  const [claude, , codex] = setups as [Setup, Setup, Setup];
  const guarded = isSetUp(claude, here.tree);
  const fight = checkOtherGuards(otherGuards(sources), guarded, here.strict);
  findings.push(...fight.findings);
  notes.push(...fight.notes);
  if (guarded) {
    const worktreesIgnored = below === null || here.git.ignored.has('.claude/worktrees/agent-0/file');
    findings.push(...checkClaude({ sources, hasRemote: here.git.hasRemote, worktreesIgnored, agent: 'msd-executor' }));
    if (!findProgram('msd', root, io.env).ok)
      notes.push({
        code: 'tools-not-on-path',
        subject: 'msd',
        found: 'the hosts start the tools of msd mcp by this name',
      });
  }
  if (isSetUp(codex, here.tree)) {
    const said = checkCodex(codexFacts(root, below === null ? null : boundary, io.env));
    findings.push(...said.findings);
    notes.push(...said.notes);
  }
  return { findings, notes };
}

function ignored({ host }: Setup, { git }: HostPlace): readonly Finding[] {
  const paths = [CONFIG_PATHS[host], `${hooksFolder(host)}/package.json`].filter((path) => git.ignored.has(path));
  return paths
    .slice(0, 1)
    .map((path) => ({ code: 'setup-ignored', subject: path, found: 'git ignores it: clones do not have it' }));
}

/** Asks each hook what it is there for. Entries and copies are msd's, byte for byte: nothing of the repository's is run. */
async function probed(setup: Setup, { place, tree }: HostPlace, io: Io): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  const { host } = setup;
  for (const entry of asWritten(setup, tree)) {
    if (!isProbed(entry.script)) continue;
    const { reached, wrong } = await probeGuard(host, entry, place.root, io.env);
    const subject = `${CONFIG_PATHS[host]} hooks.${entry.event}`;
    if (wrong !== null)
      findings.push({ code: reached ? 'hook-wrong-answer' : 'hook-unreachable', subject, found: wrong });
  }
  return findings;
}
