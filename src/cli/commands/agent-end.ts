import { fail, ok } from '../../core/result.js';
import type { CommandModule } from '../command.js';
import { withLedger } from '../open-ledger.js';
import { personOnly } from '../person-only.js';
import { agentJson, agentLine } from '../print/ledger.js';

const NAME = 'agent end';

export const command: CommandModule = {
  define(command) {
    command.argument('<name>', 'the agent');
  },
  async run({ args }, io) {
    return withLedger(io, true, ({ project, ledger }) => {
      const person = personOnly(io, project, NAME);
      if (!person.ok) return person;
      const ended = ledger.endAgent(args[0]!);
      if (!ended.ok) return fail(ended.error);
      const { settled } = ended.value;
      const passed = settled?.passedOn.length ?? 0;
      const told = passed === 0 ? '' : `; ${passed} of its notices ${passed === 1 ? 'is' : 'are'} passed on`;
      return ok({ json: { ...agentJson(ended.value), settled }, human: `${agentLine(ended.value)}${told}` });
    });
  },
};
