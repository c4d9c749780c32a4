import { fail, ok, type Result } from '../result.js';
import { checkWorkflow } from './check.js';
import type { WorkflowInvalid } from './failures.js';
import { type FindReference, parseWorkflow, type SourceFile } from './parse.js';
import type { Workflow, WorkflowProblem } from './step.js';

/** Everything wrong with a workflow, in the order of its files and lines; empty where the engine would run it. */
export function workflowProblems(
  name: string,
  source: SourceFile,
  find: FindReference,
): { readonly workflow: Workflow; readonly problems: readonly WorkflowProblem[] } {
  const { workflow, problems } = parseWorkflow(source, find);
  const all = [...problems, ...checkWorkflow(workflow)];
  if (workflow.name !== '' && workflow.name !== name)
    all.push({
      code: 'name-mismatch',
      file: source.file,
      line: 1,
      message: `the file is called ${name}.md and says workflow: ${workflow.name}`,
    });
  const order = (p: WorkflowProblem): string => (p.file === source.file ? '' : p.file);
  all.sort((a, b) => order(a).localeCompare(order(b)) || a.line - b.line);
  return { workflow, problems: all };
}

/** A workflow that can be run. @param name the file's name less `.md` */
export function readWorkflow(name: string, source: SourceFile, find: FindReference): Result<Workflow, WorkflowInvalid> {
  const { workflow, problems } = workflowProblems(name, source, find);
  return problems.length === 0 ? ok(workflow) : fail({ reason: 'workflow-invalid', file: source.file, problems });
}
