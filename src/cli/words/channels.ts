import type { LedgerFailure } from '../../core/channels/failures.js';
import type { WordsFor } from './words.js';

const listed = (names: readonly string[]): string => names.slice(0, 20).join(', ') || 'none';

export const channelWords: WordsFor<LedgerFailure> = {
  'store-unreadable': (f) => ({
    message: `the ledger ${f.path} cannot be read: ${f.cause}; it was left as it is`,
    next: `ls -la ${f.path}`,
  }),
  'store-unwritable': (f) => ({
    message: `the ledger ${f.path} cannot be written: ${f.cause}; nothing was recorded`,
    next: `make ${f.path} and its folder writable, then run the command again`,
  }),
  'store-corrupt': (f) => ({
    message: `the ledger ${f.path} is damaged: ${f.cause}; it was left as it is`,
    next: 'msd ledger verify names what can still be read; move the file aside to start a new one',
  }),
  'store-full': (f) => ({
    message: `no space is left for the ledger ${f.path}; nothing was recorded`,
    next: 'free some space, then run the command again',
  }),
  'store-newer': (f) => ({
    message: `the ledger ${f.path} was written by a newer msd (version ${f.found}, this one knows ${f.known})`,
    next: 'update msd',
  }),
  'store-busy': (f) => ({
    message: `the ledger ${f.path} was held by other writers for ${f.waitedMs} ms; nothing was recorded`,
    next: 'run the command again',
  }),
  'message-malformed': (f) => ({
    message: MALFORMED[f.problem](f.type, f.field),
    next: 'msd message send --help',
  }),
  'message-id-taken': (f) => ({
    message: `the id "${f.id}" is taken: ${f.type}${f.sender === null ? '' : ` by ${f.sender}`}${f.channel === null ? '' : ` on ${f.channel}`}`,
    next: 'send it under another --id, or without one',
  }),
  'type-refused': (f) => ({
    message:
      f.rule === 'denied'
        ? `channel ${f.channel} denies ${f.types.join(', ')}, so no ${f.type} was sent and nothing was opened`
        : `channel ${f.channel} takes only ${listed(f.types)}, so no ${f.type} was sent and nothing was opened`,
    next: 'msd channel list, then send it on a channel that takes it',
  }),
  'correlation-active': (f) => ({
    message: `correlation id "${f.correlationId}" is still owed${f.obligor === null ? '' : ` by ${f.obligor}`} (${f.state}); a ${f.type} would open a second commitment under it`,
    next: `msd obligation show ${f.commitment}, or send it under another --correlation`,
  }),
  'sender-not-trusted': (f) => ({
    message: `${f.sender} may not send a ${f.type}${f.target === null ? '' : ` to ${f.target}`}`,
    next: 'send a PROPOSE, or ask one who may',
  }),
  'agent-not-found': (f) => ({
    message: `there is no agent "${f.agent}"; there are: ${listed(f.known)}`,
    next: 'msd agent list, or msd agent add NAME',
  }),
  'agent-ended': (f) => ({ message: `agent ${f.agent} has ended (${f.endedAt})`, next: 'msd agent list' }),
  'agent-exists': (f) => ({
    message: `the name ${f.agent} is taken${f.endedAt === null ? '' : ` by an agent that ended ${f.endedAt}`}; names are not used twice`,
    next: 'choose another name',
  }),
  'agent-built-in': (f) => ({ message: `${f.agent} is always there and cannot be ended`, next: 'msd agent list' }),
  'entry-not-found': (f) => ({ message: `the ledger has no entry "${f.entry}"`, next: 'msd ledger list' }),
  'notice-not-found': (f) => ({
    message: `no notice "${f.notice}" is addressed to ${f.reader}; nothing was acknowledged`,
    next: 'msd notices lists what is, with the ids',
  }),
  'agent-name-invalid': (f) => ({
    message: `"${f.found}" cannot be an agent's name: 1 to 300 visible characters on one line`,
    next: 'msd agent add --help',
  }),
  'channel-not-found': (f) => ({
    message: `there is no channel "${f.channel}"; there are: ${listed(f.known)}`,
    next: 'msd channel list, or msd channel create ID',
  }),
  'channel-ambiguous': (f) => ({
    message: `"${f.channel}" is an id on several hubs: ${listed(f.candidates)}`,
    next: `give the whole key, e.g. ${f.candidates[0] ?? ''}`,
  }),
  'channel-exists': (f) => ({
    message: `there is a channel ${f.channel} already`,
    next: `msd channel set ${f.channel}`,
  }),
  'channel-muted': (f) => ({
    message: `channel ${f.channel} is muted; opening does not undo that`,
    next: `msd channel unmute ${f.channel}`,
  }),
  'channel-invalid': (f) => ({
    message: `"${f.found}" cannot be a channel's hub or id: 1 to 300 characters without controls; a key is hub/id, each percent-encoded`,
    next: 'msd channel list',
  }),
  'channel-types-contradict': (f) => ({
    message: `${f.types.join(', ')} cannot be both allowed and denied on ${f.channel}`,
    next: 'msd channel create --help',
  }),
  'correlation-not-found': (f) => ({
    message: `nothing was ever opened under correlation id "${f.correlationId}", so there is nothing to answer`,
    next: 'msd obligation list',
  }),
  'message-not-found': (f) => ({ message: `there is no message "${f.message}"`, next: 'msd ledger list' }),
  'commitment-not-found': (f) => ({
    message: `there is no commitment with the id or correlation id "${f.query}"`,
    next: 'msd obligation list',
  }),
  'dispatch-not-found': (f) => ({ message: `there is no dispatch "${f.dispatch}"`, next: 'msd run list' }),
  'dispatch-not-open': (f) => ({
    message: `dispatch ${f.dispatch} is ${f.state}, so it cannot be handed on`,
    next: 'msd run show',
  }),
  'not-the-persons': (f) => ({
    message: `${f.commitment} is owed by ${f.obligor ?? 'anyone'}, not by you`,
    next: 'msd obligation list --obligor person',
  }),
  'already-answered': (f) => ({
    message: `${f.commitment} is ${f.state} already; nothing was sent`,
    next: `msd obligation show ${f.commitment}`,
  }),
  'code-needed': (f) => ({
    message: `${f.commitment} is for a person to answer, and this is no terminal; nothing was sent`,
    next: `run msd answer ${f.commitment} on a terminal, or give the --code that the run printed`,
  }),
  'code-refused': (f) => ({
    message: `the code is none that a run printed for ${f.commitment}; nothing was sent`,
    next: 'run msd execute-phase again: it prints a new one',
  }),
  'token-invalid': () => ({
    message: 'MSD_AGENT_TOKEN is not the token of a live agent',
    next: 'tokens are given by the run that started the agent, and end with it',
  }),
  'token-missing': () => ({
    message: 'without MSD_AGENT_TOKEN nobody is known to speak, and only reading is possible',
    next: 'a run gives its agents their tokens; a person uses msd message send --as',
  }),
  'not-permitted': (f) => ({
    message: `${f.agent} may not ${f.verb} ${f.channels.join(', ')}: ${PERMISSION[f.why]}`,
    next: 'ask the primary agent, or the person at the main checkout',
  }),
  'token-present': (f) => ({
    message: `msd ${f.command} is a person's to run, and MSD_AGENT_TOKEN says that an agent runs it`,
    next: 'run it in a terminal of your own at the main checkout',
  }),
};

const MALFORMED = {
  missing: (type: string, field: string) =>
    `a ${type} needs a ${field}${field === 'content' ? ': the reason or the offer' : ''}`,
  forbidden: (type: string, field: string) => `${type} carries no ${field}; only QUERY, COMMAND and PROPOSE do`,
  'too-long': (_type: string, field: string) => `the ${field} is longer than 1,000,000 characters; name a file instead`,
  'not-an-id': (_type: string, field: string) =>
    `the ${field} is no id: 1 to 300 visible characters on one line, without space around them`,
} as const;

const PERMISSION = {
  'no-channel': 'no channel is named',
  capability: 'it lacks the capability',
  'not-home': 'an executor acts on its home channel only, on its own hub',
  'fork-never-opens': 'an executor opens no channel',
  ended: 'it has ended',
} as const;
