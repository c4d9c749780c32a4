import * as z from 'zod/mini';
import { COMMITMENT_STATES } from '../../core/channels/commitment.js';
import { parseDuration } from '../../core/duration.js';
import { fail, ok } from '../../core/result.js';
import { advisoryJson, commitmentJson, commitmentLine, messageJson, messageLine } from '../print/ledger.js';
import { realClock } from '../real-clock.js';
import { stallText } from '../words/advisories.js';
import { choice, choices, count, duration, text } from './input.js';
import type { VerbAnswer, VerbContext } from './verb.js';

const DEFAULT_LIMIT = 200;
const DEFAULT_OLDER_THAN_MS = 5 * 60_000;

const limit = z.optional(
  count(
    `settled ones at most, the newest (${DEFAULT_LIMIT} without it); what is owed is always listed whole`,
    0,
    1_000_000,
  ),
);
const state = z.optional(choices(COMMITMENT_STATES, 'only these states'));

export const listObligationsInput = z.strictObject({
  state,
  obligor: z.optional(text('only what this agent owes')),
  requester: z.optional(text('only what is owed to this agent')),
  limit,
});

/** Who owes what to whom. */
export function listObligationsVerb(context: VerbContext, input: z.infer<typeof listObligationsInput>): VerbAnswer {
  const found = context.ledger.obligations({
    states: input.state ?? null,
    obligor: input.obligor ?? null,
    requester: input.requester ?? null,
    settledLimit: input.limit ?? DEFAULT_LIMIT,
  });
  if (!found.ok) return fail(found.error);
  return ok({
    json: found.value.map(commitmentJson),
    human: found.value.length === 0 ? 'nothing is owed' : found.value.map(commitmentLine).join('\n'),
  });
}

export const listMyCommitmentsInput = z.strictObject({
  role: z.optional(
    choice(['obligor', 'requester', 'both'], 'what you owe, what is owed to you, or both (both without it)'),
  ),
  state,
  limit,
});

/** What the reader owes and is owed. */
export function listMyCommitmentsVerb(context: VerbContext, input: z.infer<typeof listMyCommitmentsInput>): VerbAnswer {
  const by = context.reader();
  if (!by.ok) return by;
  const me = by.value.agent.name;
  const filter = { states: input.state ?? null, settledLimit: input.limit ?? DEFAULT_LIMIT };
  const owed =
    input.role === 'requester' ? ok([]) : context.ledger.obligations({ ...filter, obligor: me, requester: null });
  if (!owed.ok) return fail(owed.error);
  const due =
    input.role === 'obligor' ? ok([]) : context.ledger.obligations({ ...filter, obligor: null, requester: me });
  if (!due.ok) return fail(due.error);
  const json = { owed_by_me: owed.value.map(commitmentJson), owed_to_me: due.value.map(commitmentJson) };
  return ok({ json, human: [...owed.value, ...due.value].map(commitmentLine).join('\n') });
}

export const showObligationInput = z.strictObject({ id: text('a commitment, or a correlation id') });

/** One commitment, what it was handed on from, and all that was said about it. */
export function showObligationVerb(context: VerbContext, input: z.infer<typeof showObligationInput>): VerbAnswer {
  const found = context.ledger.obligation(input.id);
  if (!found.ok) return fail(found.error);
  const { commitment, chain, handoffs, messages } = found.value;
  const json = {
    ...commitmentJson(commitment),
    chain: chain.map(commitmentJson),
    handoffs,
    messages: messages.map((message) => ({
      ...messageJson(message),
      ...(message.advisories.length === 0 ? {} : { advisories: message.advisories.map(advisoryJson) }),
    })),
  };
  return ok({ json, human: [...chain.map(commitmentLine), '', ...messages.map(messageLine)].join('\n') });
}

/** How an obligation came to whom it is with now. */
export function obligationChainVerb(context: VerbContext, input: z.infer<typeof showObligationInput>): VerbAnswer {
  const found = context.ledger.obligation(input.id);
  if (!found.ok) return fail(found.error);
  const { commitment, chain, handoffs } = found.value;
  const first = chain[0] ?? commitment;
  const end = commitment.resolvedAt;
  const json = {
    correlationId: commitment.correlationId,
    initiator: commitment.requester,
    participants: handoffs.obligors,
    handoffCount: handoffs.depth,
    cycle: handoffs.cycle,
    state: commitment.state,
    elapsedMs: (end ?? realClock.now().getTime()) - first.openedAt,
    chain: chain.map(commitmentJson),
  };
  return ok({ json, human: chain.map(commitmentLine).join('\n') });
}

export const stalledObligationsInput = z.strictObject({
  older_than: z.optional(duration('without a word for so long (5m without it)')),
});

/** What is owed and makes no progress. */
export function stalledObligationsVerb(
  context: VerbContext,
  input: z.infer<typeof stalledObligationsInput>,
): VerbAnswer {
  const olderThan = input.older_than === undefined ? DEFAULT_OLDER_THAN_MS : (parseDuration(input.older_than) ?? 0);
  const found = context.ledger.stalled(olderThan);
  if (!found.ok) return fail(found.error);
  const json = found.value.map(({ commitment, lastActivityAt, conditions }) => ({
    ...commitmentJson(commitment),
    lastActivityAt: new Date(lastActivityAt).toISOString(),
    conditions,
  }));
  const lines = found.value.map(
    ({ commitment, conditions }) => `${commitmentLine(commitment)}: ${conditions.map(stallText).join('; ')}`,
  );
  return ok({ json, human: lines.length === 0 ? 'nothing stalls' : lines.join('\n') });
}
