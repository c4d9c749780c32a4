import { ok } from '../../core/result.js';
import { findDispatchTarget } from '../../world/find-plan.js';
import { clearDecisions, moveAside, type ScopeFilter } from '../../world/isolation-sentinel.js';
import { openProject } from '../../world/project.js';
import type { CommandModule } from '../command.js';
import { text } from '../isolation-query.js';
import { personOnly } from '../person-only.js';

const NAME = 'isolation clear';

/** `msd isolation clear`: forgets decisions; a record that cannot be read is moved aside, never deleted. */
export const command: CommandModule = {
  define(command) {
    command
      .option('--phase <phase>', 'only of this phase')
      .option('--plan <id>', 'only of this plan')
      .option('--run <run>', 'only of this run')
      .addHelpText('after', '\nWithout an option: all. A file that cannot be read is moved aside, for you to look at.');
  },
  async run({ options }, io) {
    const project = openProject(io.cwd);
    if (!project.ok) return project;
    const person = personOnly(io, project.value, NAME);
    if (!person.ok) return person;
    const [phase, plan, run] = [text(options['phase']), text(options['plan']), text(options['run'])];
    // A phase that is gone can still be cleared by the number it had.
    const found = phase === null ? null : await findDispatchTarget(project.value, phase, null);
    const filter: ScopeFilter = {
      ...(phase === null ? {} : { phase: found?.ok ? found.value.phase.token : phase }),
      ...(plan === null ? {} : { plan }),
      ...(run === null ? {} : { run }),
    };
    const now = Date.now();
    const movedAside = await moveAside(project.value, now);
    if (!movedAside.ok) return movedAside;
    const cleared = await clearDecisions(project.value, filter, now);
    if (!cleared.ok) return cleared;
    const lines = [`${cleared.value} ${cleared.value === 1 ? 'decision' : 'decisions'} forgotten`];
    if (movedAside.value !== null) lines.unshift(`the record could not be read; it is now ${movedAside.value}`);
    return ok({ json: { cleared: cleared.value, movedAside: movedAside.value }, human: lines.join('\n') });
  },
};
