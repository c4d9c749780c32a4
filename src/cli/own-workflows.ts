import type { Failure } from '../core/failure.js';
import { fail, ok, type Result } from '../core/result.js';
import type { Workflow } from '../core/workflow/step.js';
import type { Project } from '../world/project.js';
import { type ProjectPrograms, readProjectPrograms } from '../world/project-programs.js';
import { isAccepted, untrusted } from '../world/trust.js';
import {
  findWorkflow,
  loadWorkflow,
  type WorkflowEntry,
  type WorkflowLibrary,
  workflowLibrary,
} from '../world/workflow-files.js';
import type { Io } from './io.js';

/** The workflows that can be named here: the project's own, where there is a project, in front of the shipped ones. */
export interface OpenedWorkflows {
  readonly project: Project | null;
  readonly programs: ProjectPrograms | null;
  readonly accepted: boolean;
  readonly library: WorkflowLibrary;
}

/** Reads them without judging or trusting any. Outside a project there are the shipped ones. */
export async function openWorkflows(io: Io): Promise<Result<OpenedWorkflows, Failure>> {
  const { openProject } = await import('../world/project.js');
  const project = openProject(io.cwd);
  if (!project.ok) {
    if (project.error.reason !== 'project-not-found') return project;
    return ok({ project: null, programs: null, accepted: true, library: workflowLibrary(null) });
  }
  const programs = readProjectPrograms(project.value);
  if (!programs.ok) return programs;
  return ok({
    project: project.value,
    programs: programs.value,
    accepted: isAccepted(project.value, programs.value, io.env),
    library: workflowLibrary(programs.value),
  });
}

/**
 * A workflow to be run or pasted: read, checked, and, where any text of it is the project's own, accepted by a person
 * (DESIGN §14).
 */
export function workflowToRun(
  opened: OpenedWorkflows,
  name: string,
): Result<{ readonly entry: WorkflowEntry; readonly workflow: Workflow }, Failure> {
  const entry = findWorkflow(opened.library, name);
  if (!entry.ok) return entry;
  let own = entry.value.from === 'project';
  const library: WorkflowLibrary = {
    ...opened.library,
    reference: (reference) => {
      if (opened.programs?.references.has(reference)) own = true;
      return opened.library.reference(reference);
    },
  };
  const workflow = loadWorkflow(library, name);
  if (own && !opened.accepted && opened.programs) return fail(untrusted(opened.programs));
  return workflow.ok ? ok({ entry: entry.value, workflow: workflow.value }) : workflow;
}
