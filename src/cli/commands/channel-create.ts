import { LOCAL_HUB } from '../../core/channels/channel-key.js';
import { fail, ok } from '../../core/result.js';
import type { CommandModule } from '../command.js';
import { withLedger } from '../open-ledger.js';
import { personOnly } from '../person-only.js';
import { channelJson, channelLine } from '../print/ledger.js';
import { readTypes } from '../read-words.js';

const NAME = 'channel create';

export const command: CommandModule = {
  define(command) {
    command
      .argument('<id>', 'its id on the hub; any text of up to 300 characters')
      .option('--hub <hub>', `the hub it is on (default ${LOCAL_HUB})`)
      .option('--label <text>', 'how people call it')
      .option('--allow <types>', 'message types it takes, with commas between; all without it')
      .option('--deny <types>', 'message types it does not take')
      .option('--lenient', "anyone's answer settles what is owed here");
  },
  async run({ args, options }, io) {
    const allowed = readTypes(options['allow'] as string | undefined, NAME);
    if (!allowed.ok) return allowed;
    const denied = readTypes(options['deny'] as string | undefined, NAME);
    if (!denied.ok) return denied;
    return withLedger(io, true, ({ project, ledger }) => {
      const person = personOnly(io, project, NAME);
      if (!person.ok) return person;
      const made = ledger.createChannel(
        {
          hub: (options['hub'] as string | undefined) ?? LOCAL_HUB,
          id: args[0]!,
          label: (options['label'] as string | undefined) ?? null,
          allowed: allowed.value,
          denied: denied.value,
          lenient: options['lenient'] === true,
        },
        { source: 'person', agent: null },
      );
      if (!made.ok) return fail(made.error);
      return ok({ json: channelJson(made.value), human: channelLine(made.value) });
    });
  },
};
