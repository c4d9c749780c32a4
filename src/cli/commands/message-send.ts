import { readInput, words } from '../verbs/input.js';
import { sendMessageInput, sendMessageVerb } from '../verbs/send-message.js';
import type { CommandModule } from '../command.js';
import type { Io } from '../io.js';
import { commandContext, withLedger } from '../open-ledger.js';

const NAME = 'message send';
const help = (field: string) => words(sendMessageInput, field);

export const command: CommandModule = {
  define(command) {
    command
      .requiredOption('--channel <key>', help('channel'))
      .requiredOption('--type <type>', help('type'))
      .option('--as <agent>', 'who speaks; an agent is known by MSD_AGENT_TOKEN and does not say it')
      .option('--to <agent>', help('to'))
      .option('--correlation <id>', help('correlation'))
      .option('--reply-to <message>', help('reply_to'))
      .option('--deadline <duration>', help('deadline'))
      .option('--id <message>', help('id'))
      .option('--content <text>', `${help('content')}; - reads standard input`);
  },
  async run({ options }, io) {
    const { as, replyTo, content, type, json: _json, ...same } = options;
    const raw = { ...same, type: upper(type), reply_to: replyTo, content: await contentOf(content, io) };
    const input = readInput(sendMessageInput, raw, NAME);
    if (!input.ok) return input;
    return withLedger(io, true, (opened) =>
      sendMessageVerb(commandContext(io, opened, as as string | undefined, NAME), input.value),
    );
  },
};

const upper = (word: unknown): unknown => (typeof word === 'string' ? word.toUpperCase() : word);

async function contentOf(text: unknown, io: Io): Promise<unknown> {
  return text === '-' ? (await io.readStdin()).toString('utf8').replace(/\n$/, '') : text;
}
