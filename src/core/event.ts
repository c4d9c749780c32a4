import type { NoticeKind } from './channels/notice-event.js';
import type { AlertCode } from './channels/watchdog.js';
import type { FailureReason } from './failure.js';
import type { Repair } from './run/repair.js';
import type { Usage } from './run/usage.js';

/** A plan's end in a run (DESIGN §13). */
export type PlanStatus = 'done' | 'failed' | 'blocked' | 'conflict' | 'checkpoint' | 'skipped';

export type RunStatus = 'done' | 'failed' | 'needs-person' | 'interrupted';

/** One plan in the closing event. `reason` begins with a code and names files, plan or commit. */
export interface PlanResult {
  readonly id: string;
  readonly status: PlanStatus;
  /** The plan's own commits now on the integration branch, oldest first. */
  readonly commits: readonly string[];
  readonly reason: string | null;
}

/** What a run tells beside its plans, by codes of its own. */
export type OwnNoticeCode =
  | 'worktree-kept'
  | 'worktree-gone'
  | 'common-dir-restored'
  | 'isolation-violation'
  | 'escaped'
  | 'checkout-changed'
  | 'not-copied'
  | 'hooks-missing'
  | 'common-dir-unrecorded'
  | 'host-unavailable'
  | 'tools-denied'
  | 'expired'
  | 'proposal-accepted'
  | 'proposal-declined';

/** A code of its own, of the watchdog, of what the primary is owed, or of what could not be done. */
export type NoticeCode = OwnNoticeCode | AlertCode | NoticeKind | FailureReason;

/** Everything a run reports. The engine emits; printers make words; `--json` prints each with `type`, `time`, `run`. */
export type RunEvent =
  | {
      readonly type: 'run-started';
      readonly phase: string;
      readonly host: string;
      readonly jobs: number;
      readonly branch: string;
      readonly base: string;
      readonly integrationBranch: string;
    }
  | ({ readonly type: 'repaired' } & Repair)
  | {
      readonly type: 'scheduled';
      readonly plans: readonly {
        readonly id: string;
        readonly wave: number | null;
        readonly after: readonly string[];
        readonly apartFrom: readonly { readonly plan: string; readonly paths: readonly string[] }[];
        readonly action: 'run' | 'skip' | 'blocked';
        readonly reason: string | null;
      }[];
    }
  | {
      readonly type: 'isolation-decided';
      readonly plan: string;
      readonly isolation: string;
      readonly reason: string;
      readonly producer: string;
    }
  | {
      readonly type: 'plan-started';
      readonly plan: string;
      readonly attempt: number;
      readonly worktree: string;
      readonly branch: string | null;
      readonly base: string;
      readonly log: string;
    }
  | { readonly type: 'plan-progress'; readonly plan: string; readonly line: string }
  | {
      readonly type: 'plan-answered';
      readonly plan: string;
      readonly answer: 'done' | 'failed' | 'declined' | 'checkpoint';
      readonly reason: string | null;
    }
  | {
      /** What one session of an agent used, as its host reported it. */
      readonly type: 'plan-usage';
      readonly plan: string;
      readonly attempt: number;
      readonly host: string;
      readonly version: string | null;
      readonly usage: Usage;
    }
  | {
      /** An agent's question to the person, or an offer that the person judges. */
      readonly type: 'plan-asked';
      readonly plan: string;
      readonly kind: 'question' | 'proposal';
      /** The commitment that an answer settles. */
      readonly id: string;
      readonly text: string;
      /** The one command that answers. */
      readonly next: string;
    }
  | {
      readonly type: 'plan-leftovers';
      readonly plan: string;
      readonly committed: readonly string[];
      readonly salvaged: readonly string[];
      readonly ref: string | null;
    }
  | {
      readonly type: 'plan-finished';
      readonly plan: string;
      readonly status: PlanStatus;
      readonly commits: readonly string[];
      readonly reason: string | null;
      readonly worktree: string | null;
      readonly next: string | null;
    }
  | {
      readonly type: 'landed';
      readonly branch: string;
      readonly from: string;
      readonly to: string;
      readonly how: 'fast-forward' | 'merge';
    }
  | {
      readonly type: 'not-landed';
      readonly branch: string;
      readonly integrationBranch: string;
      readonly reason: string;
      readonly next: string;
    }
  | { readonly type: 'notice'; readonly code: NoticeCode; readonly message: string }
  | {
      readonly type: 'run-finished';
      readonly status: RunStatus;
      readonly exitCode: 0 | 1 | 5 | 7 | 130;
      readonly plans: readonly PlanResult[];
      readonly branch: string;
      readonly integrationBranch: string;
      /** What all sessions of this run used; absent where no host said. */
      readonly usage?: Usage;
    };

/** An event with the time and the run it belongs to, as written to `events.ndjson` and stdout. */
export type StampedEvent = RunEvent & { readonly time: string; readonly run: string };
