import { ok } from '../../core/result.js';
import type { CommandModule } from '../command.js';
import { composeProject, composeStore } from '../compose.js';
import { runJson, runLine } from '../print/run-row.js';

export const command: CommandModule = {
  define(command) {
    command.option('--phase <phase>', 'only runs of this phase');
  },
  async run({ options }, io) {
    const found = await composeProject(io.cwd);
    if (!found.ok) return found;
    const store = await composeStore(found.value.project);
    const phase = options['phase'] as string | undefined;
    const runs = store.runs(phase === undefined ? {} : { phase });
    if (!runs.ok) return runs;
    const human = runs.value.length === 0 ? 'no run yet' : runs.value.map(runLine).join('\n');
    return ok({ json: { runs: runs.value.map(runJson) }, human });
  },
};
