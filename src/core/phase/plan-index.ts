import type { Checkpoint } from './plan-body.js';
import type { PlanId, PlanNumber } from './plan-id.js';
import type { PlanProblem, ProblemCode } from './problems.js';

/**
 * What `msd plan index` says of a phase, and what the engine schedules by. `--json` prints it with a `message` for each
 * problem. Paths are relative to the project's root, with forward slashes; texts are as written in the files.
 */
export interface PhaseIndex {
  readonly version: 1;
  readonly phase: {
    /** As its directory spells it (`03`); the whole name where that holds no plain number. */
    readonly token: string;
    /** What phases compare by (`3`). */
    readonly key: string;
    /** The slug; null for none. */
    readonly name: string | null;
    readonly dir: string;
  };
  /** In plan order: by number, then by id. */
  readonly plans: readonly PlanEntry[];
  /** Ids by level, the first without dependencies in this phase. Without plans whose level is unknown. */
  readonly waves: readonly (readonly PlanId[])[];
  /** Pairs that touch the same files and of which neither waits for the other. */
  readonly overlaps: readonly { readonly plans: readonly [PlanId, PlanId]; readonly paths: readonly string[] }[];
  /** The disk does not tell `a` from `A`. */
  readonly ignoreCase: boolean;
  readonly problems: readonly PlanProblem[];
}

export type PlanStatus = 'complete' | 'incomplete' | 'halted' | 'blocked' | 'superseded';

export interface PlanEntry {
  readonly id: PlanId;
  /** null where the file's name holds none. */
  readonly number: PlanNumber | null;
  readonly file: string;
  /** From the frontmatter, else the first heading. */
  readonly title: string | null;
  /** First paragraph of the body's `<objective>`, else the frontmatter's. */
  readonly objective: string | null;
  /** Every plan it depends on: of this phase, and ids of others (which are in `dependsOnOutside` with their phase). */
  readonly dependsOn: readonly PlanId[];
  /** `plan` null: the whole phase. */
  readonly dependsOnOutside: readonly {
    readonly phase: string;
    readonly plan: PlanId | null;
    readonly complete: boolean;
  }[];
  /** Level in the graph of this phase, from 1; null where it cannot be told. */
  readonly wave: number | null;
  readonly declaredWave: number | null;
  readonly filesModified: readonly string[];
  readonly filesCreated: readonly string[];
  readonly filesDeleted: readonly string[];
  /** False: not declared, or not understood. Such a plan runs alone. */
  readonly filesKnown: boolean;
  readonly autonomous: boolean;
  readonly agentHint: string | null;
  readonly taskCount: number;
  readonly checkpoints: readonly Checkpoint[];
  /** `blocked`: by its summary, or by a problem of its own. */
  readonly status: PlanStatus;
  /** Dependencies that are not complete, and the stuck plans behind them; a phase's directory where a whole phase is meant. */
  readonly blockedBy: readonly string[];
  /** Why it cannot run whatever its dependencies do (a problem's code, or its status); null where it is complete or may run some day. */
  readonly stuck: ProblemCode | Exclude<PlanStatus, 'complete' | 'incomplete'> | null;
  /** It may run now, as far as this index can tell. Says nothing of `autonomous`. */
  readonly runnable: boolean;
}
