import { fail, ok } from '../../core/result.js';
import { violations } from '../../world/attestations.js';
import { recordDecision } from '../../world/record-isolation.js';
import { openProject } from '../../world/project.js';
import type { CommandModule } from '../command.js';
import { defineDecision, defineScope, readDecision, readQuery } from '../isolation-query.js';
import { personOnly } from '../person-only.js';
import { decisionText, recordJson, scopeText, untilText } from '../print/isolation.js';

const NAME = 'isolation record';

/** `msd isolation record`: the only writer of decisions (DESIGN §5). */
export const command: CommandModule = {
  define(command) {
    defineScope(command);
    defineDecision(command);
  },
  async run({ options }, io) {
    const project = openProject(io.cwd);
    if (!project.ok) return project;
    const person = personOnly(io, project.value, NAME);
    if (!person.ok) return person;
    const query = await readQuery(options, io, project.value, NAME);
    if (!query.ok) return query;
    const given = readDecision(options, io, query.value.host, NAME);
    if (!given.ok) return given;
    // Workflows ask for the decision here before they dispatch: their gate.
    if (!('isolation' in given.value)) {
      const open = violations(project.value);
      if (!open.ok) return open;
      if (open.value.length > 0) return fail({ reason: 'isolation-violated', violations: open.value });
    }
    const recorded = await recordDecision(project.value, query.value, given.value);
    if (!recorded.ok) return recorded;
    const { record, held } = recorded.value;
    const what = `${scopeText(record.scope)}: ${decisionText(record)}, ${untilText(record, query.value.now)}`;
    return ok({ json: { ...recordJson(record), held }, human: `${held ? 'held' : 'recorded'} ${what}` });
  },
};
