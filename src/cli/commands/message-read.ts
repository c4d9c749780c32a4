import { fail, ok } from '../../core/result.js';
import type { CommandModule } from '../command.js';
import { speaker, withLedger } from '../open-ledger.js';
import { messageJson, messageLine } from '../print/ledger.js';
import { readCount } from '../read-words.js';

const NAME = 'message read';
const DEFAULT_LIMIT = 50;

export const command: CommandModule = {
  define(command) {
    command
      .requiredOption('--channel <key>', 'which channel')
      .option('--as <agent>', 'who reads; an agent is known by MSD_AGENT_TOKEN and does not say it')
      .option('--after <cursor>', 'go on where an earlier page ended: its cursor')
      .option('--limit <n>', `messages at most (default ${DEFAULT_LIMIT})`);
  },
  async run({ options }, io) {
    const after = readCount(options['after'] as string | undefined, '--after', 0, NAME);
    if (!after.ok) return after;
    const limit = readCount(options['limit'] as string | undefined, '--limit', 1, NAME);
    if (!limit.ok) return limit;
    return withLedger(io, false, (opened) => {
      const by = speaker(io, opened, options['as'] as string | undefined, NAME);
      if (!by.ok) return by;
      const page = opened.ledger.page({
        channel: options['channel'] as string,
        reader: by.value.agent.name,
        after: after.value ?? 0,
        limit: Math.min(limit.value ?? DEFAULT_LIMIT, 10_000),
      });
      if (!page.ok) return fail(page.error);
      const { messages, scanned } = page.value;
      const cursor = String(scanned);
      const lines = messages.length === 0 ? ['nothing new'] : messages.map(messageLine);
      return ok({
        json: { messages: messages.map(messageJson), cursor },
        human: [...lines, `go on with --after ${cursor}`].join('\n'),
      });
    });
  },
};
