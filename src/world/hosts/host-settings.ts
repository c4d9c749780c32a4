import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';
import {
  type HostOptions,
  type HostSettingsRead,
  mergeHostSettings,
  readHostSettings,
} from '../../core/run/host-settings.js';
import { fail, ok, type Result } from '../../core/result.js';
import { readConfigFile } from '../config.js';
import type { ConfigInvalid, FileUnreadable } from '../../core/world-failures.js';

type Env = Readonly<Record<string, string | undefined>>;
type Hosts = Readonly<Record<string, HostOptions>>;

/** `$XDG_CONFIG_HOME/msd/config.json`, else `~/.config/msd/config.json`: a person's own, in no repository. */
export function personSettingsFile(env: Env): string {
  const given = env['XDG_CONFIG_HOME'];
  const home = env['HOME'] ?? homedir();
  return join(given !== undefined && isAbsolute(given) ? given : join(home, '.config'), 'msd', 'config.json');
}

/**
 * What is set for hosts: `msd.hosts` of the project, which a person has accepted, and `hosts` of the person's own settings.
 * @param projectFile where `trusted` was read, for the words of a failure
 * @param trusted the raw value of `msd.hosts` as it was accepted; null where there is none
 */
export async function loadHostSettings(
  projectFile: string,
  trusted: unknown,
  env: Env,
): Promise<Result<Hosts, ConfigInvalid | FileUnreadable>> {
  const project = judged(readHostSettings(trusted, 'project'), projectFile, 'msd.hosts');
  if (!project.ok) return project;
  const person = await readPersonSettings(personSettingsFile(env));
  return person.ok ? ok(mergeHostSettings(project.value, person.value)) : person;
}

async function readPersonSettings(file: string): Promise<Result<Hosts, ConfigInvalid | FileUnreadable>> {
  const read = await readConfigFile(file);
  if (!read.ok) return read;
  return judged(readHostSettings((read.value.raw as { hosts?: unknown } | undefined)?.hosts, 'person'), file, 'hosts');
}

function judged(read: HostSettingsRead, file: string, below: string): Result<Hosts, ConfigInvalid> {
  const [first] = read.problems;
  if (first === undefined) return ok(read.hosts);
  const key = first.key === '' ? below : `${below}.${first.key}`;
  return fail({ reason: 'config-invalid', file, line: null, key, found: first.found, accepted: first.accepted });
}
