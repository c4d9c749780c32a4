import type { CommandModule } from '../command.js';
import { commandContext, withLedger } from '../open-ledger.js';
import { listChannelsVerb } from '../verbs/channels.js';

export const command: CommandModule = {
  define() {},
  async run(_input, io) {
    return withLedger(io, false, (opened) => listChannelsVerb(commandContext(io, opened, undefined, 'channel list')));
  },
};
