import type { RunSession } from '../engine/run-session.js';

/** What a command may know of the process it runs in. Made once in `main.ts`; a verb run by a workflow gets one of its own. */
export interface Io {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** `--json` was given: stdout carries only data. */
  readonly json: boolean;
  /** stdout is a terminal that wants colour and redrawing. */
  readonly terminal: boolean;
  readonly color: boolean;
  /** Columns and rows of the terminal as it is now; absent where stdout is none. */
  readonly size?: (() => { readonly columns: number; readonly rows: number }) | undefined;
  /** stdin is a terminal and a person can be asked. */
  readonly interactive: boolean;
  stdout(text: string): void;
  stderr(text: string): void;
  /** The whole of standard input. */
  readStdin(): Promise<Buffer>;
  /** One line that a person types, without its end; null where standard input ends first. */
  readLine(): Promise<string | null>;
  /** Aborted on Ctrl-C and SIGTERM. */
  readonly interrupted: AbortSignal;
  /** The run whose workflow calls this verb; absent where a person typed it. */
  readonly session?: RunSession;
}
