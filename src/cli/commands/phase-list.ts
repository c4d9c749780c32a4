import { cleanText } from '#hooks/lib/untrusted-text.js';
import type { PhaseIndex } from '../../core/phase/plan-index.js';
import { ok } from '../../core/result.js';
import { readPhaseIndexes } from '../../world/planning-files.js';
import { openProject } from '../../world/project.js';
import type { CommandModule } from '../command.js';
import { count } from '../print/phase-index.js';

/** `msd phase list`: the phases of the project with how far their plans are. */
export const command: CommandModule = {
  define() {},
  async run(_input, io) {
    const project = openProject(io.cwd);
    if (!project.ok) return project;
    const indexes = readPhaseIndexes(project.value);
    if (!indexes.ok) return indexes;
    const rows = indexes.value.map(rowOf);
    const shown = rows.map((row) => cleanText(row.dir.slice(row.dir.lastIndexOf('/') + 1), 120));
    const width = Math.min(60, Math.max(0, ...shown.map((name) => name.length)));
    const human = rows.map((row, i) => `${(shown[i] ?? '').padEnd(width)}  ${progress(row)}`);
    return ok({
      json: { version: 1, phases: rows },
      human: human.length > 0 ? human.join('\n') : 'there is no phase: make .planning/phases/01-name/01-01-PLAN.md',
    });
  },
};

function progress(row: ReturnType<typeof rowOf>): string {
  const errors = row.errors > 0 ? `, ${count(row.errors, 'error')}` : '';
  if (row.plans === 0) return `no plans${errors}`;
  return `${row.complete}/${row.plans} complete, ${row.runnable} runnable${errors}`;
}

function rowOf(index: PhaseIndex) {
  const { phase, plans, problems } = index;
  return {
    ...phase,
    plans: plans.length,
    complete: plans.filter((plan) => plan.status === 'complete').length,
    runnable: plans.filter((plan) => plan.runnable).length,
    errors: problems.filter((problem) => problem.severity === 'error').length,
  };
}
