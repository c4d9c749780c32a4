import type { Result } from '../core/result.js';
import type { LedgerFailure } from '../core/channels/failures.js';
import type { Ledger } from '../world/store/ledger.js';
import type { SendRequest, Sent } from '../world/store/send.js';

/**
 * Sends a message: policy, then commitment, then store, in the ledger's one transaction (DESIGN §9). Whoever sends, by
 * command, by tool or in a run, comes through here.
 */
export function sendMessage(ledger: Pick<Ledger, 'send'>, request: SendRequest): Result<Sent, LedgerFailure> {
  return ledger.send(request);
}
