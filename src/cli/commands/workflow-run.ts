import { cleanText } from '#hooks/lib/untrusted-text.js';
import { fail, ok } from '../../core/result.js';
import { readInputValues } from '../../core/workflow/inputs.js';
import { LIMITS } from '../../core/workflow/limits.js';
import type { Workflow } from '../../core/workflow/step.js';
import type { ItemOutcome, Walked, WalkEvent, WalkPorts } from '../../engine/walk-steps.js';
import { walkSteps } from '../../engine/walk-steps.js';
import { runShell } from '../../world/run-shell.js';
import { askVerb } from '../ask-verb.js';
import type { CommandModule, RunVerb } from '../command.js';
import type { Io } from '../io.js';
import { openWorkflows, workflowToRun } from '../own-workflows.js';
import { failureJson } from '../print/failure.js';
import { verbProblems } from '../verb-usage.js';
import { defineInputs, givenInputs } from '../workflow-inputs.js';

const STEP_TIMEOUT_MS = 60 * 60 * 1000;

/** `msd workflow run`: walks a workflow whose steps are commands. One that dispatches agents is run by `msd execute-phase`. */
export const command: CommandModule = {
  define(command) {
    command.argument('<workflow>', 'its name');
    defineInputs(command);
  },
  async run({ args, options, runVerb, commands }, io) {
    const opened = await openWorkflows(io);
    if (!opened.ok) return opened;
    const found = workflowToRun(opened.value, args[0]!);
    if (!found.ok) return found;
    const { workflow, entry } = found.value;
    if (workflow.steps.some((step) => step.kind === 'dispatch'))
      return fail({
        reason: 'usage',
        message: `workflow ${workflow.name} starts agents: msd execute-phase PHASE runs it, msd workflow show prints it to follow by hand`,
        command: 'execute-phase',
      });
    const problems = await verbProblems(workflow, commands);
    if (problems.length > 0) return fail({ reason: 'workflow-invalid', file: entry.file, problems });
    const given = givenInputs(workflow, options, 'workflow run');
    if (!given.ok) return given;
    const inputs = readInputValues(workflow, given.value);
    if (!inputs.ok) return inputs;
    const cwd = opened.value.project?.root ?? io.cwd;
    const walked = await walkSteps(workflow, inputs.value, ports(runVerb, { ...io, cwd }));
    return walked.ok ? ok(answer(workflow, walked.value)) : walked;
  },
};

function ports(runVerb: RunVerb, io: Io): WalkPorts {
  return {
    verb: (words) => askVerb(runVerb, words, io),
    shell: (run) =>
      runShell({
        shell: run.step.shell,
        script: run.script,
        values: run.env,
        cwd: io.cwd,
        env: io.env,
        limit: LIMITS.output,
        timeoutMs: STEP_TIMEOUT_MS,
        signal: io.interrupted,
      }),
    dispatch: () => Promise.resolve(fail({ reason: 'usage', message: 'no agent can be started here', command: '' })),
    emit: (event) => io.stderr(`${eventLine(event)}\n`),
    signal: io.interrupted,
  };
}

function eventLine({ type, step, item }: WalkEvent): string {
  const done = { 'step-started': 'runs', 'step-skipped': 'is skipped', 'step-finished': 'is done' }[type];
  return `${step.id}${item === null ? '' : ` (${itemName(item)})`} ${done}`;
}

function itemName(item: unknown): string {
  const id = typeof item === 'object' && item !== null && 'id' in item ? item.id : item;
  return cleanText(typeof id === 'string' ? id : JSON.stringify(id), 64);
}

function answer(workflow: Workflow, walked: Walked) {
  const failed = walked.items.filter(({ outcome }) => !outcome.ok);
  const human = [
    ...[...walked.results].map(([step, result]) => `${step}: ${resultText(result)}`),
    ...walked.items.map(({ item, outcome }) => `${itemName(item)}: ${outcomeText(outcome)}`),
  ];
  return {
    json: {
      workflow: workflow.name,
      status: failed.length > 0 ? 'failed' : 'done',
      results: Object.fromEntries(walked.results),
      items: walked.items.map(({ item, outcome }) =>
        outcome.ok
          ? { item, ok: true, results: Object.fromEntries(outcome.results) }
          : { item, ok: false, step: outcome.step.id, ...(failureJson(outcome.error) as object) },
      ),
    },
    human: human.join('\n'),
    exitCode: failed.length > 0 ? (1 as const) : (0 as const),
  };
}

function outcomeText(outcome: ItemOutcome): string {
  if (outcome.ok) return 'done';
  const { error } = failureJson(outcome.error) as { error: { code: string; message: string } };
  return `failed at ${outcome.step.id}: ${cleanText(error.message, 400)} [${error.code}]`;
}

function resultText(result: unknown): string {
  return result === null ? 'skipped' : cleanText(typeof result === 'string' ? result : JSON.stringify(result), 400);
}
