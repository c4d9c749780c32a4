import { fail, ok } from '../../core/result.js';
import { unreachable } from '../../core/unreachable.js';
import type { WaitOutcome } from '../../core/channels/wait-outcome.js';
import { waitForAnswer } from '../../engine/wait-for-answer.js';
import type { CommandModule } from '../command.js';
import type { ExitCode } from '../exit-codes.js';
import { withLedger } from '../open-ledger.js';
import { commitmentJson, messageJson, messageLine } from '../print/ledger.js';
import { realClock } from '../real-clock.js';
import { readDuration } from '../read-words.js';

const NAME = 'message wait';
const DEFAULT_TIMEOUT_MS = 60_000;

export const command: CommandModule = {
  define(command) {
    command
      .requiredOption('--correlation <id>', 'the obligation whose answer is waited for')
      .option('--after <message>', 'the last message you know: only what came later counts, also talk about an offer')
      .option('--timeout <duration>', 'how long to wait (default 60s)')
      .addHelpText(
        'after',
        '\nExit codes: 0 answered; 1 declined, failed, expired or withdrawn; 5 nobody answered in time.',
      );
  },
  async run({ options }, io) {
    const timeout = readDuration(options['timeout'] as string | undefined, '--timeout', NAME);
    if (!timeout.ok) return timeout;
    return withLedger(io, false, async ({ ledger }) => {
      const waited = await waitForAnswer(ledger, realClock, {
        correlationId: options['correlation'] as string,
        after: (options['after'] as string | undefined) ?? null,
        timeoutMs: timeout.value ?? DEFAULT_TIMEOUT_MS,
        signal: io.interrupted,
      });
      if (!waited.ok) return fail(waited.error);
      if (io.interrupted.aborted) return fail({ reason: 'interrupted', run: null });
      const { outcome, message, commitment } = waited.value;
      return ok({
        json: {
          outcome,
          message: message === null ? null : messageJson(message),
          commitment: commitmentJson(commitment),
        },
        human: [outcome, ...(message === null ? [] : [messageLine(message)])].join('\n'),
        exitCode: exitCodeOf(outcome),
      });
    });
  },
};

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
