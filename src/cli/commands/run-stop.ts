import { ok } from '../../core/result.js';
import { askToEnd } from '../../world/process-identity.js';
import type { CommandModule } from '../command.js';
import { composeProject, composeStore, composeWorld } from '../compose.js';
import { findRun } from '../find-run.js';

export const command: CommandModule = {
  define(command) {
    command.argument('[run]', 'a run id or the beginning of one; the latest run without it');
  },
  async run({ args }, io) {
    const found = await composeProject(io.cwd);
    if (!found.ok) return found;
    const { project } = found.value;
    const store = await composeStore(project);
    const run = findRun(store, args[0]);
    if (!run.ok) return run;
    const { id, alive, pid } = run.value;
    if (alive && askToEnd(pid)) {
      return ok({
        json: { run: id, stopped: true, pid },
        human: `run ${id} (process ${pid}) was asked to stop; its agents end with it`,
      });
    }
    const world = await composeWorld(project, io.env);
    if (!world.ok) return world;
    const dispatches = world.value.store.dispatches(id);
    if (!dispatches.ok) return dispatches;
    const ended: string[] = [];
    for (const dispatch of dispatches.value) {
      const attempt = await world.value.agents.adopt(dispatch.attemptDir);
      if (!attempt) continue;
      await attempt.stop('stopped');
      await attempt.end;
      ended.push(dispatch.plan);
    }
    const words = ended.length > 0 ? `its agents for ${ended.join(', ')} were ended` : 'nothing of it was running';
    return ok({
      json: { run: id, stopped: ended.length > 0, plans: ended },
      human: `run ${id} has no live process; ${words}`,
    });
  },
};
