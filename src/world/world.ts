import type { RunEvent } from '../core/event.js';
import type { PlanId } from '../core/phase/plan-id.js';
import type { Result } from '../core/result.js';
import type { FileUnwritable } from '../core/world-failures.js';
import type { GitWorld } from './git/port.js';
import type { AgentWorld } from './processes/port.js';
import type { RunStore } from './store/port.js';

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

/** The time, and the only way of waiting. */
export interface Clock {
  now(): Date;
  /** Resolves after `ms`, or rejects never: on abort it resolves early. */
  wait(ms: number, signal?: AbortSignal): Promise<void>;
}

/** Where a run's events go: the printer and `events.ndjson`. */
export interface EventSink {
  emit(event: RunEvent): void;
}
