import * as z from 'zod/mini';
import { TYPE_NAMES } from '../../core/channels/message-type.js';
import { fail, ok } from '../../core/result.js';
import { entryJson, entryLine } from '../print/ledger.js';
import { choice, count, flag, place, text } from './input.js';
import type { VerbAnswer, VerbContext } from './verb.js';

export const listEntriesInput = z.strictObject({
  type: z.optional(choice(TYPE_NAMES, 'only messages of this type')),
  correlation: z.optional(text('only entries of this correlation')),
  channel: z.optional(text('only entries about this channel')),
  count: z.optional(flag('only how many there are')),
  after: z.optional(place('only entries after this place')),
  limit: z.optional(count('entries at most', 1, 1_000_000)),
});

/** Entries of the ledger. `last`: so many from the end where the input names neither place nor limit. */
export function listEntriesVerb(
  context: VerbContext,
  input: z.infer<typeof listEntriesInput>,
  last: number | null,
): VerbAnswer {
  let channel: string | null = null;
  if (input.channel !== undefined) {
    const found = context.ledger.channel(input.channel);
    if (!found.ok) return fail(found.error);
    channel = found.value.key;
  }
  const filter = {
    type: input.type ?? null,
    correlationId: input.correlation ?? null,
    channel,
    after: Number(input.after ?? 0),
  };
  if (input.count === true) {
    const counted = context.ledger.count(filter);
    return counted.ok ? ok({ json: { count: counted.value }, human: String(counted.value) }) : fail(counted.error);
  }
  const fromEnd = last !== null && input.limit === undefined && input.after === undefined;
  const found = fromEnd ? context.ledger.lastEntries(filter, last) : context.ledger.entries(filter, input.limit ?? -1);
  if (!found.ok) return fail(found.error);
  return ok({
    json: found.value.map(entryJson),
    human: found.value.length === 0 ? 'no entry' : found.value.map(entryLine).join('\n'),
  });
}
