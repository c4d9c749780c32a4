import type { CommandModule } from '../command.js';
import { commandContext, withLedger } from '../open-ledger.js';
import { readInput, words } from '../verbs/input.js';
import { ackNoticesInput, ackNoticesVerb } from '../verbs/notices.js';

const NAME = 'notices ack';

export const command: CommandModule = {
  define(command) {
    command
      .argument('<id...>', words(ackNoticesInput, 'events'))
      .option('--as <agent>', "whose notices; without it the person's, and those owed to the role primary");
  },
  async run({ args, options }, io) {
    // Commander hands several words over as one list.
    const input = readInput(ackNoticesInput, { events: args.flat() }, NAME);
    if (!input.ok) return input;
    return withLedger(io, true, (opened) =>
      ackNoticesVerb(commandContext(io, opened, options['as'] as string | undefined, NAME), input.value),
    );
  },
};
