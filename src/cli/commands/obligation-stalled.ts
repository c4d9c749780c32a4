import type { CommandModule } from '../command.js';
import { commandContext, withLedger } from '../open-ledger.js';
import { readInput, words } from '../verbs/input.js';
import { stalledObligationsInput, stalledObligationsVerb } from '../verbs/obligations.js';

const NAME = 'obligation stalled';

export const command: CommandModule = {
  define(command) {
    command.option('--older-than <duration>', words(stalledObligationsInput, 'older_than'));
  },
  async run({ options }, io) {
    const input = readInput(stalledObligationsInput, { older_than: options['olderThan'] }, NAME);
    if (!input.ok) return input;
    return withLedger(io, false, (opened) =>
      stalledObligationsVerb(commandContext(io, opened, undefined, NAME), input.value),
    );
  },
};
