import type { ChannelDecision } from '../core/channels/channel-decision.js';
import type { CommandModule } from './command.js';
import { commandContext, withLedger } from './open-ledger.js';
import { decideChannelInput, decideChannelVerb } from './verbs/channels.js';
import { numberOf, readInput, words } from './verbs/input.js';

const help = (field: string) => words(decideChannelInput, field);

/** `msd channel open|close|mute|unmute KEY`. */
export function decideCommand(decision: ChannelDecision): CommandModule {
  const name = `channel ${decision}`;
  return {
    define(command) {
      command
        .argument('<key>', help('channel'))
        .option('--as <agent>', 'the agent that decides; without it a person does, who may do all');
      if (decision !== 'mute') return;
      command.option('--for <duration>', help('for')).option('--cap <n>', help('cap'));
    },
    async run({ args, options }, io) {
      const raw = { channel: args[0], decision, for: options['for'], cap: numberOf(options['cap']) };
      const input = readInput(decideChannelInput, raw, name);
      if (!input.ok) return input;
      return withLedger(io, true, (opened) =>
        decideChannelVerb(commandContext(io, opened, options['as'] as string | undefined, name), input.value),
      );
    },
  };
}
