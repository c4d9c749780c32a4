import { fail, ok } from '../../core/result.js';
import type { CommandModule } from '../command.js';
import { withLedger } from '../open-ledger.js';
import { advisoryJson, commitmentJson, commitmentLine, messageJson, messageLine } from '../print/ledger.js';

export const command: CommandModule = {
  define(command) {
    command.argument('<id>', 'a commitment, or a correlation id');
  },
  async run({ args }, io) {
    return withLedger(io, false, ({ ledger }) => {
      const found = ledger.obligation(args[0]!);
      if (!found.ok) return fail(found.error);
      const { commitment, chain, handoffs, messages } = found.value;
      const json = {
        ...commitmentJson(commitment),
        chain: chain.map(commitmentJson),
        handoffs,
        messages: messages.map((message) => ({
          ...messageJson(message),
          ...(message.advisories.length === 0 ? {} : { advisories: message.advisories.map(advisoryJson) }),
        })),
      };
      const human = [...chain.map(commitmentLine), '', ...messages.map(messageLine)].join('\n');
      return ok({ json, human });
    });
  },
};
