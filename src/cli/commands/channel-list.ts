import { fail, ok } from '../../core/result.js';
import type { CommandModule } from '../command.js';
import { withLedger } from '../open-ledger.js';
import { channelJson, channelLine } from '../print/ledger.js';

export const command: CommandModule = {
  define() {},
  async run(_input, io) {
    return withLedger(io, false, ({ ledger }) => {
      const found = ledger.channels();
      if (!found.ok) return fail(found.error);
      return ok({
        json: found.value.map(channelJson),
        human: found.value.length === 0 ? 'no channel yet' : found.value.map(channelLine).join('\n'),
      });
    });
  },
};
