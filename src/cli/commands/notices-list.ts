import type { CommandModule } from '../command.js';
import { commandContext, withLedger } from '../open-ledger.js';
import { listNoticesVerb } from '../verbs/notices.js';

export const command: CommandModule = {
  define(command) {
    command.option('--as <agent>', "whose notices; without it the person's, and those owed to the role primary");
  },
  async run({ options }, io) {
    return withLedger(io, false, (opened) =>
      listNoticesVerb(commandContext(io, opened, options['as'] as string | undefined, 'notices')),
    );
  },
};
