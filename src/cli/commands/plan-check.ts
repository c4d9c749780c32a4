import type { PhaseIndex } from '../../core/phase/plan-index.js';
import { ok } from '../../core/result.js';
import { readPhaseIndex, readPhaseIndexes } from '../../world/planning-files.js';
import { openProject } from '../../world/project.js';
import type { CommandModule } from '../command.js';
import { annotation } from '../print/github.js';
import { count, problemJson, problemLines } from '../print/phase-index.js';
import { addFormat, inCheckout, readFormat } from '../report-format.js';
import { planProblemText } from '../words/plan-problems.js';

/** `msd plan check [PHASE]`: everything wrong with plans, by file and line. */
export const command: CommandModule = {
  define(command) {
    addFormat(command)
      .argument('[phase]', 'all phases where none is given')
      .addHelpText('after', '\nExit 4 where there is an error; warnings alone are 0.');
  },
  async run({ args, options }, io) {
    const format = readFormat(options, 'plan check');
    if (!format.ok) return format;
    const project = openProject(io.cwd);
    if (!project.ok) return project;
    const [query] = args;
    const read = query === undefined ? readPhaseIndexes(project.value) : readPhaseIndex(project.value, query);
    if (!read.ok) return read;
    const indexes: readonly PhaseIndex[] = 'plans' in read.value ? [read.value] : read.value;
    const problems = indexes.flatMap((index) => index.problems);
    const errors = problems.filter((problem) => problem.severity === 'error').length;
    const plans = indexes.reduce((sum, index) => sum + index.plans.length, 0);
    const warnings = problems.length - errors;
    const said = `${count(indexes.length, 'phase')}, ${count(plans, 'plan')}: ${count(errors, 'error')}, ${count(warnings, 'warning')}`;
    const lines =
      format.value === 'github'
        ? problems.map((problem) =>
            annotation({
              level: problem.severity,
              file: inCheckout(problem.file, project.value, project.value.root),
              line: problem.line,
              title: `plan: ${problem.code}`,
              message: planProblemText(problem),
            }),
          )
        : problemLines(problems);
    return ok({
      json: {
        version: 1,
        phases: indexes.map((index) => ({
          phase: index.phase,
          plans: index.plans.length,
          problems: index.problems.map(problemJson),
        })),
      },
      human: [...lines, said].join('\n'),
      exitCode: errors > 0 ? 4 : 0,
    });
  },
};
