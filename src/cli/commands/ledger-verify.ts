import { fail, ok } from '../../core/result.js';
import { unreachable } from '../../core/unreachable.js';
import type { Broken } from '../../world/store/verify.js';
import type { CommandModule } from '../command.js';
import { withLedger } from '../open-ledger.js';

export const command: CommandModule = {
  define(command) {
    command.addHelpText('after', '\nExit codes: 0 every entry is as it was written; 1 one is not, and is named.');
  },
  async run(_input, io) {
    return withLedger(io, false, ({ ledger }) => {
      const found = ledger.verify();
      if (!found.ok) return fail(found.error);
      const json = found.value;
      if (json.ok) return ok({ json, human: `${json.entries} entries, each as it was written; head ${json.head}` });
      return ok({ json, human: brokenText(json.broken), exitCode: 1 });
    });
  },
};

function brokenText(broken: Broken): string {
  switch (broken.why) {
    case 'hash':
      return `entry ${broken.seq} (${broken.id}) is not what was written, or does not follow from the one before it`;
    case 'body':
      return `entry ${broken.seq} (${broken.id}) is nothing that msd writes`;
    case 'missing':
      return `entry ${broken.seq} is missing`;
    case 'beyond-head':
      return `entry ${broken.seq} (${broken.id}) was added past the end of the chain`;
    case 'head':
      return `entry ${broken.seq} (${broken.id}), the last one, is not the one that the chain ends with`;
    case 'row':
      return `the ${broken.table} ${broken.key} is not what entry ${broken.seq} made it`;
    default:
      return unreachable(broken);
  }
}
