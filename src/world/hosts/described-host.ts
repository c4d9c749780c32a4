import { fail, ok } from '../../core/result.js';
import type { HostOptions } from '../../core/run/host-settings.js';
import type { AttemptEnd } from '../processes/port.js';
import type { HostReport, HostVerdict, Workplace } from './port.js';
import type { HostAdapter } from './adapter.js';
import { capabilitiesOf, type Flags, flagsOf } from './capabilities.js';
import { findProgram } from './find-program.js';

/** What one start of a client's words depend on. */
export interface HostCall {
  readonly flags: Flags;
  /** What the person, and the project with the person's consent, set for this host. */
  readonly own: HostOptions;
  readonly place: Workplace;
}

/** A client that works on a prompt without a terminal, as data: one file a host, all of this shape (DESIGN §8). */
export interface HostDescription {
  readonly name: string;
  /** The name that it is installed under. */
  readonly program: string;
  /** What makes it print the flags that `words` asks about. */
  readonly help: readonly string[];
  /** Its arguments, after the words that were set for it; the prompt comes on its input. */
  words(call: HostCall): readonly string[];
  /** One line of progress out of one line of its output, or null. */
  progress(line: string): string | null;
  /** The end as it tells of it. @param logTail the last lines of its output, the first of them perhaps cut */
  verdict(end: AttemptEnd, logTail: string, now: Date): HostVerdict;
  report(logTail: string): HostReport;
}

/** Finds the program of a described host, asks it what it can do, and says how to run a prompt. */
export function describedHost(host: HostDescription): HostAdapter {
  return {
    name: host.name,
    report: (logTail) => host.report(logTail),
    async find(choice, settings) {
      const own = settings.hosts?.[host.name] ?? {};
      const [program = host.program, ...args] = choice.command ?? own.command ?? [];
      const found = findProgram(program, settings.root, choice.env);
      if (!found.ok) return fail({ reason: 'host-missing', host: host.name, program, cause: found.cause });
      const capabilities = await capabilitiesOf(found.path, args, host.help, choice.env);
      const flags = flagsOf(capabilities);
      return ok({
        name: host.name,
        version: capabilities.version,
        isolation: 'orchestrator-worktree',
        harnessFlag: null,
        invocation: (place) => ({
          argv: [found.path, ...args, ...host.words({ flags, own, place })],
          env: {},
          promptOnStdin: true,
        }),
        verdict: (end, logTail) => (end.kind === 'exited' ? host.verdict(end, logTail, new Date()) : { kind: 'ended' }),
        report: (logTail) => host.report(logTail),
        progress: (line) => host.progress(line),
      });
    },
  };
}

/** A flag with its value, or nothing where the client does not offer it. */
export const withValue = (flag: string | null, value: string): readonly string[] =>
  flag === null ? [] : [flag, value];
