import type { Config } from '../core/config.js';
import type { Failure } from '../core/failure.js';
import { ok, type Result } from '../core/result.js';
import type { Project } from '../world/project.js';
import type { ProcessIdentity } from '../world/process-identity.js';
import type { GitWorld } from '../world/git/port.js';
import type { RunStore } from '../world/store/port.js';
import type { World } from '../world/world.js';
import { realClock } from './real-clock.js';

/** The only file that builds a real world. Each part is imported when it is asked for, so that a command pays for what it uses. */

/** The project that `dir` belongs to and its config. */
export async function composeProject(
  dir: string,
): Promise<Result<{ readonly project: Project; readonly config: Config }, Failure>> {
  const { openProject } = await import('../world/project.js');
  const { readConfig } = await import('../world/config.js');
  const project = openProject(dir);
  if (!project.ok) return project;
  const config = await readConfig(project.value.planning);
  return config.ok ? ok({ project: project.value, config: config.value }) : config;
}

/**
 * Everything a run needs. The store makes `.msd/` when it is first used.
 * @param trustedHosts the raw value of `msd.hosts` as a person accepted it; null where none is wanted
 * @param owner who holds the phase of a run; null for this process
 */
export async function composeWorld(
  project: Project,
  env: Readonly<Record<string, string | undefined>>,
  trustedHosts: unknown = null,
  owner: ProcessIdentity | null = null,
): Promise<Result<World, Failure>> {
  const { loadHostSettings } = await import('../world/hosts/host-settings.js');
  const hosts = await loadHostSettings(`${project.planning}/config.json`, trustedHosts, env);
  if (!hosts.ok) return hosts;
  const { createAgentWorld } = await import('../world/processes/agent-world.js');
  const { runFiles } = await import('../world/run-files.js');
  const { createRunIsolation } = await import('../world/run-isolation.js');
  return ok({
    clock: realClock,
    git: await composeGit(env),
    agents: createAgentWorld({ env, root: project.root, hosts: hosts.value }),
    store: await composeStore(project, true, owner),
    files: runFiles,
    isolation: createRunIsolation(project, realClock),
  });
}

/** Only git. */
export async function composeGit(env: Readonly<Record<string, string | undefined>>): Promise<GitWorld> {
  const { createGitWorld } = await import('../world/git/git-world.js');
  return createGitWorld({ env });
}

/**
 * Only the store: for commands that look at runs.
 * @param owner who holds the phase of a run that is opened by it; null for this process
 * @param create false where a project without a ledger is read as having an empty one, and none is made
 */
export async function composeStore(
  project: Project,
  create = false,
  owner: ProcessIdentity | null = null,
): Promise<RunStore> {
  const { createRunStore } = await import('../world/store/run-store.js');
  const { ownIdentity, provenDead } = await import('../world/process-identity.js');
  return createRunStore(project, realClock, { own: owner ?? ownIdentity(), provenDead }, create);
}
