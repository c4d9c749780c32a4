import type { LedgerFailure } from '../core/channels/failures.js';
import { type WaitOutcome, waitOutcome } from '../core/channels/wait-outcome.js';
import { fail, ok, type Result } from '../core/result.js';
import type { StoredCommitment } from '../world/store/commitments.js';
import type { Ledger } from '../world/store/ledger.js';
import type { StoredMessage } from '../world/store/messages.js';
import type { Clock } from '../world/world.js';

export interface WaitRequest {
  readonly correlationId: string;
  /** Id of the answer already known: only what came later counts. */
  readonly after: string | null;
  readonly timeoutMs: number;
  /** Aborted: waiting ends as if the time were up. */
  readonly signal: AbortSignal;
}

export interface Waited {
  readonly outcome: WaitOutcome;
  readonly message: StoredMessage | null;
  readonly commitment: StoredCommitment;
}

const FIRST_PAUSE_MS = 25;
const LONGEST_PAUSE_MS = 400;

/** Waits until a commitment is answered, from whichever channel, or the time is up. Looks, and changes nothing but what is overdue. */
export async function waitForAnswer(
  ledger: Pick<Ledger, 'correlation' | 'message'>,
  clock: Clock,
  request: WaitRequest,
): Promise<Result<Waited, LedgerFailure>> {
  const known = request.after === null ? null : ledger.message(request.after);
  if (known !== null && !known.ok) return known;
  const after = known === null ? null : known.value.seq;
  const until = clock.now().getTime() + request.timeoutMs;
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(pause * 2, LONGEST_PAUSE_MS)) {
    const looked = ledger.correlation(request.correlationId);
    if (!looked.ok) return looked;
    if (looked.value === null) return fail({ reason: 'correlation-not-found', correlationId: request.correlationId });
    const { commitment, messages } = looked.value;
    const told = waitOutcome({ commitment, messages, after });
    if (told !== null) return ok({ ...told, commitment });
    const left = until - clock.now().getTime();
    if (left <= 0 || request.signal.aborted) return ok({ outcome: 'timed-out', message: null, commitment });
    await clock.wait(Math.min(pause, left), request.signal);
  }
}
