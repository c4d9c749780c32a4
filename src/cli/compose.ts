import type { Config } from '../core/config.js';
import type { LedgerFailure } from '../core/channels/failures.js';
import type { Failure } from '../core/failure.js';
import { ok, type Result } from '../core/result.js';
import type { Project } from '../world/project.js';
import type { Clock, World } from '../world/world.js';

/** The only file that builds a real world. Each part is imported when it is asked for, so that a command pays for what it uses. */

export const realClock: Clock = {
  now: () => new Date(),
  wait: (ms, signal) =>
    new Promise((resolve) => {
      if (signal?.aborted) return resolve();
      const timer = setTimeout(end, ms);
      signal?.addEventListener('abort', end, { once: true });
      function end() {
        clearTimeout(timer);
        signal?.removeEventListener('abort', end);
        resolve();
      }
    }),
};

/** The project that `dir` belongs to and its config. */
export async function composeProject(dir: string): Promise<Result<{ readonly project: Project; readonly config: Config }, Failure>> {
  const { openProject } = await import('../world/project.js');
  const { readConfig } = await import('../world/config.js');
  const project = openProject(dir);
  if (!project.ok) return project;
  const config = readConfig(project.value.planning);
  return config.ok ? ok({ project: project.value, config: config.value }) : config;
}

/** Everything a run needs. The store is opened, so `.msd/` is made. */
export async function composeWorld(project: Project, env: Readonly<Record<string, string | undefined>>): Promise<Result<World, Failure>> {
  const store = await composeStore(project);
  if (!store.ok) return store;
  const { createGitWorld } = await import('../world/git/git-world.js');
  const { createAgentWorld } = await import('../world/processes/agent-world.js');
  const { runFiles } = await import('../world/run-files.js');
  return ok({
    clock: realClock,
    git: createGitWorld({ env }),
    agents: createAgentWorld({ env, clock: realClock }),
    store: store.value,
    files: runFiles,
  });
}

/** Only the store: for commands that look at runs. */
export async function composeStore(project: Project): Promise<Result<World['store'], LedgerFailure | Failure>> {
  const { createRunStore } = await import('../world/store/run-store.js');
  return createRunStore(project, realClock);
}
