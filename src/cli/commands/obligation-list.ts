import type { CommandModule } from '../command.js';
import { commandContext, withLedger } from '../open-ledger.js';
import { listOf, numberOf, readInput, words } from '../verbs/input.js';
import { listObligationsInput, listObligationsVerb } from '../verbs/obligations.js';

const NAME = 'obligation list';
const help = (field: string) => words(listObligationsInput, field);

export const command: CommandModule = {
  define(command) {
    command
      .option('--state <states>', `${help('state')}, with commas between`)
      .option('--obligor <agent>', help('obligor'))
      .option('--requester <agent>', help('requester'))
      .option('--limit <n>', help('limit'));
  },
  async run({ options }, io) {
    const raw = {
      state: listOf(options['state'], (word) => word.toLowerCase()),
      obligor: options['obligor'],
      requester: options['requester'],
      limit: numberOf(options['limit']),
    };
    const input = readInput(listObligationsInput, raw, NAME);
    if (!input.ok) return input;
    return withLedger(io, false, (opened) =>
      listObligationsVerb(commandContext(io, opened, undefined, NAME), input.value),
    );
  },
};
