import { type Answer, type AnswerFacts, readAnswer } from './answer.js';

/** What the ledger says of a dispatch when its agent has ended. */
export interface LedgerWord {
  /** The agent's own message that settled its commitment. */
  readonly settled: { readonly type: 'DONE' | 'FAILURE' | 'DECLINE'; readonly content: string | null } | null;
  /** A question to the person whose answer the agent cannot have read before it ended. */
  readonly question: string | null;
}

/**
 * The answer of a dispatch: what the agent said in the ledger, else what its exit code and result file say. Its own word
 * counts however its process ended; whether "done" is believed is decided by evidence, as always (DESIGN §9).
 */
export function heardAnswer(end: AnswerFacts, word: LedgerWord): Answer {
  const said = word.settled?.content?.trim() || 'no reason given';
  switch (word.settled?.type) {
    case 'DONE':
      return { kind: 'done', noChanges: end.result?.noChanges ?? false };
    case 'FAILURE':
      return { kind: 'failed', code: 'agent-failed', detail: said };
    case 'DECLINE':
      return { kind: 'declined', code: 'agent-declined', detail: said };
    case undefined:
      break;
  }
  const answer = readAnswer(end);
  // An exit code of 0 alone says no more than that the agent stopped; having asked, it stopped to hear.
  const silent = answer.kind === 'done' && end.result === null;
  return silent && word.question !== null ? { kind: 'checkpoint', question: word.question } : answer;
}
