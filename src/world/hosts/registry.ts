import { fail, type Result } from '../../core/result.js';
import type { WorldFailure } from '../../core/world-failures.js';
import type { Host, HostChoice, HostReport } from './port.js';
import type { HostAdapter, HostSettings } from './adapter.js';
import { claudeHost } from './claude.js';
import { codexHost } from './codex.js';
import { commandHost } from './command.js';
import { cursorHost } from './cursor.js';

export type { HostSettings };

/** Every host that msd can start. */
const HOSTS: readonly HostAdapter[] = [commandHost, claudeHost, codexHost, cursorHost];

export const HOST_NAMES: readonly string[] = HOSTS.map((host) => host.name);

/** The host of that name with its program found, before anything is started. */
export async function chooseHost(choice: HostChoice, settings: HostSettings): Promise<Result<Host, WorldFailure>> {
  const host = HOSTS.find((known) => known.name === choice.name);
  if (!host) return fail({ reason: 'host-unknown', host: choice.name, known: HOST_NAMES });
  return host.find(choice, settings);
}

/** What a host's log says of a session: also of one that an earlier run, or another version of msd, started. */
export function reportOf(host: string, logTail: string): HostReport {
  return HOSTS.find((known) => known.name === host)?.report(logTail) ?? { usage: null, denied: [] };
}
