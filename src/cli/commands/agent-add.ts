import { AGENT_KINDS } from '../../core/channels/agent-name.js';
import { opensCommitment } from '../../core/channels/message-type.js';
import { fail, ok } from '../../core/result.js';
import type { CommandModule } from '../command.js';
import { withLedger } from '../open-ledger.js';
import { personOnly } from '../person-only.js';
import { agentJson, agentLine } from '../print/ledger.js';
import { readChoice, readList, readTypes } from '../read-words.js';

const NAME = 'agent add';

export const command: CommandModule = {
  define(command) {
    command
      .argument('<name>', 'how it is called everywhere; never given twice')
      .option('--kind <kind>', `${AGENT_KINDS.join(', ')} (default executor)`)
      .option('--home <key>', 'the channel that is its own')
      .option('--can <verbs>', 'capabilities such as channel:close, with commas between; all without it, "" for none')
      .option('--deny <types>', 'of QUERY, COMMAND and PROPOSE those it may not send');
  },
  async run({ args, options }, io) {
    const kind = readChoice(options['kind'] as string | undefined, '--kind', AGENT_KINDS, NAME);
    if (!kind.ok) return kind;
    const denied = readTypes(options['deny'] as string | undefined, NAME);
    if (!denied.ok) return denied;
    const odd = denied.value?.find((type) => opensCommitment(type) === null);
    if (odd !== undefined) {
      return fail({
        reason: 'usage',
        message: `--deny takes QUERY, COMMAND and PROPOSE; ${odd} cannot be denied`,
        command: NAME,
      });
    }
    const can = readList(options['can'] as string | undefined);
    const unreadable = can?.find((verb) => !/^[a-z]+:[a-z-]+$/.test(verb));
    if (unreadable !== undefined) {
      return fail({
        reason: 'usage',
        message: `--can takes verbs such as channel:close, not "${unreadable}"`,
        command: NAME,
      });
    }
    return withLedger(io, true, ({ project, ledger }) => {
      const person = personOnly(io, project, NAME);
      if (!person.ok) return person;
      const added = ledger.addAgent({
        name: args[0]!,
        kind: kind.value ?? 'executor',
        home: (options['home'] as string | undefined) ?? null,
        caps: can,
        denied: denied.value ?? [],
        template: null,
        dispatch: null,
      });
      if (!added.ok) return fail(added.error);
      return ok({ json: agentJson(added.value), human: agentLine(added.value) });
    });
  },
};
