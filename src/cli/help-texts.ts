import { COMMANDS } from './commands.js';
import type { CommandEntry } from './command.js';
import { examplesOf } from './examples.js';
import { overview } from './overview.js';
import { parserOf } from './parser.js';

/** What `msd COMMAND --help` prints, its examples behind it. */
export async function helpOf(entry: CommandEntry): Promise<string> {
  const { command: module } = await entry.load();
  let printed = '';
  parserOf(entry, module, (text) => (printed += text)).outputHelp();
  return `${printed.trimEnd()}${examplesOf(entry.name)}`;
}

/**
 * Every help text by what stands before `--help`: a command (`plan index`), a group of commands (`plan`), nothing (`''`).
 * The build writes them down, so that asking for help loads no command.
 */
export async function helpTexts(): Promise<Readonly<Record<string, string>>> {
  const texts: Record<string, string> = { '': overview('') };
  for (const entry of COMMANDS) {
    const [group = '', second] = entry.name.split(' ');
    if (second !== undefined) texts[group] ??= overview(group);
    texts[entry.name] = await helpOf(entry);
  }
  return texts;
}
