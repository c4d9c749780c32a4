import type { Result } from '../../core/result.js';
import type { WorldFailure } from '../../core/world-failures.js';
import type { HostOptions } from '../../core/run/host-settings.js';
import type { Host, HostChoice, HostReport } from './port.js';

/** What all hosts are told before one is chosen. */
export interface HostSettings {
  /** The project's root: a program named with a slash is looked for from here. */
  readonly root: string;
  /** By host name: what the person, and the project with the person's consent, set for each. */
  readonly hosts?: Readonly<Record<string, HostOptions>>;
}

/** One per host: finds its program and says how to run a prompt. All hosts have this one shape. */
export interface HostAdapter {
  readonly name: string;
  /** Of a log that an earlier run left, whether or not the program is still there. */
  report(logTail: string): HostReport;
  find(choice: HostChoice, settings: HostSettings): Promise<Result<Host, WorldFailure>>;
}
