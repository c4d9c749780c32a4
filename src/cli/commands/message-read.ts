import type { CommandModule } from '../command.js';
import { commandContext, withLedger } from '../open-ledger.js';
import { checkMessagesInput, checkMessagesVerb } from '../verbs/check-messages.js';
import { numberOf, readInput, words } from '../verbs/input.js';

const NAME = 'message read';
const help = (field: string) => words(checkMessagesInput, field);

export const command: CommandModule = {
  define(command) {
    command
      .option('--channel <key>', help('channel'))
      .option('--as <agent>', 'who reads; an agent is known by MSD_AGENT_TOKEN and does not say it')
      .option('--after <cursor>', help('after'))
      .option('--limit <n>', help('limit'));
  },
  async run({ options }, io) {
    const raw = { channel: options['channel'], after: options['after'], limit: numberOf(options['limit']) };
    const input = readInput(checkMessagesInput, raw, NAME);
    if (!input.ok) return input;
    return withLedger(io, false, (opened) =>
      checkMessagesVerb(commandContext(io, opened, options['as'] as string | undefined, NAME), input.value),
    );
  },
};
