import { Command, CommanderError } from 'commander';
import type { CommandModule } from './command.js';

/** Columns that a help text is made for. Fixed, since the texts are made when msd is built. */
const HELP_WIDTH = 80;

/**
 * A command's words as commander reads them. It prints nothing and ends nothing: what it would print for `--help` goes to
 * `print`, and words that it refuses are thrown as a `CommanderError`.
 */
export function parserOf(
  entry: { readonly name: string; readonly summary: string },
  module: CommandModule,
  print: (text: string) => void = () => {},
): Command {
  const command = new Command(`msd ${entry.name}`)
    .exitOverride()
    .configureOutput({
      writeOut: print,
      writeErr: () => {},
      outputError: () => {},
      getOutHelpWidth: () => HELP_WIDTH,
      getOutHasColors: () => false,
    })
    .description(entry.summary)
    .allowExcessArguments(false)
    .option('--json', 'print data as JSON on stdout');
  module.define(command);
  return command;
}

/** Words as the command takes them; `help` where they ask for that; why not, where it does not take them. */
export type ParsedWords =
  | { readonly kind: 'words'; readonly args: readonly string[]; readonly options: Readonly<Record<string, unknown>> }
  | { readonly kind: 'help' }
  | { readonly kind: 'refused'; readonly message: string };

export function parseWords(
  entry: { readonly name: string; readonly summary: string },
  module: CommandModule,
  words: readonly string[],
): ParsedWords {
  const command = parserOf(entry, module);
  try {
    command.parse([...words], { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    if (error.exitCode === 0) return { kind: 'help' };
    return { kind: 'refused', message: error.message.replace(/^error: /, '') };
  }
  return { kind: 'words', args: command.args, options: command.opts() };
}
