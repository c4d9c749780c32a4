import type { Command } from 'commander';
import type { Failure } from '../core/failure.js';
import type { Result } from '../core/result.js';
import type { ExitCode } from './exit-codes.js';
import type { Io } from './io.js';

/**
 * What a command answers: data for `--json`, words for a person. A command that streams (`execute-phase`, `run logs -f`)
 * has written its lines through `io` already and leaves both null.
 */
export interface CommandOutput {
  /** One JSON document for stdout under `--json`; null when the command streamed. */
  readonly json: unknown;
  /** Lines for a person on stdout, without a final newline; null for none. */
  readonly human: string | null;
  /** 0 unless the answer itself is a "no" (a failed check, a plan that failed). */
  readonly exitCode?: ExitCode;
}

/** The words after the command's own name, as commander read them. */
export interface CommandInput {
  readonly args: readonly string[];
  readonly options: Readonly<Record<string, unknown>>;
  /** Runs another of msd's verbs in this process: `program.ts` hands itself in, since nothing it loads may import it. */
  readonly runVerb: RunVerb;
  /** The command table, for whoever must know another command's words without running it. */
  readonly commands: readonly CommandEntry[];
}

/** @returns what the verb answers; a failure of kind `usage` where the words cannot be understood */
export type RunVerb = (words: readonly string[], io: Io) => Promise<Result<CommandOutput, Failure>>;

/** One file in `cli/commands/` exports one of these as `command`. It only translates: words in, one call, words out. */
export interface CommandModule {
  /**
   * It takes exactly so many arguments and has no option of its own. Words that are just that are taken as they are: the
   * parser of words is not loaded, which a command whose time counts cannot afford.
   */
  readonly arity?: number;
  /** Arguments, options, examples. `--json` is added for every command. */
  define(command: Command): void;
  run(input: CommandInput, io: Io): Promise<Result<CommandOutput, Failure>>;
}

/** A line of the command table; the module behind it is loaded only when the command is chosen. */
export interface CommandEntry {
  /** e.g. `plan index`. */
  readonly name: string;
  /** e.g. `PHASE`, for the overview. */
  readonly usage: string;
  readonly summary: string;
  readonly load: () => Promise<{ readonly command: CommandModule }>;
}
