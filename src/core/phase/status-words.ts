/** What the `status` of a summary means (DESIGN §8). */
export type SummaryMeaning = 'complete' | 'halted' | 'blocked' | 'partial' | 'unknown';

const SUMMARY_WORDS: Readonly<Record<string, SummaryMeaning>> = {
  complete: 'complete',
  completed: 'complete',
  done: 'complete',
  passed: 'complete',
  halted: 'halted',
  blocked: 'blocked',
  failed: 'blocked',
  partial: 'partial',
};

/** No status means complete: that is how most summaries are written. */
export function summaryMeaning(status: string | null): SummaryMeaning {
  const word = (status ?? 'complete').trim().toLowerCase();
  return Object.hasOwn(SUMMARY_WORDS, word) ? (SUMMARY_WORDS[word] ?? 'unknown') : 'unknown';
}

/** What a plan's own `status` means. It is no evidence that the plan's work is done. */
export type PlanMeaning = 'open' | 'superseded' | 'parked' | 'done' | 'unknown';

const OPEN =
  /^(?:|pending|planned|ready|proposed|draft|active|open|new|todo|to[ _-]do|in[ _-]?progress|executing|running|started|not[ _-]started|incomplete|approved|queued|current|next)$/;
const PARKED =
  /^(?:deferred|obsolete|cancell?ed|rejected|skipped|parked|abandoned|dropped|removed|withdrawn|archived|retired|deprecated|on[ _-]?hold|wont[ _-]?do|paused)(?![a-z])/;
const DONE = /^(?:complete|completed|done|passed|finished|shipped|closed|merged|executed|verified|implemented)$/;

export function planMeaning(status: string | null): PlanMeaning {
  const word = (status ?? '').trim().toLowerCase();
  if (OPEN.test(word)) return 'open';
  if (word.startsWith('superseded')) return 'superseded';
  if (PARKED.test(word)) return 'parked';
  return DONE.test(word) ? 'done' : 'unknown';
}
