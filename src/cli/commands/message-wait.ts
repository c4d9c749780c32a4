import type { CommandModule } from '../command.js';
import { commandContext, withLedger } from '../open-ledger.js';
import { readInput, words } from '../verbs/input.js';
import { waitForReplyInput, waitForReplyVerb } from '../verbs/wait-for-reply.js';

const NAME = 'message wait';
const help = (field: string) => words(waitForReplyInput, field);

export const command: CommandModule = {
  define(command) {
    command
      .requiredOption('--correlation <id>', help('correlation'))
      .option('--after <message>', help('after'))
      .option('--timeout <duration>', help('timeout'))
      .addHelpText(
        'after',
        '\nExit codes: 0 answered; 1 declined, failed, expired or withdrawn; 5 nobody answered in time.',
      );
  },
  async run({ options }, io) {
    const raw = { correlation: options['correlation'], after: options['after'], timeout: options['timeout'] };
    const input = readInput(waitForReplyInput, raw, NAME);
    if (!input.ok) return input;
    return withLedger(io, false, (opened) =>
      waitForReplyVerb(commandContext(io, opened, undefined, NAME), input.value),
    );
  },
};
