import type { Failure, UsageFailure } from '../core/failure.js';
import { nearest } from '../core/nearest.js';
import { fail, type Result } from '../core/result.js';
import type { CommandEntry, CommandOutput } from './command.js';
import { COMMANDS } from './commands.js';
import type { Io } from './io.js';
import { overview } from './overview.js';

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
  const found = findCommand(words[0] === 'help' ? words.slice(1) : words);
  if (!found) return helpOfGroup(words) ?? fail(unknownCommand(words));
  const rest = words[0] === 'help' ? ['--help'] : found.rest;
  const { command: module } = await found.entry.load();
  const verb = (args: readonly string[], options: Readonly<Record<string, unknown>>) => {
    const input = { args, options, runVerb, commands: COMMANDS };
    return module.run(input, options['json'] === true && !io.json ? { ...io, json: true } : io);
  };
  const plain = plainWords(rest, module.arity);
  if (plain) return verb(plain, { json: rest.includes('--json') });
  const { parseWords } = await import('./parser.js');
  const parsed = parseWords(found.entry, module, rest);
  if (parsed.kind === 'words') return verb(parsed.args, parsed.options);
  if (parsed.kind === 'refused') return fail({ reason: 'usage', message: parsed.message, command: found.entry.name });
  const { helpOf } = await import('./help-texts.js');
  return { ok: true, value: { json: null, human: await helpOf(found.entry) } };
}

/** The arguments, where the words are nothing but those and `--json`; null where they must be parsed. */
function plainWords(words: readonly string[], arity: number | undefined): readonly string[] | null {
  const args = words.filter((word) => word !== '--json');
  return args.length === arity && args.every((word) => !word.startsWith('-')) ? args : null;
}

/** `msd plan --help`, `msd help plan`, `msd help`: the commands of a group, or all. Null where that was not asked for. */
function helpOfGroup(words: readonly string[]): Result<CommandOutput, Failure> | null {
  const asked = words[0] === 'help' || words.slice(1).some((word) => word === '--help' || word === '-h');
  const group = words.find((word) => word !== 'help' && !word.startsWith('-')) ?? '';
  const known = group === '' || COMMANDS.some((command) => command.name.startsWith(`${group} `));
  return asked && known ? { ok: true, value: { json: null, human: overview(group) } } : null;
}

function unknownCommand(words: readonly string[]): UsageFailure {
  const typed = words[0] === 'help' ? words.slice(1) : words;
  const names = COMMANDS.map((command) => command.name);
  const said = typed.slice(0, 2).filter((word, i) => i === 0 || !word.startsWith('-'));
  const group = names.filter((name) => name.startsWith(`${said[0]} `));
  if (said.length === 1 && group.length > 0)
    return { reason: 'usage', message: `"${said[0]}" needs one more word: ${group.join(', ')}`, command: '' };
  const near = nearest(said.join(' '), names) ?? nearest(said[0] ?? '', names);
  const hint = near ? `; did you mean "${near}"?` : group.length > 0 ? `; there are: ${group.join(', ')}` : '';
  return { reason: 'usage', message: `"${said.join(' ')}" is not a command${hint}`, command: '' };
}
