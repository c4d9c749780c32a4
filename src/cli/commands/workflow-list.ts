import { cleanText } from '#hooks/lib/untrusted-text.js';
import { ok } from '../../core/result.js';
import { workflowProblems } from '../../core/workflow/read-workflow.js';
import type { CommandModule } from '../command.js';
import { openWorkflows } from '../own-workflows.js';

/** `msd workflow list`: the workflows that can be run here. */
export const command: CommandModule = {
  define() {},
  async run(_, io) {
    const opened = await openWorkflows(io);
    if (!opened.ok) return opened;
    const { library, programs, accepted } = opened.value;
    const workflows = library.workflows.map((entry) => {
      const { workflow, problems } = workflowProblems(entry.name, entry, library.reference);
      return {
        name: entry.name,
        description: workflow.description,
        file: entry.file,
        from: entry.from,
        accepted: entry.from === 'shipped' || accepted,
        steps: workflow.steps.length,
        problems: problems.length,
      };
    });
    const ignored = programs?.ignored ?? [];
    const width = Math.max(0, ...workflows.map((one) => one.name.length));
    const human = workflows.map((one) => {
      const notes = [
        one.from === 'project' ? one.file : '',
        one.accepted ? '' : 'not accepted: msd trust',
        one.problems > 0 ? `${one.problems} problems: msd workflow check ${one.name}` : '',
      ].filter((note) => note !== '');
      const note = notes.length > 0 ? `  (${cleanText(notes.join('; '), 200)})` : '';
      return `${one.name.padEnd(width)}  ${cleanText(one.description, 120)}${note}`;
    });
    for (const file of ignored) human.push(`ignored: ${cleanText(file, 200)} is not called NAME.md in lower case`);
    return ok({ json: { workflows, ignored }, human: human.join('\n') });
  },
};
