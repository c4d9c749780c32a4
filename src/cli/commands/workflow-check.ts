import { readFileSync, statSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { cleanText } from '#hooks/lib/untrusted-text.js';
import { fail, ok, type Result } from '../../core/result.js';
import { LIMITS } from '../../core/workflow/limits.js';
import { workflowProblems } from '../../core/workflow/read-workflow.js';
import type { WorkflowProblem } from '../../core/workflow/step.js';
import type { FileUnreadable } from '../../core/world-failures.js';
import type { Project } from '../../world/project.js';
import { findWorkflow, type WorkflowEntry } from '../../world/workflow-files.js';
import type { CommandModule } from '../command.js';
import { annotation } from '../print/github.js';
import { addFormat, inCheckout, readFormat } from '../report-format.js';
import { openWorkflows } from '../own-workflows.js';
import { verbProblems } from '../verb-usage.js';

/** `msd workflow check`: everything wrong with workflows, by file and line, without running any. */
export const command: CommandModule = {
  define(command) {
    addFormat(command).argument('[workflows...]', 'names, or files that end in .md; all where none is given');
  },
  async run({ args, options, commands }, io) {
    const format = readFormat(options, 'workflow check');
    if (!format.ok) return format;
    const opened = await openWorkflows(io);
    if (!opened.ok) return opened;
    const { library, programs, project } = opened.value;
    const entries: WorkflowEntry[] = args.length === 0 ? [...library.workflows] : [];
    for (const name of args) {
      const entry = name.endsWith('.md') ? readFile(resolve(io.cwd, name), name) : findWorkflow(library, name);
      if (!entry.ok) return entry;
      entries.push(entry.value);
    }
    const workflows = [];
    for (const entry of entries) {
      const { workflow, problems } = workflowProblems(entry.name, entry, library.reference);
      const all = [...problems, ...(await verbProblems(workflow, commands))];
      workflows.push({ name: entry.name, file: entry.file, problems: all });
    }
    const ignored = args.length === 0 ? (programs?.ignored ?? []) : [];
    const found = workflows.flatMap((one) => one.problems);
    const line = (problem: WorkflowProblem) =>
      format.value === 'github' ? problemAnnotation(problem, project, io.cwd) : problemLine(problem);
    const human = [
      ...workflows.flatMap((one) =>
        one.problems.length > 0 ? one.problems.map(line) : [`${one.file}: nothing wrong`],
      ),
      ...ignored.map((file) => `${cleanText(file, 200)}: ignored, it is not called NAME.md in lower case`),
    ].join('\n');
    return ok({ json: { workflows, ignored }, human, exitCode: found.length > 0 ? 4 : 0 });
  },
};

function problemAnnotation(problem: WorkflowProblem, project: Project | null, cwd: string): string {
  const file = project === null ? problem.file : inCheckout(problem.file, project, cwd);
  return annotation({
    level: 'error',
    file,
    line: problem.line,
    title: `workflow: ${problem.code}`,
    message: problem.message,
  });
}

function problemLine(problem: WorkflowProblem): string {
  return `${cleanText(problem.file, 300)}:${problem.line}: ${problem.code}: ${cleanText(problem.message, 600)}`;
}

function readFile(path: string, shown: string): Result<WorkflowEntry, FileUnreadable> {
  try {
    if (statSync(path).size > LIMITS.file * 4)
      return fail({ reason: 'file-unreadable', path, cause: `larger than ${LIMITS.file * 4} bytes` });
    return ok({ name: basename(path, '.md'), file: shown, text: readFileSync(path, 'utf8'), from: 'project' });
  } catch (error) {
    return fail({ reason: 'file-unreadable', path, cause: (error as NodeJS.ErrnoException).code ?? 'unknown' });
  }
}
