// house-allow long-file: the ports of the engine, read together and of one shape

import type { RunEvent, StampedEvent } from '../core/event.js';
import type { NoticeKind } from '../core/channels/notice-event.js';
import type { LedgerFailure } from '../core/channels/failures.js';
import type { Isolation } from '../core/isolation/vocabulary.js';
import type { PlanId } from '../core/phase/plan-id.js';
import type { Result } from '../core/result.js';
import type { AgentResult } from '../core/run/agent-result.js';
import type { Usage } from '../core/run/usage.js';
import type { PhaseHeld, RunNotFound } from '../core/run/failures.js';
import type { FileUnwritable, WorldFailure } from '../core/world-failures.js';
import type { MergingWorld } from './merging.js';
import type { Asked, DispatchTalk, Reply, RunLook } from './talk.js';

/**
 * What the engine is handed: the outside world as types. `cli/compose.ts` builds the real one, tests may build another.
 * Paths are absolute unless a name says otherwise; commits are full hashes.
 */
export interface World {
  readonly clock: Clock;
  readonly git: GitWorld;
  readonly agents: AgentWorld;
  readonly store: RunStore;
  readonly files: RunFiles;
  readonly isolation: IsolationWorld;
}

/** The recorded decisions, as far as a run changes them beyond what its workflow's steps record. */
export interface IsolationWorld {
  /** Records, as the producer `engine`, in which worktree a dispatch runs; the value stays what the gate recorded. */
  recordPlace(place: {
    readonly run: string;
    readonly phase: string;
    readonly plan: PlanId;
    readonly worktree: string;
  }): Promise<Result<null, { readonly reason: string }>>;
  /** Executors that started in the main checkout against the rules and that nobody has seen to, each in words (DESIGN §6). */
  openViolations(): Promise<readonly string[]>;
  /** A run's records end with it. */
  forgetRun(run: string): Promise<void>;
}

/** The files of a run, and the few questions about paths that the engine may not answer itself. */
export interface RunFiles {
  /** Writes whole or not at all, making folders as needed. */
  write(path: string, text: string): Result<null, FileUnwritable>;
  /** Null where there is no file or it cannot be read. At most 1 MiB. */
  read(path: string): string | null;
  /** The last `bytes` of a file as text; empty where there is none. */
  tail(path: string, bytes: number): string;
  exists(path: string): boolean;
  /** A folder name for a plan: bounded, legal on every system, and different for different plans. */
  folderName(plan: PlanId): string;
  /** `to` as seen from `from`, forward slashes, empty for the same folder. */
  relative(from: string, to: string): string;
}

export interface Clock {
  now(): Date;
  /** Resolves after `ms`, or rejects never: on abort it resolves early. */
  wait(ms: number, signal?: AbortSignal): Promise<void>;
}

// ---------------------------------------------------------------- git

