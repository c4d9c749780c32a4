import { fail, ok, type Result } from '../result.js';
import type { InputInvalid } from './failures.js';
import { inputValue } from './frontmatter.js';
import type { InputSpec, InputType, Workflow } from './step.js';

const ACCEPTED: Readonly<Record<InputType, string>> = {
  phase: "a phase's number or the name of its directory",
  plan: "a plan's id",
  text: 'a text',
  integer: 'a whole number',
  boolean: 'true or false',
};

/**
 * The values of a workflow's inputs from the texts a person gave. An optional input that was not given is null.
 * @returns what a scope begins with, or the first input that is missing, unknown or not of its type
 */
export function readInputValues(
  workflow: Workflow,
  given: Readonly<Record<string, string>>,
): Result<ReadonlyMap<string, unknown>, InputInvalid> {
  const invalid = (input: string, found: string | null, accepted: string): Result<never, InputInvalid> =>
    fail({ reason: 'input-invalid', workflow: workflow.name, input, found, accepted });
  const unknown = Object.keys(given).find((name) => !workflow.inputs.some((input) => input.name === name));
  if (unknown !== undefined) {
    const names = workflow.inputs.map((input) => input.name).join(', ');
    return invalid(unknown, given[unknown]!.slice(0, 64), names === '' ? 'no inputs at all' : `the inputs ${names}`);
  }
  const values = new Map<string, unknown>();
  for (const input of workflow.inputs) {
    const text = given[input.name] ?? input.fallback;
    if (text === null) {
      if (input.required) return invalid(input.name, null, acceptedFor(input));
      values.set(input.name, null);
      continue;
    }
    const value = inputValue(input.type, text);
    if (value === undefined) return invalid(input.name, text.slice(0, 64), acceptedFor(input));
    values.set(input.name, value);
  }
  return ok(values);
}

function acceptedFor(input: InputSpec): string {
  return input.description === '' ? ACCEPTED[input.type] : `${ACCEPTED[input.type]} (${input.description})`;
}
