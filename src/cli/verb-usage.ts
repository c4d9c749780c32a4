import { literalWords } from '../core/workflow/check.js';
import type { CommandStep, VerbCall, Workflow, WorkflowProblem } from '../core/workflow/step.js';
import type { CommandEntry } from './command.js';
import { parserOf } from './parser.js';

const JUDGED =
  /^commander\.(?:unknownOption|excessArguments|missingArgument|missingMandatoryOptionValue|optionMissingArgument|help(?:Displayed)?)$/;

/**
 * Words of a workflow's `msd …` commands that the command itself would refuse, found without running it: an option it does
 * not have, an argument too many, an option without its value.
 */
export async function verbProblems(
  workflow: Workflow,
  commands: readonly CommandEntry[],
): Promise<readonly WorkflowProblem[]> {
  const problems: WorkflowProblem[] = [];
  for (const step of workflow.steps) {
    if (step.kind !== 'command') continue;
    for (const call of step.verbs ?? []) {
      const message = await usageProblem(call, commands);
      if (message !== null) problems.push(problemAt(step, call, message));
    }
  }
  return problems;
}

function problemAt(step: CommandStep, call: VerbCall, message: string): WorkflowProblem {
  return { code: 'verb-invalid', file: step.place.file, line: call.line, message };
}

async function usageProblem(call: VerbCall, commands: readonly CommandEntry[]): Promise<string | null> {
  const literal = literalWords(call);
  const entry = [2, 1]
    .map((length) => commands.find((one) => one.name === literal.slice(0, length).join(' ')))
    .find((one) => one !== undefined);
  if (!entry) return null;
  const { command: module } = await entry.load();
  const command = parserOf(entry, module);
  // A value is not known yet: any word stands for it.
  const words = call.words.map((word) => word.map((part) => (typeof part === 'number' ? '1' : part)).join(''));
  try {
    command.parse(words.slice(entry.name.split(' ').length), { from: 'user' });
    return null;
  } catch (error) {
    const { message, code = '' } = error as { readonly message: string; readonly code?: string };
    // A value that stands in for one not known yet may be refused; what the words are made of may not.
    return JUDGED.test(code) ? `msd ${entry.name}: ${message.replace(/^error: /, '')}` : null;
  }
}
