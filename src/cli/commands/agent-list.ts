import { fail, ok } from '../../core/result.js';
import type { CommandModule } from '../command.js';
import { withLedger } from '../open-ledger.js';
import { agentJson, agentLine } from '../print/ledger.js';

export const command: CommandModule = {
  define(command) {
    command.option('--all', 'also those that have ended');
  },
  async run({ options }, io) {
    return withLedger(io, false, ({ ledger }) => {
      const found = ledger.agents(options['all'] === true);
      if (!found.ok) return fail(found.error);
      return ok({
        json: found.value.map(agentJson),
        human: found.value.length === 0 ? 'no agent yet' : found.value.map(agentLine).join('\n'),
      });
    });
  },
};
