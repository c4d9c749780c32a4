import { fail, ok } from '../../core/result.js';
import type { CommandModule } from '../command.js';
import { withLedger } from '../open-ledger.js';
import { personOnly } from '../person-only.js';
import { channelJson, channelLine } from '../print/ledger.js';
import { readTypes } from '../read-words.js';

const NAME = 'channel set';

export const command: CommandModule = {
  define(command) {
    command
      .argument('<key>', 'which channel')
      .option('--allow <types>', 'message types it takes from now on; "" for all')
      .option('--deny <types>', 'message types it does not take from now on; "" for none')
      .option('--label <text>', 'how people call it')
      .option('--lenient', "anyone's answer settles what is owed here")
      .option('--strict', "only the obligor's answer settles, as is the rule");
  },
  async run({ args, options }, io) {
    const allowed = readTypes(options['allow'] as string | undefined, NAME);
    if (!allowed.ok) return allowed;
    const denied = readTypes(options['deny'] as string | undefined, NAME);
    if (!denied.ok) return denied;
    if (options['lenient'] === true && options['strict'] === true) {
      return fail({ reason: 'usage', message: '--lenient and --strict exclude each other', command: NAME });
    }
    const change = {
      ...(options['allow'] === undefined ? {} : { allowed: allowed.value }),
      ...(options['deny'] === undefined ? {} : { denied: denied.value }),
      ...(options['label'] === undefined ? {} : { label: options['label'] as string }),
      ...(options['lenient'] === true ? { lenient: true } : {}),
      ...(options['strict'] === true ? { lenient: false } : {}),
    };
    if (Object.keys(change).length === 0) {
      return fail({
        reason: 'usage',
        message: 'nothing to set: give --allow, --deny, --label, --lenient or --strict',
        command: NAME,
      });
    }
    return withLedger(io, true, ({ project, ledger }) => {
      const person = personOnly(io, project, NAME);
      if (!person.ok) return person;
      const set = ledger.setChannel(args[0]!, change, { source: 'person', agent: null });
      if (!set.ok) return fail(set.error);
      return ok({ json: channelJson(set.value), human: channelLine(set.value) });
    });
  },
};
