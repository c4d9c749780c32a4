import { PERSON } from '../../core/channels/agent-name.js';
import { fail, ok } from '../../core/result.js';
import type { CommandModule } from '../command.js';
import { heard, withLedger } from '../open-ledger.js';
import { tokenOf } from '../person-only.js';
import type { VerbContext } from '../verbs/verb.js';
import { versionText } from '../version.js';

export const command: CommandModule = {
  define(command) {
    command.addHelpText(
      'after',
      '\nSpeaks MCP on standard input and output. Who speaks is known by MSD_AGENT_TOKEN, never by an argument; without it the tools only read.',
    );
  },
  async run(_input, io) {
    const token = tokenOf(io);
    return withLedger(io, true, async ({ ledger }) => {
      const holder = () => {
        const found = ledger.whois(token ?? '');
        return found.ok ? ok(heard(ledger, found.value)) : found;
      };
      const contextOf = (interrupted: AbortSignal): VerbContext => ({
        ledger,
        reader: () => {
          if (token !== null) return holder();
          const person = ledger.agent(PERSON);
          return person.ok ? ok({ agent: person.value, via: 'person', session: null }) : person;
        },
        writer: () => (token === null ? fail({ reason: 'token-missing' }) : holder()),
        decider: () => {
          if (token === null) return fail({ reason: 'token-missing' });
          const agent = holder();
          return agent.ok ? ok(agent.value.agent) : agent;
        },
        noticeReader: () => (token === null ? ok(null) : holder()),
        interrupted,
      });
      const { serve } = await import('../mcp/serve.js');
      await serve(versionText(), contextOf, io.interrupted);
      return ok({ json: null, human: null });
    });
  },
};
