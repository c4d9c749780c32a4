import { cleanText } from '#hooks/lib/untrusted-text.js';
import { ok } from '../../core/result.js';
import { settleViolations, type Violation, violations } from '../../world/attestations.js';
import { openProject } from '../../world/project.js';
import type { CommandModule } from '../command.js';
import { personOnly } from '../person-only.js';

const NAME = 'guard violations';

/** `msd guard violations`: executors that started in the main checkout though nothing allowed it. */
export const command: CommandModule = {
  define(command) {
    command
      .option('--run <run>', 'only those of this run, and those of no known run')
      .option('--settle', 'note that you have seen to them: no gate stops for them any more');
  },
  async run({ options }, io) {
    const project = openProject(io.cwd);
    if (!project.ok) return project;
    const found = violations(project.value, options['run'] as string | undefined);
    if (!found.ok) return found;
    const settle = options['settle'] === true;
    if (settle) {
      const person = personOnly(io, project.value, `${NAME} --settle`);
      if (!person.ok) return person;
      const settled = settleViolations(project.value, found.value, new Date());
      if (!settled.ok) return settled;
    }
    const open = settle ? [] : found.value;
    const lines = found.value.map((violation) => `${settle ? 'settled' : 'open'}  ${violationText(violation)}`);
    if (open.length > 0)
      lines.push('', 'Look at what they did (git status, git log), then: msd guard violations --settle');
    const human = lines.length === 0 ? 'no executor started in the main checkout against the rules' : lines.join('\n');
    return ok({ json: { violations: found.value, settled: settle }, human, exitCode: open.length > 0 ? 5 : 0 });
  },
};

function violationText({ at, type, agent, cwd, run }: Violation): string {
  const who = `${cleanText(type)} ${cleanText(agent)}`;
  return `${cleanText(at)}  ${who} in ${cleanText(cwd, 200)}${run === null ? '' : ` (run ${cleanText(run)})`}`;
}
