import { Command, CommanderError } from 'commander';
import type { Failure, UsageFailure } from '../core/failure.js';
import { fail, type Result } from '../core/result.js';
import type { CommandEntry, CommandOutput } from './command.js';
import { COMMANDS } from './commands.js';
import type { Io } from './io.js';

/** The entry whose name begins the words, longest name first, and the words that are left. */
export function findCommand(words: readonly string[]): { entry: CommandEntry; rest: readonly string[] } | null {
  for (const length of [2, 1]) {
    const name = words.slice(0, length).join(' ');
    const entry = words.length >= length ? COMMANDS.find((command) => command.name === name) : undefined;
    if (entry) return { entry, rest: words.slice(length) };
  }
  return null;
}

/**
 * Runs one msd verb in this process: the command line's door and, for `sh` blocks that call `msd`, the workflow engine's
 * (which is handed this function and does not import it).
 * @returns the command's answer, or a failure; `usage` where the words cannot be understood, `help` printed as answer
 */
export async function runVerb(words: readonly string[], io: Io): Promise<Result<CommandOutput, Failure>> {
  const found = findCommand(words);
  if (!found) return fail(unknownCommand(words));
  const { command: module } = await found.entry.load();
  const command = new Command(`msd ${found.entry.name}`);
  let printed = '';
  command
    .exitOverride()
    .configureOutput({ writeOut: (text) => (printed += text), writeErr: () => {}, outputError: () => {} })
    .description(found.entry.summary)
    .allowExcessArguments(false)
    .option('--json', 'print data as JSON on stdout');
  module.define(command);
  try {
    command.parse([...found.rest], { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode === 0) return { ok: true, value: { json: null, human: printed.trimEnd() } };
    return fail({ reason: 'usage', message: error.message.replace(/^error: /, ''), command: found.entry.name });
  }
  const options = command.opts();
  return module.run({ args: command.args, options }, options['json'] === true && !io.json ? { ...io, json: true } : io);
}

function unknownCommand(words: readonly string[]): UsageFailure {
  const group = COMMANDS.filter((command) => command.name.startsWith(`${words[0] ?? ''} `)).map((c) => c.name);
  const said = words.slice(0, 2).join(' ');
  const message =
    words.length === 0
      ? 'no command given'
      : group.length > 0
        ? `"${said}" is not a command; there are: ${group.join(', ')}`
        : `"${said}" is not a command`;
  return { reason: 'usage', message, command: '' };
}
