import type { CommandModule } from '../command.js';
import { commandContext, withLedger } from '../open-ledger.js';
import { readInput, words } from '../verbs/input.js';
import { offerNoticesInput, offerNoticesVerb } from '../verbs/notices.js';

const NAME = 'notices offer';

export const command: CommandModule = {
  define(command) {
    command.requiredOption('--session <id>', words(offerNoticesInput, 'session'));
  },
  async run({ options }, io) {
    const input = readInput(offerNoticesInput, { session: options['session'] }, NAME);
    if (!input.ok) return input;
    return withLedger(io, false, (opened) =>
      offerNoticesVerb(commandContext(io, opened, undefined, NAME), input.value),
    );
  },
};
