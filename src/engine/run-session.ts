import type { Config } from '../core/config.js';
import type { RunEvent } from '../core/event.js';
import type { PlanId } from '../core/phase/plan-id.js';
import type { PlanEntry, PhaseIndex } from '../core/phase/plan-index.js';
import type { PlanOutcome } from '../core/run/plan-outcome.js';
import type { Usage } from '../core/run/usage.js';
import type { Attempt } from '../world/processes/port.js';
import type { Checkout, CommonDirSnapshot } from '../world/git/port.js';
import type { DispatchRow, RunRow } from '../world/store/port.js';
import type { Host } from '../world/hosts/port.js';
import type { World } from '../world/world.js';
import type { Barrier } from './barrier.js';
import type { CheckoutDirt } from './checkout-changes.js';
import type { Landing } from './land.js';
import type { MergeQueue } from './merge-queue.js';
import type { OpenQuestions } from './open-questions.js';

/** Choices of one run, from the command line and the config. */
export interface RunOptions {
  readonly jobs: number;
  readonly schedule: 'dag' | 'wave';
  readonly land: 'ff' | 'branch' | 'none';
  readonly planTimeoutMs: number;
  /** An agent without a sign of work for so long is said to stall; `kill`: it is ended. Milliseconds. */
  readonly stallAfterMs: number;
  readonly onStall: 'warn' | 'kill';
  readonly plans: readonly string[];
  readonly wave: number | null;
  /** `--restart`: true for every plan, a plan's id for one; null where not asked for. */
  readonly restart: true | string | null;
  /** A person mends this plan's conflict (`msd run resolve`): it stays owed whatever its checks say. */
  readonly resolving: PlanId | null;
  /** Commands that tracked content names, as accepted and pinned at the start of the run; already split into words. */
  readonly setup: readonly string[] | null;
  readonly check: readonly string[] | null;
}

/** Where a run's files and folders are. Absolute. */
export interface RunPaths {
  readonly project: string;
  readonly planning: string;
  readonly msd: string;
  /** `.msd/runs/<run>` */
  readonly run: string;
  /** Where this run's worktrees go. */
  readonly worktrees: string;
}

/** One attempt at a plan while it runs. */
export interface LiveAttempt {
  readonly dispatch: DispatchRow;
  readonly plan: PlanEntry;
  /** Where the agent works: its worktree, or the main checkout for a plan decided `none`. */
  readonly dir: string;
  readonly isolated: boolean;
  /** The answer as read when the agent ended: "done, and there was nothing to change". */
  readonly noChanges: boolean;
}

/** An agent at work. */
export interface LiveAgent {
  readonly dispatch: DispatchRow;
  readonly plan: PlanEntry;
  readonly attempt: Attempt;
}

/**
 * The one mutable object of a run: what is going on right now. What must survive a crash is in the ledger and in git,
 * never only here.
 */
export interface RunSession {
  readonly world: World;
  readonly config: Config;
  readonly options: RunOptions;
  readonly paths: RunPaths;
  readonly row: RunRow;
  /** The checkout whose branch the work is brought to: where the person started msd. */
  readonly checkout: Checkout;
  readonly host: Host;
  readonly integrationRef: string;
  readonly emit: (event: RunEvent) => void;
  /** Aborted on Ctrl-C, SIGTERM and `msd run stop`. */
  readonly interrupted: AbortSignal;
  readonly barrier: Barrier;
  readonly mergeQueue: MergeQueue;
  readonly commonDir: CommonDirSnapshot;

  readonly index: PhaseIndex;
  /** What was uncommitted in the user's checkouts when this process began: asked then, and known before an agent starts. */
  readonly startDirt: Promise<CheckoutDirt>;
  /** Where the checkout's HEAD was when this process began. */
  readonly startHead: string;
  /** What the checkout's HEAD is expected to be: where it was found, or where this run last landed. */
  expectedHead: string;
  /** Plans whose agent works right now, or has ended and was not looked after yet. */
  readonly atWork: Set<PlanId>;
  readonly attempts: Map<PlanId, LiveAttempt>;
  /** What each session of an agent used, as far as hosts said. */
  readonly usage: Usage[];
  /** Worktrees of plans that are home, on their way out. */
  readonly tidying: Set<Promise<void>>;
  /** Agents at work, by dispatch. */
  readonly live: Map<string, LiveAgent>;
  /** Plans that wait for the person. */
  readonly questions: OpenQuestions;
  readonly outcomes: Map<PlanId, PlanOutcome>;
  /** Paths that each plan changed which this process merged. */
  readonly broughtHome: Map<PlanId, ReadonlySet<string>>;
  /** Each merge of this process by its commit: the tip that it was made on, and the paths that it brought. */
  readonly merges: Map<string, { readonly before: string; readonly paths: ReadonlySet<string> }>;
  /** Whether a worktree of this run was looked at for the repository's hooks. */
  hooksLookedAt: boolean;
  /** Notices that are given once: by code, or by the event of what the primary is owed. */
  readonly told: Set<string>;
  /** Set once an agent was seen to have committed outside its worktree: nothing of this run lands. */
  escaped: boolean;
  /** What of the run could not be written down; null: nothing. */
  fault: string | null;
  /** What became of the landing; null while the run has not come to it. */
  landed: Landing | null;
}
