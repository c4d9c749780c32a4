import { cleanText } from '#hooks/lib/untrusted-text.js';
import { fail, ok } from '../../core/result.js';
import { sendMessage } from '../../engine/send-message.js';
import type { Sent } from '../../world/store/send.js';
import type { CommandModule, CommandOutput } from '../command.js';
import type { Io } from '../io.js';
import { speaker, withLedger } from '../open-ledger.js';
import { advisoryJson, messageJson } from '../print/ledger.js';
import { readDuration, readType } from '../read-words.js';

const NAME = 'message send';

interface Options {
  readonly channel: string;
  readonly type: string;
  readonly as?: string;
  readonly to?: string;
  readonly correlation?: string;
  readonly replyTo?: string;
  readonly deadline?: string;
  readonly id?: string;
  readonly content?: string;
}

export const command: CommandModule = {
  define(command) {
    command
      .requiredOption('--channel <key>', 'where: hub/id, or an id that one hub has')
      .requiredOption(
        '--type <type>',
        'QUERY, COMMAND, PROPOSE, STATUS, RESPONSE, DONE, FAILURE, DECLINE, HANDOFF, EVENT',
      )
      .option('--as <agent>', 'who speaks; an agent is known by MSD_AGENT_TOKEN and does not say it')
      .option('--to <agent>', 'whom it is for; everyone without it')
      .option('--correlation <id>', 'the obligation it opens or answers; an opening message without it gets a new one')
      .option('--reply-to <message>', 'the message it answers; its correlation id is taken where none is given')
      .option('--deadline <duration>', 'how long an answer may take, e.g. 10m; a STATUS extends it by as much')
      .option('--id <message>', 'an id of your own: sent again under it, nothing is sent twice')
      .option('--content <text>', 'what it says, the reason of a FAILURE or DECLINE; - reads standard input');
  },
  async run(input, io) {
    const options = input.options as unknown as Options;
    const type = readType(options.type, NAME);
    if (!type.ok) return type;
    const windowMs = readDuration(options.deadline, '--deadline', NAME);
    if (!windowMs.ok) return windowMs;
    const content = await contentOf(options.content, io);
    return withLedger(io, true, (opened) => {
      const by = speaker(io, opened, options.as, NAME);
      if (!by.ok) return by;
      const sent = sendMessage(opened.ledger, {
        id: options.id ?? null,
        type: type.value,
        channel: options.channel,
        sender: by.value.agent.name,
        target: options.to ?? null,
        correlationId: options.correlation ?? null,
        replyTo: options.replyTo ?? null,
        content,
        windowMs: windowMs.value,
        budgetUntil: null,
        via: by.value.via,
      });
      return sent.ok ? ok(output(sent.value)) : fail(sent.error);
    });
  },
};

async function contentOf(text: string | undefined, io: Io): Promise<string | null> {
  if (text !== '-') return text ?? null;
  return (await io.readStdin()).toString('utf8').replace(/\n$/, '');
}

function output({ message, repeated, reopened }: Sent): CommandOutput {
  const { effect } = message;
  const advisories = message.advisories.map(advisoryJson);
  const json = {
    message: messageJson(message),
    commitment:
      effect === null
        ? null
        : {
            id: effect.commitment,
            correlationId: message.correlationId,
            before: effect.before,
            after: effect.after,
            ...(effect.child === null ? {} : { child: effect.child }),
          },
    ...(advisories.length === 0 ? {} : { advisories }),
    ...(repeated ? { repeated } : {}),
    ...(reopened ? { reopened } : {}),
  };
  const lines = [
    `${repeated ? 'had been sent already' : 'sent'}: ${message.type} ${message.id} on ${message.channel}`,
    ...(effect === null ? [] : [`${message.correlationId}: ${effect.before ?? 'nothing'} → ${effect.after}`]),
    ...(reopened ? [`${message.channel} was closed and is open now`] : []),
    ...advisories.map((advisory) => `note: ${cleanText(advisory.message, 500)} [${advisory.code}]`),
  ];
  return { json, human: lines.join('\n') };
}
