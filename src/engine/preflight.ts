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
  const last = unit.steps[unit.steps.length - 1]!;
  const behind = workflow.steps.slice(workflow.steps.indexOf(last) + 1).filter((step) => step.loop === null);
  for (const step of stepsThatMayRun([...unit.steps, ...behind], scope)) {
    const missing = step.kind === 'command' ? missingValue(step, scope) : missingInTemplate(step.template, scope);
    if (missing) return { ...missing, step };
  }
  return null;
}

/**
 * The steps whose condition holds, or cannot be judged before a step in front of it has run. What waits only for steps
 * that will be skipped is judged now: their results are null.
 */
export function stepsThatMayRun(steps: readonly Step[], scope: Scope): readonly Step[] {
  const pending = new Set<string>();
  const known = new Map(scope);
  return steps.filter((step) => {
    const waits = step.condition && conditionPaths(step.condition.node).some((path) => pending.has(path.segments[0]));
    const may = !step.condition || waits === true || holds(step.condition, known);
    if (may) pending.add(step.id);
    else known.set(step.id, null);
    return may;
  });
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