export interface GitWorld extends MergingWorld {
  /** The checkout that holds `dir`. Fails for no git, an old git, no repository, a bare one, an unborn branch. */
  checkout(dir: string): Promise<Result<Checkout, WorldFailure>>;
  /** Full hash of a revision, or null where it names nothing. */
  resolve(checkout: Checkout, rev: string): Promise<string | null>;
  isAncestor(checkout: Checkout, ancestor: string, descendant: string): Promise<boolean>;
  /** Commits of `base..head`, oldest first. */
  commits(checkout: Checkout, base: string, head: string): Promise<readonly string[]>;
  /** The same, and where the two parted. */
  history(checkout: Checkout, base: string, head: string): Promise<History>;
  /** Whether a commit's tree holds a file. `path` relative to the repository's root. */
  hasFile(checkout: Checkout, commit: string, path: string): Promise<boolean>;
  /**
   * Commits that the checkout's HEAD has stood on since it stood on `since`, as far as their reflog entries carry `mark`
   * (agents commit with `GIT_REFLOG_ACTION` set): what an agent committed outside its worktree.
   */
  markedCommits(checkout: Checkout, since: string, mark: string): Promise<readonly string[]>;
  /** What carries the mark in the repository's other checkouts that are no agent's (the main one, lanes). */
  markedElsewhere(checkout: Checkout, mark: string): Promise<readonly MarkedElsewhere[]>;
  /** A branch name for an attempt: legal, at most 100 bytes, its own also on disks that fold case. */
  branchName(run: string, plan: PlanId, attempt: number, prefix?: string): string;
  /** Files that differ between two commits, renames found. Paths relative to the checkout, read NUL-separated. */
  changes(checkout: Checkout, from: string, to: string): Promise<readonly FileChange[]>;
  /** Files that hold an unmended conflict in `to` and held none in `from`. */
  committedConflicts(checkout: Checkout, from: string, to: string): Promise<readonly string[]>;
  /** Whether the commit that a link names is on some remote of the repository at that path, in one of these checkouts. */
  isLinkPushed(places: readonly string[], link: { readonly path: string; readonly oid: string }): Promise<boolean>;
  /** What is not committed in a checkout or worktree. */
  dirt(dir: string): Promise<Result<Dirt, WorldFailure>>;

  /** The uncommitted files of a checkout, each with a mark that changes when its contents do; empty where that cannot be told. */
  fingerprint(dir: string): Promise<ReadonlyMap<string, string>>;

  /** Creates a ref, or moves it from `expected` (null: must not exist). False where another got there first. */
  updateRef(checkout: Checkout, ref: string, to: string | null, expected: string | null): Promise<boolean>;
  refs(checkout: Checkout, prefix: string): Promise<readonly { readonly ref: string; readonly oid: string }[]>;

  /**
   * Registers a worktree under the repository's lock, populates it outside the lock, copies the listed ignored files,
   * and verifies toplevel, branch, HEAD and cleanness before it answers.
   */
  createWorktree(spec: WorktreeSpec): Promise<Result<Worktree, WorldFailure>>;
  /** What is not committed in a fresh worktree now, the setup command having run, is nobody's work while it stays as it is. */
  noteSetup(dir: string): Promise<Result<null, WorldFailure>>;
  /** HEAD commit and branch of a worktree as they really are, or null where the directory is gone. */
  worktreeHead(path: string): Promise<WorktreeHead | null>;
  worktrees(checkout: Checkout): Promise<readonly ListedWorktree[]>;
  /**
   * Records whose a worktree is that a host made for an agent of a run: from then on it is listed, kept and let go as those
   * that msd makes. Fails where the path is no linked worktree, or is another plan's.
   */
  adoptWorktree(
    checkout: Checkout,
    worktree: Pick<Worktree, 'path' | 'branch' | 'base'>,
    owner: WorktreeSpec['owner'],
  ): Result<null, WorldFailure>;
  /** Renamed away, pruned, deleted in the background; links are removed as links. Never looks inside: the caller has salvaged. */
  releaseWorktree(checkout: Checkout, path: string): Promise<Result<null, WorldFailure>>;

  /** Commits exactly these paths of a worktree on its branch (a user's pre-commit hook runs). Null: nothing to commit. */
  commitPaths(dir: string, paths: readonly string[], message: string): Promise<Result<string | null, WorldFailure>>;
  /** Puts everything uncommitted of a worktree (untracked too, ignored not) on `ref` by a temporary index; null: nothing. */
  salvage(
    dir: string,
    ref: string,
    message: string,
  ): Promise<Result<{ readonly oid: string; readonly paths: readonly string[] } | null, WorldFailure>>;

  /** Tries the merge without touching any checkout and, where clean, advances `ref` by compare-and-swap. */
  integrate(checkout: Checkout, request: IntegrateRequest): Promise<Result<IntegrateOutcome, WorldFailure>>;
  /** Brings a checkout's branch to `to`, which must descend from its tip: fast-forward of files and branch, or untouched. */
  fastForward(checkout: Checkout, branch: string, to: string): Promise<Result<FastForwardOutcome, WorldFailure>>;

