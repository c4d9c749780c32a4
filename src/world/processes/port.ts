import type { Result } from '../../core/result.js';
import type { AgentResult } from '../../core/run/agent-result.js';
import type { FileUnwritable, WorldFailure } from '../../core/world-failures.js';
import type { Host, HostChoice } from '../hosts/port.js';

/** Agents as processes: each under a supervisor that outlives msd (ADR 0009). */
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

/** An agent to be started. */
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

/** An agent that was started. */
export interface Attempt {
  readonly dir: string;
  /** Settles when the supervisor's record is there or the supervisor is provably gone without one. */
  readonly end: Promise<AttemptEnd>;
  /** Milliseconds since the agent's last output. */
  quietMs(): number;
  /** Ends the whole process group: TERM, then KILL after a grace. */
  stop(reason: 'timeout' | 'stopped' | 'stalled'): Promise<void>;
}

/** How an agent ended, as its supervisor wrote it down. */
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

/** What the folder of an attempt says of it. */
export type AttemptState =
  | { readonly kind: 'none' }
  | { readonly kind: 'running'; readonly pid: number }
  | { readonly kind: 'ended'; readonly end: AttemptEnd }
  /** The supervisor is gone and left no record. */
  | { readonly kind: 'lost' };

/** A command of the project’s (setup, check) to be run to its end. */
export interface CommandSpec {
  readonly argv: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  readonly logFile: string;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/** How it ended, with the last of its output. */
export interface CommandResult {
  readonly exitCode: number | null;
  readonly timedOut: boolean;
  readonly tail: string;
}
