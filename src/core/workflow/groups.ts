import type { Loop, Step, Workflow } from './step.js';

/** What runs after one another: one step, or the pipeline that adjacent steps with the same loop form. */
export type Unit =
  | { readonly kind: 'step'; readonly step: Step }
  | { readonly kind: 'pipeline'; readonly loop: Loop; readonly steps: readonly Step[] };

/** The units of a workflow in the order they run. */
export function unitsOf(workflow: Workflow): readonly Unit[] {
  const units: Unit[] = [];
  for (const step of workflow.steps) {
    const last = units[units.length - 1];
    if (step.loop === null) units.push({ kind: 'step', step });
    else if (last?.kind === 'pipeline' && last.loop.source === step.loop.source)
      units[units.length - 1] = { ...last, steps: [...last.steps, step] };
    else units.push({ kind: 'pipeline', loop: step.loop, steps: [step] });
  }
  return units;
}
