import { renderDispatchIdentityMarker } from '#hooks/lib/dispatch-identity.js';
import { fail, ok } from '../../core/result.js';
import { findDispatchTarget } from '../../world/find-plan.js';
import { openProject } from '../../world/project.js';
import type { CommandModule } from '../command.js';

/** `msd dispatch marker`: the line by which guards know what a dispatch is for (DESIGN §4). */
export const command: CommandModule = {
  define(command) {
    command
      .requiredOption('--phase <phase>', 'number or directory name of the phase')
      .requiredOption('--plan <id>', 'id of the plan');
  },
  async run({ options }, io) {
    const project = openProject(io.cwd);
    if (!project.ok) return project;
    const id = options['plan'] as string;
    const target = await findDispatchTarget(project.value, options['phase'] as string, id);
    if (!target.ok) return target;
    const phase = target.value.phase.token;
    const marker = renderDispatchIdentityMarker({ phase, plan: id });
    const detail = 'its name or its phase cannot be written into a marker and read back';
    if (marker === '') return fail({ reason: 'prompt-unrenderable', plan: id, detail });
    return ok({ json: { marker, phase, plan: id }, human: marker });
  },
};
