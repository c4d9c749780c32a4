import { fail, ok } from '../../core/result.js';
import type { CommandModule } from '../command.js';
import { withLedger } from '../open-ledger.js';
import { entryJson, entryLine } from '../print/ledger.js';
import { readCount, readType } from '../read-words.js';

const NAME = 'ledger list';
/** A person looks at the end of a ledger; a program asks for all of it, or pages. */
const DEFAULT_LINES = 50;

export const command: CommandModule = {
  define(command) {
    command
      .option('--type <type>', 'only messages of this type')
      .option('--correlation <id>', 'only entries of this correlation')
      .option('--channel <key>', 'only entries about this channel')
      .option('--count', 'only how many there are')
      .option('--after <seq>', 'only entries after this place')
      .option('--limit <n>', `entries at most (default: the last ${DEFAULT_LINES} for a person, all under --json)`);
  },
  async run({ options }, io) {
    const typeText = options['type'] as string | undefined;
    const type = typeText === undefined ? ok(null) : readType(typeText, NAME);
    if (!type.ok) return type;
    const after = readCount(options['after'] as string | undefined, '--after', 0, NAME);
    if (!after.ok) return after;
    const limit = readCount(options['limit'] as string | undefined, '--limit', 1, NAME);
    if (!limit.ok) return limit;
    return withLedger(io, false, ({ ledger }) => {
      let channel: string | null = null;
      if (options['channel'] !== undefined) {
        const found = ledger.channel(options['channel'] as string);
        if (!found.ok) return fail(found.error);
        channel = found.value.key;
      }
      const filter = {
        type: type.value,
        correlationId: (options['correlation'] as string | undefined) ?? null,
        channel,
        after: after.value ?? 0,
      };
      if (options['count'] === true) {
        const count = ledger.count(filter);
        return count.ok ? ok({ json: { count: count.value }, human: String(count.value) }) : fail(count.error);
      }
      const lastOnly = !io.json && limit.value === null && after.value === null;
      const found = lastOnly ? ledger.lastEntries(filter, DEFAULT_LINES) : ledger.entries(filter, limit.value ?? -1);
      if (!found.ok) return fail(found.error);
      return ok({
        json: found.value.map(entryJson),
        human: found.value.length === 0 ? 'no entry' : found.value.map(entryLine).join('\n'),
      });
    });
  },
};
