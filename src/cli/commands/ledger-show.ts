import { fail, ok } from '../../core/result.js';
import type { CommandModule } from '../command.js';
import { withLedger } from '../open-ledger.js';
import { entryJson, entryLine } from '../print/ledger.js';

export const command: CommandModule = {
  define(command) {
    command.argument('<entry>', 'its place in the ledger, or its id (a message is an entry)');
  },
  async run({ args }, io) {
    return withLedger(io, false, ({ ledger }) => {
      const found = ledger.entry(args[0]!);
      if (!found.ok) return fail(found.error);
      const json = entryJson(found.value);
      return ok({ json, human: `${entryLine(found.value)}\n${JSON.stringify(json, null, 2)}` });
    });
  },
};
