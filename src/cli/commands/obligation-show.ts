import type { CommandModule } from '../command.js';
import { commandContext, withLedger } from '../open-ledger.js';
import { readInput, words } from '../verbs/input.js';
import { showObligationInput, showObligationVerb } from '../verbs/obligations.js';

const NAME = 'obligation show';

export const command: CommandModule = {
  define(command) {
    command.argument('<id>', words(showObligationInput, 'id'));
  },
  async run({ args }, io) {
    const input = readInput(showObligationInput, { id: args[0] }, NAME);
    if (!input.ok) return input;
    return withLedger(io, false, (opened) =>
      showObligationVerb(commandContext(io, opened, undefined, NAME), input.value),
    );
  },
};
