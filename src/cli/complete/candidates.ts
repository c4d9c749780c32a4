import type { Command, Option } from 'commander';
import { TYPE_NAMES } from '../../core/channels/message-type.js';
import { ISOLATION_REASONS, ISOLATION_VALUES, PRODUCERS } from '../../core/isolation/vocabulary.js';
import type { CommandEntry } from '../command.js';
import { parserOf } from '../parser.js';
import { FORMATS } from '../report-format.js';
import type { Candidate, Names } from './names.js';
import { SHELLS } from './scripts.js';

type Lookup = (names: Names, phase: string | null) => Promise<readonly Candidate[]>;

const fixed =
  (values: readonly string[]): Lookup =>
  async () =>
    values.map((value) => ({ value, what: '' }));

/** What follows an option, or stands for an argument, by the name it is called in `define`. */
const VALUES: Readonly<Record<string, Lookup>> = {
  phase: (names) => names.phases(),
  plan: (names, phase) => names.plans(phase),
  restart: (names, phase) => names.plans(phase),
  'plan-or-run': async (names) => [...(await names.plans(null)), ...(await names.runs())],
  run: (names) => names.runs(),
  workflow: (names) => names.workflows(),
  workflows: (names) => names.workflows(),
  code: (names) => names.codes(),
  host: (names) => names.hosts(),
  schedule: fixed(['dag', 'wave']),
  land: fixed(['ff', 'branch', 'none']),
  'on-stall': fixed(['warn', 'kill']),
  format: fixed(FORMATS),
  isolation: fixed(ISOLATION_VALUES),
  producer: fixed(Object.keys(PRODUCERS)),
  reason: fixed(ISOLATION_REASONS),
  type: fixed(TYPE_NAMES),
  allow: fixed(TYPE_NAMES),
  deny: fixed(TYPE_NAMES),
  shell: fixed(SHELLS),
};

/**
 * What may stand at the cursor.
 * @param words all behind `msd`; the last one is what has been typed of the word at the cursor, perhaps nothing
 */
export async function candidates(
  words: readonly string[],
  commands: readonly CommandEntry[],
  names: Names,
): Promise<readonly Candidate[]> {
  const typed = words.at(-1) ?? '';
  // A shell that takes words apart at `=` gives it as a word of its own.
  const before = words.slice(0, -1).filter((word) => word !== '=');
  const all = await possible(before, typed, commands, names);
  const seen = new Set<string>();
  return all.filter(({ value }) => value.startsWith(typed) && !seen.has(value) && seen.add(value));
}

async function possible(
  before: readonly string[],
  typed: string,
  commands: readonly CommandEntry[],
  names: Names,
): Promise<readonly Candidate[]> {
  const start = before[0] === 'help' ? before.slice(1) : before;
  const entry = [2, 1]
    .map((length) => commands.find(({ name }) => start.length >= length && name === start.slice(0, length).join(' ')))
    .find((one) => one !== undefined);
  if (entry === undefined) return nameParts(start, before[0] === 'help', commands);
  if (before[0] === 'help') return [];
  const { command: module } = await entry.load();
  const parser = parserOf(entry, module);
  return ofCommand(parser, start.slice(entry.name.split(' ').length), typed, names);
}

/** The next word of the names of commands. */
function nameParts(start: readonly string[], help: boolean, commands: readonly CommandEntry[]): readonly Candidate[] {
  if (start.length > 1) return [];
  const group = start[0];
  if (group !== undefined)
    return commands
      .filter(({ name }) => name.startsWith(`${group} `))
      .map(({ name, summary }) => ({ value: name.slice(group.length + 1), what: summary }));
  const own = help ? [] : ['help', '--help', '--version'].map((value) => ({ value, what: '' }));
  const first = commands.map(({ name, summary }) => {
    const [word = '', second] = name.split(' ');
    return { value: word, what: second === undefined ? summary : '' };
  });
  return [...first, ...own];
}

/** Behind a command's name: the value of the option before, an option, or an argument. */
async function ofCommand(
  parser: Command,
  rest: readonly string[],
  typed: string,
  names: Names,
): Promise<readonly Candidate[]> {
  const given = read(parser, rest);
  const phase =
    given.values.get('--phase') ?? (parser.registeredArguments[0]?.name() === 'phase' ? given.args[0] : null);
  const look = async (name: string) => (await VALUES[name]?.(names, phase ?? null)) ?? [];
  if (given.open !== null && !(given.open.optional && typed.startsWith('-')))
    return look((given.open.long ?? '').replace(/^--/, ''));
  if (typed.startsWith('-'))
    return [
      ...parser.options
        .filter(({ hidden, variadic, long }) => !hidden && (variadic || !given.used.has(long ?? '')))
        .map(({ long, short, description }) => ({ value: long ?? short ?? '', what: description })),
      { value: '--help', what: 'help of this command' },
    ];
  const places = parser.registeredArguments;
  const last = places.at(-1);
  const place = places[given.args.length] ?? (last?.variadic ? last : undefined);
  return place === undefined ? [] : look(place.name());
}

/** What the words before the cursor are to a command. */
interface GivenWords {
  readonly args: readonly string[];
  readonly used: ReadonlySet<string>;
  readonly values: ReadonlyMap<string, string>;
  /** The option whose value comes next; null for none. */
  readonly open: Option | null;
}

function read(parser: Command, rest: readonly string[]): GivenWords {
  const [args, used, values] = [[] as string[], new Set<string>(), new Map<string, string>()];
  let open: Option | null = null;
  for (const word of rest) {
    const option = word.startsWith('-')
      ? parser.options.find((one) => one.long === word || one.short === word)
      : undefined;
    if (option) {
      used.add(option.long ?? '');
      open = option.required || option.optional ? option : null;
    } else if (open) {
      values.set(open.long ?? '', word);
      if (!open.variadic) open = null;
    } else if (!word.startsWith('-')) args.push(word);
  }
  return { args, used, values, open };
}
