import type { Failure } from '../../core/failure.js';
import { ok, type Result } from '../../core/result.js';
import { isOpen } from '../../engine/dispatch-state.js';
import { askToEnd } from '../../world/process-identity.js';
import type { RunRow, RunStore } from '../../world/store/port.js';
import type { CommandModule, CommandOutput } from '../command.js';
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
    if (alive && run.value.options['inHarness'] === true) return endHarnessRun(store, run.value);
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

/**
 * A run that a host's session drives is held by the session's own process, which is not msd's to end: the run is, and the
 * agents it handed over are no longer waited for. What they leave is on their branches.
 */
function endHarnessRun(store: RunStore, run: RunRow): Result<CommandOutput, Failure> {
  const dispatches = store.dispatches(run.id);
  if (!dispatches.ok) return dispatches;
  const ended: string[] = [];
  for (const dispatch of dispatches.value.filter(isOpen)) {
    const reason = 'stopped: the run was stopped; its agent was not';
    const settled = store.settleDispatch(dispatch.id, { type: 'FAILURE', reason, commits: [], merged: null });
    if (!settled.ok) return settled;
    ended.push(dispatch.plan);
  }
  const closed = store.closeRun(run.id, 'interrupted', 130);
  if (!closed.ok) return closed;
  const agents =
    ended.length > 0 ? `; agents that still work there (${ended.join(', ')}) are not its concern any more` : '';
  return ok({
    json: { run: run.id, stopped: true, plans: ended },
    human: `run ${run.id} is stopped; the session that drives it goes on${agents}`,
  });
}
