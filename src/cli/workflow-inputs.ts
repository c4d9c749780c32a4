import type { Command } from 'commander';
import { fail, ok, type Result } from '../core/result.js';
import type { UsageFailure } from '../core/failure.js';
import type { Workflow } from '../core/workflow/step.js';

/** `--phase`, `--plan` and `--input NAME=VALUE` on a command. */
export function defineInputs(command: Command): void {
  command
    .option('--phase <phase>', 'the input "phase"')
    .option('--plan <id>', 'the input "plan"; to show, the plan whose blocks are shown')
    .option(
      '--input <name=value>',
      'any other input, as often as needed',
      (text: string, all: string[]) => [...all, text],
      [],
    );
}

/** What was given for inputs, by name. `plan` is left out where the workflow has no such input. */
export function givenInputs(
  workflow: Workflow,
  options: Readonly<Record<string, unknown>>,
  command: string,
): Result<Readonly<Record<string, string>>, UsageFailure> {
  const given: Record<string, string> = {};
  const { phase, plan, input } = options as { phase?: string; plan?: string; input?: readonly string[] };
  if (phase !== undefined) given['phase'] = phase;
  if (plan !== undefined && workflow.inputs.some((one) => one.name === 'plan')) given['plan'] = plan;
  for (const text of input ?? []) {
    const at = text.indexOf('=');
    if (at < 1) return fail({ reason: 'usage', message: `--input "${text.slice(0, 60)}" is not NAME=VALUE`, command });
    given[text.slice(0, at)] = text.slice(at + 1);
  }
  return ok(given);
}
