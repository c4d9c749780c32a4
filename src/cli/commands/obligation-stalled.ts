import { fail, ok } from '../../core/result.js';
import type { CommandModule } from '../command.js';
import { withLedger } from '../open-ledger.js';
import { commitmentJson, commitmentLine } from '../print/ledger.js';
import { readDuration } from '../read-words.js';
import { stallText } from '../words/advisories.js';

const NAME = 'obligation stalled';
const DEFAULT_OLDER_THAN_MS = 5 * 60_000;

export const command: CommandModule = {
  define(command) {
    command.option('--older-than <duration>', 'without a word for so long (default 5m)');
  },
  async run({ options }, io) {
    const olderThan = readDuration(options['olderThan'] as string | undefined, '--older-than', NAME);
    if (!olderThan.ok) return olderThan;
    return withLedger(io, false, ({ ledger }) => {
      const found = ledger.stalled(olderThan.value ?? DEFAULT_OLDER_THAN_MS);
      if (!found.ok) return fail(found.error);
      const json = found.value.map(({ commitment, lastActivityAt, conditions }) => ({
        ...commitmentJson(commitment),
        lastActivityAt: new Date(lastActivityAt).toISOString(),
        conditions,
      }));
      const lines = found.value.map(
        ({ commitment, conditions }) => `${commitmentLine(commitment)}: ${conditions.map(stallText).join('; ')}`,
      );
      return ok({ json, human: lines.length === 0 ? 'nothing stalls' : lines.join('\n') });
    });
  },
};
