import type { LedgerFailure } from '../../core/channels/failures.js';
import type { NoticeKind } from '../../core/channels/notice-event.js';
import type { PlanId } from '../../core/phase/plan-id.js';
import type { Result } from '../../core/result.js';
import type { PhaseHeld, RunNotFound } from '../../core/run/failures.js';
import type { Asked, DispatchTalk, Reply, RunLook } from '../talk.js';

/** The run's part of `.msd/ledger.db`. Commitments carry the state of plans; these rows carry where things are. */
export interface RunStore {
  /** Takes the phase for this process, taking over only from an owner proven dead. */
  openRun(run: NewRun): Result<RunRow, LedgerFailure | PhaseHeld>;
  /** Gives the phase back. */
  closeRun(id: string, status: string, exitCode: number): Result<null, LedgerFailure | RunNotFound>;
  /** In the order they began. */
  runs(filter: {
    readonly phase?: string;
    readonly unfinished?: boolean;
    readonly id?: string;
  }): Result<readonly RunRow[], LedgerFailure>;

  /** Opens the commitment (COMMAND) of one attempt and records where it works, in one transaction. */
  openDispatch(dispatch: NewDispatch): Result<DispatchRow, LedgerFailure>;
  dispatches(run: string): Result<readonly DispatchRow[], LedgerFailure>;
  /** Where a dispatch works, as far as that was not known when it was opened: the host has made the worktree since. */
  placeDispatch(
    id: string,
    place: { readonly branch: string; readonly worktree: string },
  ): Result<DispatchRow, LedgerFailure>;
  /** DONE, FAILURE or DECLINE on the dispatch's commitment. A commitment already settled stays as it is. */
  settleDispatch(id: string, answer: DispatchAnswer): Result<null, LedgerFailure>;
  /**
   * A secret for the environment of the dispatch's executor (`MSD_AGENT_TOKEN`), by which msd knows who speaks. The store
   * keeps its hash only; it ends with the executor, when the dispatch is settled.
   */
  issueToken(id: string): Result<string, LedgerFailure>;
  /** STATUS on the dispatch's commitment: acknowledges once and extends the deadline. */
  heartbeat(id: string, note: string): Result<null, LedgerFailure>;
  /** What was said about a dispatch: the executor's own answer, its questions and offers. */
  talk(id: string): Result<DispatchTalk, LedgerFailure>;
  /** QUERY to the person for a dispatch's executor; one that is there, and was not answered before `unreadSince`, instead. */
  ask(id: string, question: string, unreadSince: number): Result<Asked, LedgerFailure>;
  /** A one-time code by which the person answers without a terminal. */
  issueCode(correlation: string): Result<string, LedgerFailure>;
  /** HANDOFF of a dispatch's obligation to a fresh executor in the same worktree. */
  handOff(
    id: string,
    next: { readonly attempt: number; readonly attemptDir: string; readonly deadlineMs: number },
  ): Result<DispatchRow, LedgerFailure>;
  /** The answer to a question or an offer. */
  reply(correlation: string, said: Reply): Result<null, LedgerFailure>;
  /** HANDOFF of an offer from the orchestrator to the person. */
  handToPerson(correlation: string): Result<null, LedgerFailure>;
  /** EVENT on the phase's observe channel. */
  observe(phase: string, content: string, correlation: string | null): Result<null, LedgerFailure>;
  /** What is owed in a run, and in dispatches of earlier ones that it took up; lets expire what is overdue. */
  look(run: string, takenUp: readonly string[]): Result<RunLook, LedgerFailure>;
  /** A notice to the primary: the dispatch of a plan was refused at its gate. */
  noteRefusal(refused: {
    readonly dispatch: string;
    readonly plan: string;
    readonly code: string;
    readonly reason: string;
  }): Result<null, LedgerFailure>;
  /** A notice to the primary: an executor started where it must not, in words. */
  noteViolation(who: string): Result<null, LedgerFailure>;
  /** What the role `primary` is owed, in words for whoever holds it; nothing while notices are on hold. */
  owedToPrimary(): Result<
    readonly { readonly event: string; readonly kind: NoticeKind; readonly text: string }[],
    LedgerFailure
  >;
  /** Passes on what the executors of a run have not seen, also of those that live. */
  settleRunNotices(run: string): Result<null, LedgerFailure>;
  /** Passes on what agents had not seen that have ended. @returns their names */
  recoverNotices(dryRun: boolean): Result<readonly string[], LedgerFailure>;
  close(): void;
}

/** A run to be opened. */
export interface NewRun {
  readonly id: string;
  readonly project: string;
  readonly phase: string;
  readonly checkout: string;
  readonly branch: string;
  readonly base: string;
  readonly integrationBranch: string;
  readonly host: string;
  readonly options: Readonly<Record<string, unknown>>;
}

/** A run as the ledger has it. */
export interface RunRow extends NewRun {
  readonly startedAt: string;
  readonly endedAt: string | null;
  readonly status: string | null;
  readonly exitCode: number | null;
  readonly pid: number;
  /** It has not ended, and the owning process is not proven dead. */
  readonly alive: boolean;
}

/** A dispatch to be opened, and with it its commitment. */
export interface NewDispatch {
  readonly run: string;
  readonly phase: string;
  readonly plan: PlanId;
  readonly attempt: number;
  readonly isolation: string;
  readonly base: string;
  readonly branch: string | null;
  readonly worktree: string;
  readonly attemptDir: string;
  readonly deadlineMs: number;
}

/** A dispatch as the ledger has it. */
export interface DispatchRow extends NewDispatch {
  readonly id: string;
  /** The correlation id of its commitment: its own id, or the first executor's where the obligation was handed on. */
  readonly correlation: string;
  /** Its executor. */
  readonly agent: string;
  /** It goes on, in the same worktree, where another executor stopped to ask. */
  readonly continues: boolean;
  /** The commitment's state (DESIGN §9). */
  readonly state: 'open' | 'acknowledged' | 'fulfilled' | 'declined' | 'failed' | 'delegated' | 'expired';
  readonly openedAt: string;
  readonly settledAt: string | null;
  /** The answer that settled it. */
  readonly answer: DispatchAnswer | null;
}

/** What settled a dispatch. */
export interface DispatchAnswer {
  readonly type: 'DONE' | 'FAILURE' | 'DECLINE';
  /** Begins with a code; required for FAILURE and DECLINE. */
  readonly reason: string | null;
  /** The plan's commits, and the integration commit that holds them. */
  readonly commits: readonly string[];
  readonly merged: string | null;
}
