import type { PlanReason } from './plan-outcome.js';

/** How an agent process ended and what it wrote, as far as the judgement needs it (shape of `AttemptEnd` in the world). */
export interface AnswerFacts {
  readonly kind: 'exited' | 'signalled' | 'timeout' | 'stalled' | 'stopped' | 'not-started' | 'lost';
  readonly exitCode: number | null;
  readonly signal: string | null;
  readonly detail: string | null;
  readonly result: {
    readonly status: 'done' | 'failed' | 'declined' | 'checkpoint';
    readonly reason: string | null;
    readonly question: string | null;
    readonly noChanges: boolean;
  } | null;
  readonly resultProblem: string | null;
}

/** What the agent says of its plan. Whether "done" is believed is decided by evidence, later. */
export type Answer =
  | { readonly kind: 'done'; readonly noChanges: boolean }
  | { readonly kind: 'checkpoint'; readonly question: string }
  | { readonly kind: 'failed' | 'declined'; readonly code: PlanReason; readonly detail: string };

/**
 * Reads the answer out of exit code and result file (issue of DESIGN §8: an exit code alone is enough). A non-zero exit
 * is a failure whatever the file claims; a zero exit with a file that cannot be read is not a success.
 */
export function readAnswer(end: AnswerFacts): Answer {
  const because = (text: string) => (end.detail ? `${text}: ${end.detail}` : text);
  switch (end.kind) {
    case 'timeout':
      return { kind: 'failed', code: 'timeout', detail: because('the agent did not end in its time') };
    case 'stalled':
      return { kind: 'failed', code: 'stalled', detail: because('the agent was ended: it gave no sign of work') };
    case 'stopped':
      return { kind: 'failed', code: 'stopped', detail: because('the agent was stopped') };
    case 'signalled':
      return {
        kind: 'failed',
        code: 'agent-signalled',
        detail: because(`the agent was ended by ${end.signal ?? 'a signal'}`),
      };
    case 'not-started':
      return { kind: 'failed', code: 'agent-failed', detail: because('the agent could not be started') };
    case 'lost':
      return {
        kind: 'failed',
        code: 'agent-lost',
        detail: because('the agent and its supervisor ended without a record'),
      };
    case 'exited':
      break;
  }
  const result = end.result;
  if (end.exitCode !== 0) {
    if (result?.status === 'declined')
      return { kind: 'declined', code: 'agent-declined', detail: result.reason ?? 'no reason given' };
    if (result?.status === 'checkpoint')
      return { kind: 'checkpoint', question: result.question ?? result.reason ?? '' };
    const said = result?.reason ? `exit code ${end.exitCode}: ${result.reason}` : `exit code ${end.exitCode}`;
    return { kind: 'failed', code: 'agent-failed', detail: because(said) };
  }
  if (end.resultProblem) return { kind: 'failed', code: 'result-invalid', detail: end.resultProblem };
  switch (result?.status) {
    case undefined:
      return { kind: 'done', noChanges: false };
    case 'done':
      return { kind: 'done', noChanges: result.noChanges };
    case 'checkpoint':
      return { kind: 'checkpoint', question: result.question ?? result.reason ?? '' };
    case 'declined':
      return { kind: 'declined', code: 'agent-declined', detail: result.reason ?? 'no reason given' };
    case 'failed':
      return { kind: 'failed', code: 'agent-failed', detail: result.reason ?? 'no reason given' };
  }
}
