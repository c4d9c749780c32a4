import * as z from 'zod/mini';
import { cleanText } from '#hooks/lib/untrusted-text.js';
import { TYPE_NAMES } from '../../core/channels/message-type.js';
import { parseDuration } from '../../core/duration.js';
import { fail, ok } from '../../core/result.js';
import { sendMessage } from '../../engine/send-message.js';
import type { Sent } from '../../world/store/send.js';
import type { ShownNotice } from '../../world/store/show-notices.js';
import type { CommandOutput } from '../command.js';
import { advisoryJson, messageJson } from '../print/ledger.js';
import { anyText, choice, duration, text } from './input.js';
import { noticeJson } from './notices.js';
import type { Speaker, VerbAnswer, VerbContext } from './verb.js';

export const sendMessageInput = z.strictObject({
  channel: text('the channel: hub/id, or an id that one hub has'),
  type: choice(TYPE_NAMES, 'the message type'),
  to: z.optional(text('the agent it is for; everyone without it')),
  correlation: z.optional(text('the obligation it opens or answers; an opening message without it gets a new one')),
  reply_to: z.optional(text('the message it answers; its correlation id is taken where none is given')),
  deadline: z.optional(duration('how long an answer may take; a STATUS extends it by as much')),
  id: z.optional(text('an id of your own: sent again under it, nothing is sent twice')),
  content: z.optional(anyText('what it says; the reason of a FAILURE or DECLINE')),
});

/** Sends a typed message. */
export function sendMessageVerb(context: VerbContext, input: z.infer<typeof sendMessageInput>): VerbAnswer {
  const by = context.writer();
  if (!by.ok) return by;
  const sent = sendMessage(context.ledger, {
    id: input.id ?? null,
    type: input.type,
    channel: input.channel,
    sender: by.value.agent.name,
    target: input.to ?? null,
    correlationId: input.correlation ?? null,
    replyTo: input.reply_to ?? null,
    content: input.content ?? null,
    windowMs: input.deadline === undefined ? null : parseDuration(input.deadline),
    budgetUntil: null,
    via: by.value.via,
  });
  if (!sent.ok) return fail(sent.error);
  return ok(output(sent.value, noticesFor(context, by.value)));
}

/** What an agent hears with the answer to its send, at most so many; a person that speaks for it hears nothing. */
const HEARD_AT_ONCE = 5;

function noticesFor(context: VerbContext, { agent, session }: Speaker): readonly ShownNotice[] {
  if (session === null) return [];
  const offered = context.ledger.notices.offer(agent, session, HEARD_AT_ONCE);
  // The message is out: that a notice cannot be shown now takes nothing from it, and it is offered again.
  return offered.ok ? offered.value.notices : [];
}

function output({ message, repeated, reopened }: Sent, notices: readonly ShownNotice[]): CommandOutput {
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
    ...(notices.length === 0 ? {} : { notices: notices.map(noticeJson) }),
  };
  const lines = [
    `${repeated ? 'had been sent already' : 'sent'}: ${message.type} ${message.id} on ${message.channel}`,
    ...(effect === null ? [] : [`${message.correlationId}: ${effect.before ?? 'nothing'} → ${effect.after}`]),
    ...(reopened ? [`${message.channel} was closed and is open now`] : []),
    ...advisories.map((advisory) => `note: ${cleanText(advisory.message, 500)} [${advisory.code}]`),
    ...notices.map((notice) => `notice: ${notice.text}`),
  ];
  return { json, human: lines.join('\n') };
}
