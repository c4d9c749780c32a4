import { conditionPaths, holds } from '../core/workflow/condition.js';
import { lookUp, type Scope } from '../core/workflow/data-path.js';
import { bindingText, type Unfilled } from '../core/workflow/fill-step.js';
import type { Unit } from '../core/workflow/groups.js';
import { isPromptName } from '../core/workflow/prompt-names.js';
import type { Step, Workflow } from '../core/workflow/step.js';
import type { Template } from '../core/workflow/template.js';

/**
 * Before the first item of a pipeline is begun: a placeholder of it, or of a step behind it, that is known by now and
 * leads to nothing stops the run, so that nothing is dispatched that could not be finished.
 * @param scope what is known, one item included
 */
export function findUnresolved(
  workflow: Workflow,
  unit: Extract<Unit, { kind: 'pipeline' }>,
  scope: Scope,
): (Unfilled & { readonly step: Step }) | null {
  const inside = new Set(unit.steps.map((step) => step.id));
  const last = unit.steps[unit.steps.length - 1]!;
  const behind = workflow.steps.slice(workflow.steps.indexOf(last) + 1).filter((step) => step.loop === null);
  for (const step of [...unit.steps, ...behind]) {
    if (!mayRun(step, scope, inside)) continue;
    const missing = step.kind === 'command' ? missingValue(step, scope) : missingInTemplate(step.template, scope);
    if (missing) return { ...missing, step };
  }
  return null;
}

/** Whether a step's condition holds, or cannot be judged before the pipeline has begun. */
export function mayRun(step: Step, scope: Scope, inside: ReadonlySet<string>): boolean {
  if (!step.condition) return true;
  if (conditionPaths(step.condition.node).some((path) => inside.has(path.segments[0]))) return true;
  return holds(step.condition, scope);
}

function missingValue(step: Extract<Step, { kind: 'command' }>, scope: Scope): Unfilled | null {
  for (const [i, binding] of step.bindings.entries()) {
    if (!scope.has(binding.path.segments[0])) continue;
    const text = bindingText(step, i + 1, scope);
    if (typeof text !== 'string') return text;
  }
  return null;
}

function missingInTemplate(template: Template, scope: Scope): Unfilled | null {
  for (const part of template) {
    if (part.kind !== 'value' || isPromptName(part.path.segments[0])) continue;
    if ((lookUp(scope, part.path) ?? null) === null)
      return { line: part.place.line, detail: `{{${part.path.source}}}: it has no value` };
  }
  return null;
}
