import type { LedgerFailure } from '../core/channels/failures.js';
import type { LedgerWord } from '../core/run/heard-answer.js';
import { ok, type Result } from '../core/result.js';
import type { AttemptEnd } from '../world/processes/port.js';
import type { RunStore } from '../world/store/port.js';

/** What the ledger says of a dispatch whose agent has ended: its own answer, and a question whose answer it cannot have read. */
export function ledgerWord(
  store: RunStore,
  dispatch: string,
  end: Pick<AttemptEnd, 'endedAt'>,
): Result<LedgerWord, LedgerFailure> {
  const talk = store.talk(dispatch);
  if (!talk.ok) return talk;
  const { settled, questions } = talk.value;
  const unread = questions.findLast((one) => one.answer === null || one.answer.at >= endTime(end));
  return ok({ settled, question: unread?.text ?? null });
}

/** When an agent ended, in milliseconds; 0 where nobody knows. */
export const endTime = (end: Pick<AttemptEnd, 'endedAt'>): number =>
  end.endedAt === null ? 0 : Date.parse(end.endedAt);
