import { PHASE_PROBLEMS } from '../../core/phase/problems.js';
import { ok } from '../../core/result.js';
import { readPhaseIndexLean } from '../../world/lean-index.js';
import { openProject } from '../../world/project.js';
import type { CommandModule } from '../command.js';
import { phaseIndexJson, phaseIndexText } from '../print/phase-index.js';

/** `msd plan index PHASE`: the plans of a phase, what waits for what, and what may run now. */
export const command: CommandModule = {
  arity: 1,
  define(command) {
    command
      .argument('<phase>', 'its number (3, 03, 12A, 2.1) or the full name of its directory')
      .addHelpText(
        'after',
        '\nExit 4 where the phase cannot be scheduled as a whole (a cycle, a number given twice, no plan that can be taken).',
      );
  },
  async run({ args }, io) {
    const project = openProject(io.cwd);
    if (!project.ok) return project;
    const index = await readPhaseIndexLean(project.value, args[0] ?? '');
    if (!index.ok) return index;
    const invalid = index.value.problems.some((problem) => PHASE_PROBLEMS.has(problem.code));
    return ok({
      json: io.json ? phaseIndexJson(index.value) : null,
      human: io.json ? null : phaseIndexText(index.value),
      exitCode: invalid ? 4 : 0,
    });
  },
};
