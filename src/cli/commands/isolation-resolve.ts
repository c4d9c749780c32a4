import { ok } from '../../core/result.js';
import { resolveDecision } from '../../world/resolve-isolation.js';
import { openProject } from '../../world/project.js';
import type { CommandModule } from '../command.js';
import { defineScope, readQuery } from '../isolation-query.js';
import { decisionText, recordJson } from '../print/isolation.js';

/** `msd isolation resolve`: where a dispatch may run. Reads only. */
export const command: CommandModule = {
  define: defineScope,
  async run({ options }, io) {
    const project = openProject(io.cwd);
    if (!project.ok) return project;
    const query = await readQuery(options, io, project.value, 'isolation resolve');
    if (!query.ok) return query;
    const resolved = await resolveDecision(project.value, query.value);
    if (!resolved.ok) return resolved;
    const { decision, held, facts } = resolved.value;
    const { isolation, reason, decidedBy, harnessFlag } = held ?? decision;
    return ok({
      json: { isolation, reason, decidedBy, harnessFlag, facts, held: held === null ? null : recordJson(held) },
      human: `${decisionText(held ?? decision)}${held === null ? '' : `; held since ${held.recordedAt}`}`,
    });
  },
};
