import * as z from 'zod/mini';
import { fail, ok } from '../../core/result.js';
import { messageJson, messageLine } from '../print/ledger.js';
import { count, place, text } from './input.js';
import type { VerbAnswer, VerbContext } from './verb.js';

const DEFAULT_LIMIT = 50;

export const checkMessagesInput = z.strictObject({
  channel: z.optional(
    text('the channel: hub/id, or an id that one hub has; without it all that you hear: your home, and what you watch'),
  ),
  after: z.optional(place('the cursor that an earlier page ended with')),
  limit: z.optional(count(`messages at most (${DEFAULT_LIMIT} without it)`, 1, 10_000)),
});

/** One page of what the reader sees of a channel. */
export function checkMessagesVerb(context: VerbContext, input: z.infer<typeof checkMessagesInput>): VerbAnswer {
  const by = context.reader();
  if (!by.ok) return by;
  const page = context.ledger.page({
    channel: input.channel ?? null,
    reader: by.value.agent.name,
    after: Number(input.after ?? 0),
    limit: input.limit ?? DEFAULT_LIMIT,
  });
  if (!page.ok) return fail(page.error);
  const { messages, scanned } = page.value;
  const cursor = String(scanned);
  const lines = messages.length === 0 ? ['nothing new'] : messages.map(messageLine);
  return ok({
    json: { messages: messages.map(messageJson), cursor },
    human: [...lines, `go on with --after ${cursor}`].join('\n'),
  });
}
