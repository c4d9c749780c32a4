import { heardAnswer } from '../core/run/heard-answer.js';
import { notDone } from '../core/run/plan-outcome.js';
import type { PlanEntry } from '../core/phase/plan-index.js';
import type { AttemptEnd } from '../world/processes/port.js';
import type { DispatchRow } from '../world/store/port.js';
import { judgeProposals } from './judge-proposals.js';
import { endTime, ledgerWord } from './ledger-word.js';
import type { PlanTurn } from './plan-turn.js';
import type { RunSession } from './run-session.js';
import { settle } from './settle.js';
import { worldFault } from './world-fault.js';

const NO_QUESTION =
  'The agent stopped for a person to decide and did not say what about; its log and its commits may tell.';

/** The answer of an agent that has ended: from the ledger, its exit code and its result file. A question is put to the person. */
export function hearAnswer(session: RunSession, plan: PlanEntry, dispatch: DispatchRow, end: AttemptEnd): PlanTurn {
  const { store } = session.world;
  // On a full disk the commitment stays open: the next run hears the same answer again.
  const failed = (failure: { readonly reason: string }, detail = failure.reason): PlanTurn => {
    const outcome = worldFault(failure, { detail, worktree: dispatch.worktree });
    return { kind: 'ended', outcome: outcome.code === 'environment' ? outcome : settle(session, dispatch, outcome) };
  };
  const look = store.look(session.row.id, [dispatch.id]);
  if (look.ok)
    judgeProposals(
      session,
      look.value.proposals.filter((one) => one.dispatch === dispatch.id),
    );
  const word = ledgerWord(store, dispatch.id, end);
  if (!word.ok) return failed(word.error);
  const answer = heardAnswer(end, word.value);
  session.emit({
    type: 'plan-answered',
    plan: plan.id,
    answer: answer.kind,
    reason: answer.kind === 'done' ? null : answer.kind === 'checkpoint' ? answer.question : answer.detail,
  });
  session.attempts.set(plan.id, {
    dispatch,
    plan,
    dir: dispatch.worktree,
    isolated: dispatch.isolation !== 'none',
    noChanges: answer.kind === 'done' && answer.noChanges,
  });
  switch (answer.kind) {
    case 'done':
      return { kind: 'done' };
    case 'checkpoint': {
      const question = store.ask(dispatch.id, answer.question.trim() || NO_QUESTION, endTime(end));
      if (!question.ok) return failed(question.error, `its question could not be recorded: ${question.error.reason}`);
      return { kind: 'asked', asked: { dispatch, question: question.value } };
    }
    case 'failed':
    case 'declined': {
      const outcome = notDone('failed', answer.code, answer.detail, { worktree: dispatch.worktree });
      return { kind: 'ended', outcome: settle(session, dispatch, outcome) };
    }
  }
}
