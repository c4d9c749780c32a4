import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { fail, ok, type Result } from '../core/result.js';
import type { WorkflowInvalid, WorkflowNotFound } from '../core/workflow/failures.js';
import { type FindReference, isFileName, type SourceFile } from '../core/workflow/parse.js';
import { readWorkflow } from '../core/workflow/read-workflow.js';
import type { Workflow } from '../core/workflow/step.js';

/** A project's own workflows and references: `Trusted` to run them, `ProjectPrograms` to look at them. */
export interface OwnFiles {
  readonly workflows: ReadonlyMap<string, SourceFile>;
  readonly references: ReadonlyMap<string, SourceFile>;
}

export interface WorkflowEntry extends SourceFile {
  readonly name: string;
  /** A project's own file replaces the shipped one of the same name. */
  readonly from: 'shipped' | 'project';
}

/** The workflows that msd ships, and a project's own in front of them. */
export interface WorkflowLibrary {
  readonly workflows: readonly WorkflowEntry[];
  readonly reference: FindReference;
}

/** @param own null to leave out whatever the project has */
export function workflowLibrary(own: OwnFiles | null): WorkflowLibrary {
  const shipped = shippedFiles('workflows');
  const references = shippedFiles('references');
  const mine = own?.workflows ?? new Map<string, SourceFile>();
  const entries = [...new Set([...shipped.keys(), ...mine.keys()])].sort().map((name): WorkflowEntry => {
    const replaced = mine.get(name);
    return replaced ? { name, from: 'project', ...replaced } : { name, from: 'shipped', ...shipped.get(name)! };
  });
  return {
    workflows: entries,
    reference: (name) => own?.references.get(name) ?? references.get(name) ?? null,
  };
}

/** The entry of a name, byte for byte. */
export function findWorkflow(library: WorkflowLibrary, name: string): Result<WorkflowEntry, WorkflowNotFound> {
  const entry = library.workflows.find((one) => one.name === name);
  if (entry) return ok(entry);
  return fail({
    reason: 'workflow-not-found',
    name: name.slice(0, 64),
    known: library.workflows.map((one) => one.name),
  });
}

/** A workflow of the library, read and checked. */
export function loadWorkflow(
  library: WorkflowLibrary,
  name: string,
): Result<Workflow, WorkflowNotFound | WorkflowInvalid> {
  const entry = findWorkflow(library, name);
  return entry.ok ? readWorkflow(name, entry.value, library.reference) : entry;
}

/** What msd ships in a folder of its package, by name. */
function shippedFiles(folder: 'workflows' | 'references'): ReadonlyMap<string, SourceFile> {
  const dir = fileURLToPath(new URL(`${folder}/`, import.meta.resolve('#root/package.json')));
  const names = readdirSync(dir).filter((entry) => entry.endsWith('.md') && isFileName(entry.slice(0, -3)));
  return new Map(
    names.map((entry) => [
      entry.slice(0, -3),
      { file: `${folder}/${entry}`, text: readFileSync(join(dir, entry), 'utf8') },
    ]),
  );
}