  /** Waits for git commands that a killed process of msd had started: they go on without it. */
  waitForOrphans(pid: number): Promise<void>;
  /**
   * Removes what killed processes of msd left and nobody will use: temporary files, locks, deletions half done, empty
   * folders for worktrees. What may belong to a living process stays. `dryRun`: only says it. @returns absolute paths
   */
  sweep(checkout: Checkout, msd: string, dryRun?: boolean): Promise<readonly string[]>;

  /** Fingerprint of the common directory's `config` and `hooks/`, kept whole so that a change can be undone. */
  guardCommonDir(checkout: Checkout): Promise<CommonDirSnapshot>;
  /** Restores what differs from the snapshot and names it. `dryRun`: only names it. */
  restoreCommonDir(snapshot: CommonDirSnapshot, dryRun?: boolean): Promise<readonly string[]>;
  /** Keeps the snapshot in the run's folder, for the case that the run dies while its agents work; null: it is over. */
  recordCommonDir(run: string, snapshot: CommonDirSnapshot | null): Result<null, FileUnwritable>;
  /** What a dead run recorded, with what changed since `until` (milliseconds: the end of its last agent); null: nothing. */
  recordedCommonDir(run: string, checkout: Checkout, until: number): CommonDirSnapshot | null;
  /** Hooks of the repository that are in the person's checkout and not in a worktree (`core.hooksPath`), by their folder. */
  hooksMissing(checkout: Checkout, worktree: string): Promise<string | null>;
}

export interface Checkout {
  /** Top level of the checkout (the linked worktree's, where started from one). */
  readonly root: string;
  readonly gitDir: string;
  readonly commonDir: string;
  /** Top level of the main checkout; null where the main repository is bare. */
  readonly mainRoot: string | null;
  readonly linked: boolean;
  /** The branch HEAD names, short; null when detached. */
  readonly branch: string | null;
  readonly head: string;
  /** merge, rebase, cherry-pick, revert, bisect; null for none. */
  readonly operation: string | null;
  /** Paths of submodules and of other repositories inside the checkout, whose files its commits cannot hold; relative. */
  readonly submodules: readonly string[];
  /** First part of the names of msd's branches: `msd`, or another where a branch of that very name exists. */
  readonly branchPrefix: string;
}

/** Commits of an agent in a checkout that is not its worktree. */
export interface MarkedElsewhere {
  readonly root: string;
  readonly commits: readonly string[];
}

export interface WorktreeHead {
  readonly oid: string;
  readonly branch: string | null;
  /** merge, rebase, cherry-pick, revert, bisect under way in it; null for none. */
  readonly operation: string | null;
}

/** What a commit has beyond another. */
export interface History {
  /** Oldest first. */
  readonly commits: readonly string[];
  /** The best common ancestor (of several, the one that git names); null for unrelated histories. */
  readonly fork: string | null;
}

export interface FileChange {
  readonly path: string;
  readonly kind: 'added' | 'modified' | 'deleted';
  /** The path an added file had before; it is then not listed as deleted. Null for none. */
  readonly renamedFrom: string | null;
  /** The commit that it links to in a repository of its own (a submodule); null for a file and for what is deleted. */
  readonly link: string | null;
}

export interface Dirt {
  /** Tracked files that differ from HEAD, staged or not. */
  readonly tracked: readonly string[];
  readonly untracked: readonly string[];
}

export interface WorktreeSpec {
  readonly checkout: Checkout;
  readonly path: string;
  /** Short branch name; must not exist, unless `reopen`. */
  readonly branch: string;
  readonly base: string;
  /** The branch is there, at `base`, and its worktree is gone. */
  readonly reopen?: boolean;
  /** Globs of ignored files to bring along (`worktrees.copy`), relative to the top of the repository. */
  readonly copy: readonly string[];
  readonly owner: { readonly run: string; readonly plan: PlanId };
}

