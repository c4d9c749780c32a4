import type { CommandModule } from '../command.js';
import { commandContext, withLedger } from '../open-ledger.js';
import { watchChannelInput, watchChannelVerb } from '../verbs/channels.js';
import { readInput, words } from '../verbs/input.js';

const NAME = 'channel watch';
const help = (field: string) => words(watchChannelInput, field);

export const command: CommandModule = {
  define(command) {
    command
      .argument('<key>', help('channel'))
      .option('--as <agent>', 'who hears it; an agent is known by MSD_AGENT_TOKEN and does not say it')
      .option('--stop', help('stop'));
  },
  async run({ args, options }, io) {
    const input = readInput(watchChannelInput, { channel: args[0], stop: options['stop'] }, NAME);
    if (!input.ok) return input;
    return withLedger(io, true, (opened) =>
      watchChannelVerb(commandContext(io, opened, options['as'] as string | undefined, NAME), input.value),
    );
  },
};
