import * as z from 'zod/mini';
import type { WaitOutcome } from '../../core/channels/wait-outcome.js';
import { parseDuration } from '../../core/duration.js';
import { fail, ok } from '../../core/result.js';
import { unreachable } from '../../core/unreachable.js';
import { waitForAnswer } from '../../engine/wait-for-answer.js';
import type { ExitCode } from '../exit-codes.js';
import { commitmentJson, messageJson, messageLine } from '../print/ledger.js';
import { realClock } from '../real-clock.js';
import { duration, text } from './input.js';
import type { VerbAnswer, VerbContext } from './verb.js';

const DEFAULT_TIMEOUT_MS = 60_000;

export const waitForReplyInput = z.strictObject({
  correlation: text('the obligation whose answer is waited for'),
  after: z.optional(text('the last message you know: only what came later counts, also talk about an offer')),
  timeout: z.optional(duration('how long to wait (60s without it)')),
});

/** Waits for what settles an obligation. */
export async function waitForReplyVerb(
  context: VerbContext,
  input: z.infer<typeof waitForReplyInput>,
): Promise<Awaited<VerbAnswer>> {
  const waited = await waitForAnswer(context.ledger, realClock, {
    correlationId: input.correlation,
    after: input.after ?? null,
    timeoutMs: input.timeout === undefined ? DEFAULT_TIMEOUT_MS : (parseDuration(input.timeout) ?? 0),
    signal: context.interrupted,
  });
  if (!waited.ok) return fail(waited.error);
  const { outcome, message, commitment } = waited.value;
  if (outcome === 'timed-out' && context.interrupted.aborted) return fail({ reason: 'interrupted', run: null });
  return ok({
    json: {
      outcome,
      message: message === null ? null : messageJson(message),
      commitment: commitmentJson(commitment),
    },
    human: [outcome, ...(message === null ? [] : [messageLine(message)])].join('\n'),
    exitCode: exitCodeOf(outcome),
  });
}

function exitCodeOf(outcome: WaitOutcome): ExitCode {
  switch (outcome) {
    case 'answered':
      return 0;
    case 'declined':
    case 'failed':
    case 'expired':
    case 'cancelled':
      return 1;
    case 'timed-out':
      return 5;
    default:
      return unreachable(outcome);
  }
}