export interface Worktree {
  readonly path: string;
  readonly branch: string;
  readonly base: string;
  /** Files that `copy` names and that did not come along: no plain files of the checkout, or not ignored in the worktree. */
  readonly notCopied: readonly string[];
}

export interface ListedWorktree {
  readonly path: string;
  readonly branch: string | null;
  readonly head: string | null;
  /** From the record msd wrote when it made the worktree, never from a name. */
  readonly owner: { readonly run: string; readonly plan: PlanId } | null;
  readonly missing: boolean;
}

export interface IntegrateRequest {
  /** Full ref name, e.g. `refs/heads/msd/r-…/integration`. */
  readonly ref: string;
  readonly theirs: string;
  readonly message: string;
  /** A tip of `ref` that is known not to hold `theirs`: while it is the tip, that is not asked again. */
  readonly lacking?: string;
  /** The merge commit's first parent is `theirs`: seen from there, the ref's work came in. Default: the ref's tip. */
  readonly theirsFirst?: boolean;
}

export type IntegrateOutcome =
  | { readonly kind: 'merged'; readonly oid: string; readonly before: string }
  | { readonly kind: 'already'; readonly oid: string }
  | { readonly kind: 'conflict'; readonly files: readonly string[] };

export type FastForwardOutcome =
  | { readonly kind: 'moved'; readonly from: string }
  | { readonly kind: 'already' }
  /** The branch is not an ancestor of `to`, or not where it was. */
  | { readonly kind: 'diverged'; readonly tip: string }
  /** Uncommitted files in the way: nothing was touched. */
  | { readonly kind: 'blocked-by-files'; readonly files: readonly string[] }
  /** The branch is not the one checked out there any more. */
  | { readonly kind: 'switched'; readonly branch: string | null };

/** Opaque to the engine. */
export interface CommonDirSnapshot {
  readonly commonDir: string;
  readonly files: ReadonlyMap<string, Buffer | null>;
  readonly modes: ReadonlyMap<string, number>;
}

// ---------------------------------------------------------------- agents

export interface AgentWorld {
  /** Fails where the host is unknown or its program is not there, before anything is started. */
  host(choice: HostChoice): Promise<Result<Host, WorldFailure>>;
  /** Starts the supervisor, which starts the agent and writes the attempt's end durably before it ends (DESIGN §8). */
  start(spec: AttemptSpec): Promise<Result<Attempt, WorldFailure>>;
  /** What is known of an attempt from its directory alone: for a run that was killed. */
  look(dir: string): Promise<AttemptState>;
  /** Ends whatever of an attempt's processes still lives though its supervisor is gone. */
  reap(dir: string): Promise<void>;
  /** Writes down how an attempt ended that no supervisor watched: its agent was started by a host's own session. */
  recordEnd(dir: string, end: AttemptEnd): Result<null, FileUnwritable>;
  /** Takes up an attempt whose supervisor still lives. */
  adopt(dir: string): Promise<Attempt | null>;
  /** Runs a command in a worktree (setup, checks), bounded in time and output, without a shell. */
  runCommand(spec: CommandSpec): Promise<CommandResult>;
}

