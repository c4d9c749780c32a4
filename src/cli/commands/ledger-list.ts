import type { CommandModule } from '../command.js';
import { commandContext, withLedger } from '../open-ledger.js';
import { listEntriesInput, listEntriesVerb } from '../verbs/entries.js';
import { numberOf, readInput, words } from '../verbs/input.js';

const NAME = 'ledger list';
const help = (field: string) => words(listEntriesInput, field);
/** A person looks at the end of a ledger; a program asks for all of it, or pages. */
const DEFAULT_LINES = 50;

export const command: CommandModule = {
  define(command) {
    command
      .option('--type <type>', help('type'))
      .option('--correlation <id>', help('correlation'))
      .option('--channel <key>', help('channel'))
      .option('--count', help('count'))
      .option('--after <seq>', help('after'))
      .option('--limit <n>', `${help('limit')} (without it the last ${DEFAULT_LINES} for a person, all under --json)`);
  },
  async run({ options }, io) {
    const { type, limit, json: _json, ...same } = options;
    const raw = { ...same, type: typeof type === 'string' ? type.toUpperCase() : type, limit: numberOf(limit) };
    const input = readInput(listEntriesInput, raw, NAME);
    if (!input.ok) return input;
    return withLedger(io, false, (opened) =>
      listEntriesVerb(commandContext(io, opened, undefined, NAME), input.value, io.json ? null : DEFAULT_LINES),
    );
  },
};
