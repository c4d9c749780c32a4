import { fail, ok } from '../../core/result.js';
import type { CommandModule } from '../command.js';
import { withLedger } from '../open-ledger.js';
import { entryJson } from '../print/ledger.js';

const PAGE = 500;

export const command: CommandModule = {
  define(command) {
    command.addHelpText(
      'after',
      '\nWrites every entry to standard output: one JSON object a line, under --json one document.',
    );
  },
  async run(_input, io) {
    return withLedger(io, false, ({ ledger }) => {
      const entries: unknown[] = [];
      for (let after = 0; ; ) {
        const page = ledger.entries({ type: null, correlationId: null, channel: null, after }, PAGE);
        if (!page.ok) return fail(page.error);
        for (const entry of page.value) {
          if (io.json) entries.push(entryJson(entry));
          else io.stdout(`${JSON.stringify(entryJson(entry))}\n`);
        }
        if (page.value.length < PAGE) return ok({ json: { entries }, human: null });
        after = page.value.at(-1)!.seq;
      }
    });
  },
};