export interface HostChoice {
  readonly name: string;
  /** `--agent-command` or `msd.agentCommand`, already split into words; null for the host's own. */
  readonly command: readonly string[] | null;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** A host is data plus this adapter (DESIGN §8). */
export interface Host {
  readonly name: string;
  /** Recorded in the run. Null where the host does not say. */
  readonly version: string | null;
  /** What its dispatch can do about isolation; the resolver reads it. */
  readonly isolation: Isolation;
  readonly harnessFlag: string | null;
  /** Program, arguments and additions to the environment that run one prompt in a directory. */
  invocation(place: Workplace): Invocation;
  /** What the host's own output says of the end, where it says more than the exit code (API errors, rate limits). */
  verdict(end: AttemptEnd, logTail: string): HostVerdict;
  /** What a session used and what was refused to it, as far as the end of its output says. */
  report(logTail: string): HostReport;
  /** One line of progress out of one line of the host's output, or null. */
  progress(line: string): string | null;
}

/** Where one agent works and writes. */
export interface Workplace {
  readonly worktree: string;
  readonly promptFile: string;
  readonly attemptDir: string;
  /** The folder of its result file and nothing else: it may write there. */
  readonly answerDir: string;
}

export interface HostReport {
  /** Null where the host does not say. */
  readonly usage: Usage | null;
  /** Tools that it was not allowed to use, each once, with how often. */
  readonly denied: readonly string[];
}

export interface Invocation {
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** The prompt goes to stdin (always also in `$MSD_PROMPT_FILE`). */
  readonly promptOnStdin: boolean;
}

export type HostVerdict =
  | { readonly kind: 'ended' }
  | { readonly kind: 'host-unavailable'; readonly detail: string; readonly retryAfterMs: number | null }
  | { readonly kind: 'failed'; readonly detail: string };

export interface AttemptSpec {
  /** `.msd/runs/<run>/<plan>/<n>`: prompt.md, agent.log, answer/result.json (the agent's), exit.json, supervisor.json. */
  readonly dir: string;
  readonly argv: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly promptFile: string;
  readonly promptOnStdin: boolean;
  readonly resultFile: string;
  readonly timeoutMs: number;
  readonly onLine: (line: string) => void;
}

export interface Attempt {
  readonly dir: string;
  /** Settles when the supervisor's record is there or the supervisor is provably gone without one. */
  readonly end: Promise<AttemptEnd>;
  /** Milliseconds since the agent's last output. */
  quietMs(): number;
  /** Ends the whole process group: TERM, then KILL after a grace. */
  stop(reason: 'timeout' | 'stopped' | 'stalled'): Promise<void>;
}

export interface AttemptEnd {
  readonly kind: 'exited' | 'signalled' | 'timeout' | 'stalled' | 'stopped' | 'not-started' | 'lost';
  readonly exitCode: number | null;
  readonly signal: string | null;
  readonly startedAt: string | null;
  readonly endedAt: string | null;
  readonly detail: string | null;
  /** The result file, parsed and bounded; null where absent; `problem` where it was there and is not what it should be. */
  readonly result: AgentResult | null;
  readonly resultProblem: string | null;
}

export type AttemptState =
  | { readonly kind: 'none' }
  | { readonly kind: 'running'; readonly pid: number }
  | { readonly kind: 'ended'; readonly end: AttemptEnd }
  /** The supervisor is gone and left no record. */
  | { readonly kind: 'lost' };

export interface CommandSpec {
  readonly argv: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly logFile: string;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

export interface CommandResult {
  readonly exitCode: number | null;
  readonly timedOut: boolean;
  readonly tail: string;
}

// ---------------------------------------------------------------- store

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

export interface RunRow extends NewRun {
  readonly startedAt: string;
  readonly endedAt: string | null;
  readonly status: string | null;
  readonly exitCode: number | null;
  readonly pid: number;
  /** It has not ended, and the owning process is not proven dead. */
  readonly alive: boolean;
}

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

export interface DispatchAnswer {
  readonly type: 'DONE' | 'FAILURE' | 'DECLINE';
  /** Begins with a code; required for FAILURE and DECLINE. */
  readonly reason: string | null;
  /** The plan's commits, and the integration commit that holds them. */
  readonly commits: readonly string[];
  readonly merged: string | null;
}

// ---------------------------------------------------------------- events

/** Where a run's events go: the printer and `events.ndjson`. */
export interface EventSink {
  emit(event: RunEvent): void;
}

export type { StampedEvent };
export type { AgentResult };
