import type { Result } from '../../core/result.js';
import type { WorldFailure } from '../../core/world-failures.js';
import type { Host, HostChoice } from '../world.js';

/** What a person may set for the hosts, from their own configuration. */
export interface HostSettings {
  /** The project's root: a program named with a slash is looked for from here. */
  readonly root: string;
  readonly claude?: {
    /** Tools that may be used without asking; default those an executor needs. */
    readonly allowedTools?: readonly string[];
    /** `bypassPermissions` only from the user's own configuration, never from a project's (DESIGN §14). */
    readonly permissionMode?: string;
  };
}

/** One per host: finds its program and says how to run a prompt. All hosts have this one shape. */
export interface HostAdapter {
  readonly name: string;
  find(choice: HostChoice, settings: HostSettings): Promise<Result<Host, WorldFailure>>;
}
