import { cleanText } from '#hooks/lib/untrusted-text.js';
import { ok } from '../../core/result.js';
import { readInputValues } from '../../core/workflow/inputs.js';
import type { Step, Workflow } from '../../core/workflow/step.js';
import type { WorkflowEntry } from '../../world/workflow-files.js';
import { askVerb } from '../ask-verb.js';
import type { CommandModule, CommandOutput } from '../command.js';
import { openWorkflows, workflowToRun } from '../own-workflows.js';
import { defineInputs, givenInputs } from '../workflow-inputs.js';
import { pastedText, pasteWorkflow } from '../workflow-paste.js';

/** `msd workflow show`: a workflow's steps; with its inputs, the blocks with their values, ready to paste into a sh. */
export const command: CommandModule = {
  define(command) {
    command.argument('<workflow>', 'its name');
    defineInputs(command);
  },
  async run({ args, options, runVerb }, io) {
    const opened = await openWorkflows(io);
    if (!opened.ok) return opened;
    const found = workflowToRun(opened.value, args[0]!);
    if (!found.ok) return found;
    const { workflow, entry } = found.value;
    const given = givenInputs(workflow, options, 'workflow show');
    if (!given.ok) return given;
    const plan = typeof options['plan'] === 'string' ? options['plan'] : null;
    if (Object.keys(given.value).length === 0 && plan === null && workflow.inputs.some((input) => input.required))
      return ok(outline(workflow, entry));
    const inputs = readInputValues(workflow, given.value);
    if (!inputs.ok) return inputs;
    const cwd = opened.value.project?.root ?? io.cwd;
    const steps = await pasteWorkflow(workflow, {
      inputs: inputs.value,
      plan,
      ask: (words) => askVerb(runVerb, words, { ...io, cwd }),
    });
    if (!steps.ok) return steps;
    const head = `workflow ${workflow.name} (${entry.file}); paste into a sh in ${cwd}`;
    return ok({
      json: { workflow: workflow.name, file: entry.file, from: entry.from, cwd, steps: steps.value },
      human: pastedText(workflow, steps.value, head),
    });
  },
};

function outline(workflow: Workflow, entry: WorkflowEntry): CommandOutput {
  const inputs = workflow.inputs.map((input) => {
    const more = [input.description, input.required ? '' : `default ${input.fallback ?? 'none'}`].filter(Boolean);
    return `  ${input.name} (${input.type})${more.length > 0 ? `: ${cleanText(more.join('; '), 200)}` : ''}`;
  });
  const human = [
    `${workflow.name}: ${cleanText(workflow.description, 200)}`,
    `${entry.file}, ${entry.from === 'shipped' ? 'shipped with msd' : "the project's own"}`,
    '',
    'Inputs:',
    ...inputs,
    '',
    'Steps:',
    ...workflow.steps.map((step) => `  ${stepLine(step)}`),
    '',
    `next:  msd workflow show ${workflow.name}${example(workflow)} prints the blocks ready to paste`,
  ].join('\n');
  const steps = workflow.steps.map((step) => ({
    id: step.id,
    title: step.title,
    kind: step.kind,
    file: step.place.file,
    line: step.place.line,
    forEach: step.loop?.source ?? null,
    if: step.condition?.source ?? null,
    agent: step.kind === 'dispatch' ? step.agent : null,
    script: step.kind === 'command' ? step.source : null,
  }));
  const { name, description } = workflow;
  return {
    json: { workflow: name, description, file: entry.file, from: entry.from, inputs: workflow.inputs, steps },
    human,
  };
}

/** The words that give a workflow what it needs. */
function example(workflow: Workflow): string {
  const inputs = workflow.inputs.filter((input) => input.required && input.name !== 'plan');
  const words = inputs.map(({ name }) => (name === 'phase' ? '--phase PHASE' : `--input ${name}=…`));
  if (workflow.steps.some((step) => step.loop !== null)) words.push('--plan ID');
  return words.map((word) => ` ${word}`).join('');
}

function stepLine(step: Step): string {
  const what = step.kind === 'dispatch' ? `starts ${step.agent}` : step.source.split('\n')[0]!;
  const when = [step.loop ? `for each ${step.loop.source}` : '', step.condition ? `if ${step.condition.source}` : ''];
  return cleanText(
    `${String(step.place.line).padStart(4)}  ${step.id}: ${what}  ${when.filter(Boolean).join(', ')}`,
    300,
  );
}
