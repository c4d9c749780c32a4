import type { Isolation } from '../../core/isolation/vocabulary.js';
import type { Usage } from '../../core/run/usage.js';
import type { AttemptEnd } from '../processes/port.js';

/** Which host a person or the config asks for. */
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

/** What a host’s output says of an attempt, beside its end. */
export interface HostReport {
  /** Null where the host does not say. */
  readonly usage: Usage | null;
  /** Tools that it was not allowed to use, each once, with how often. */
  readonly denied: readonly string[];
}

/** How a host’s client is started for one prompt. */
export interface Invocation {
  readonly argv: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  /** The prompt goes to stdin (always also in `$MSD_PROMPT_FILE`). */
  readonly promptOnStdin: boolean;
}

/** How an attempt ended, as the host’s output tells it. */
export type HostVerdict =
  | { readonly kind: 'ended' }
  | { readonly kind: 'host-unavailable'; readonly detail: string; readonly retryAfterMs: number | null }
  | { readonly kind: 'failed'; readonly detail: string };
