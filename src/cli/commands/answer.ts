import { cleanText } from '#hooks/lib/untrusted-text.js';
import { PERSON } from '../../core/channels/agent-name.js';
import { isFinal } from '../../core/channels/commitment.js';
import type { MessageType } from '../../core/channels/message-type.js';
import type { Failure } from '../../core/failure.js';
import { fail, ok, type Result } from '../../core/result.js';
import { sendMessage } from '../../engine/send-message.js';
import { MARK } from '../../world/processes/process-tree.js';
import type { Ledger } from '../../world/store/ledger.js';
import type { ObligationView } from '../../world/store/obligations.js';
import type { CommandModule, CommandOutput } from '../command.js';
import type { Io } from '../io.js';
import { type OpenedLedger, withLedger } from '../open-ledger.js';
import { personOnly } from '../person-only.js';
import { commitmentJson, messageJson } from '../print/ledger.js';

const NAME = 'answer';

/** `msd answer`: the person's word on what an agent asked or proposed (DESIGN §13). */
export const command: CommandModule = {
  define(command) {
    command
      .argument(
        '<id>',
        'the question or proposal, as the run printed it; msd obligation list --obligor person names all',
      )
      .argument('[text]', 'the answer, or the reason of --decline; - reads standard input')
      .option('--code <code>', 'the one-time code that the run printed: answers without a terminal')
      .option('--accept', 'a proposal: the agent may do what it proposes')
      .option('--decline', 'the question is not answered, or the proposal not accepted; the text says why');
  },
  async run({ args, options }, io) {
    const [id = '', words] = args;
    if (options['accept'] === true && options['decline'] === true)
      return usage('--accept and --decline exclude each other');
    const text = words === '-' ? (await io.readStdin()).toString('utf8').trim() : (words?.trim() ?? '');
    return withLedger(io, false, (opened) => {
      const allowed = mayAnswer(io, opened, id, options['code'] as string | undefined);
      if (!allowed.ok) return allowed;
      const type = answerType(allowed.value, text, options);
      return type.ok ? send(opened.ledger, allowed.value, type.value, text) : type;
    });
  },
};

const usage = (message: string) => fail<Failure>({ reason: 'usage', message, command: NAME });

/** The question, where whoever runs this is the person, and it is theirs to answer and not yet answered. */
function mayAnswer(
  io: Io,
  { project, ledger }: OpenedLedger,
  id: string,
  code: string | undefined,
): Result<ObligationView, Failure> {
  const person = personOnly(io, project, NAME);
  if (!person.ok) return person;
  if (io.env[MARK]) return fail({ reason: 'in-agent-worktree', dir: io.cwd, mainCheckout: project.root });
  const found = ledger.obligation(id);
  if (!found.ok) return found;
  const { id: commitment, obligor, state, correlationId } = found.value.commitment;
  if (obligor !== PERSON) return fail({ reason: 'not-the-persons', commitment, obligor });
  if (isFinal(state)) return fail({ reason: 'already-answered', commitment, state });
  if (code !== undefined) {
    const fits = ledger.codeFits(correlationId, code);
    if (!fits.ok) return fits;
    return fits.value ? found : fail({ reason: 'code-refused', commitment });
  }
  return io.interactive ? found : fail({ reason: 'code-needed', commitment });
}

function answerType(
  { commitment }: ObligationView,
  text: string,
  options: Readonly<Record<string, unknown>>,
): Result<MessageType, Failure> {
  if (options['decline'] === true)
    return text === '' ? usage('--decline needs a reason: msd answer ID --decline "…"') : ok('DECLINE');
  if (commitment.kind === 'PROPOSE')
    return options['accept'] === true
      ? ok('DONE')
      : usage('a proposal is answered by --accept, or by --decline with a reason');
  if (options['accept'] === true) return usage('only a proposal is accepted; a question is answered in words');
  return text === '' ? usage('an answer needs words: msd answer ID "…", or - for standard input') : ok('RESPONSE');
}

function send(
  ledger: Ledger,
  { commitment }: ObligationView,
  type: MessageType,
  text: string,
): Result<CommandOutput, Failure> {
  const sent = sendMessage(ledger, {
    id: null,
    type,
    channel: commitment.channel,
    sender: PERSON,
    target: commitment.requester,
    correlationId: commitment.correlationId,
    replyTo: null,
    content: text === '' ? null : text,
    windowMs: null,
    budgetUntil: null,
    via: 'person',
  });
  if (!sent.ok) return sent;
  const now = ledger.obligation(commitment.id);
  if (!now.ok) return now;
  const goesOn =
    commitment.kind === 'QUERY'
      ? '; its plan goes on in the run that waits for it, or with the next msd execute-phase'
      : '';
  return ok({
    json: { message: messageJson(sent.value.message), commitment: commitmentJson(now.value.commitment) },
    human: `${WORDS[type] ?? 'answered'}: ${cleanText(commitment.requester, 120)}${goesOn}`,
  });
}

const WORDS: Partial<Record<MessageType, string>> = { RESPONSE: 'answered', DONE: 'accepted', DECLINE: 'declined' };
