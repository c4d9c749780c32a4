import { type Config, readConfigValue } from './config.js';
import { acceptedBy, CONFIG_KEYS } from './config-keys.js';
import { unknownKeys } from './config-unknown.js';
import { type HostOptions, readHostSettings } from './run/host-settings.js';
import { sharedFoldersProblem } from './run/shared-folders.js';

/** A file of settings, read up to JSON, and where things stand in it. */
export interface ConfigSource {
  /** As it is shown. */
  readonly file: string;
  /** Undefined where there is no file. */
  readonly raw: unknown;
  lineOf(path: readonly string[]): number;
  readonly twice: readonly { readonly path: readonly string[]; readonly line: number }[];
}

/** One setting: what counts, and who says so. */
export interface ShownSetting {
  readonly key: string;
  readonly value: unknown;
  readonly source: 'default' | 'project' | 'person';
  /** Where it is said; null for a default. */
  readonly file: string | null;
  readonly line: number | null;
  /** The option of `msd execute-phase` that says otherwise for one run. */
  readonly option: string | null;
  /** It names a program, and counts once accepted: `msd trust`. */
  readonly trust: boolean;
}

/** Something wrong. An error keeps msd from running; a warning is a key that nobody reads, or one that stands twice. */
export interface ConfigFinding {
  readonly severity: 'error' | 'warning';
  readonly file: string;
  readonly line: number;
  readonly key: string;
  readonly found: string;
  readonly accepted: string;
}

export interface ConfigReport {
  readonly settings: readonly ShownSetting[];
  readonly findings: readonly ConfigFinding[];
}

/**
 * Every setting with its source, and everything wrong with both files.
 * @param project `.planning/config.json`
 * @param person the person's own settings, of which msd reads `hosts` and `worktrees.shared`
 */
export function reportConfig(project: ConfigSource, person: ConfigSource): ConfigReport {
  const { config } = readConfigValue(project.raw);
  const settings = CONFIG_KEYS.filter(({ key }) => !key.startsWith('parallelization.') && key !== 'msd.hosts').map(
    ({ key, standard, option, trust }): ShownSetting => {
      const said = whereSaid(project.raw, key);
      const shown = { key, option, trust };
      if (said === null) return { ...shown, value: standard, source: 'default', file: null, line: null };
      const value = said === key ? at(project.raw, key) : derived(config, key);
      return { ...shown, value, source: 'project', file: project.file, line: project.lineOf(said.split('.')) };
    },
  );
  return {
    settings: [
      ...settings,
      ...hostSettings(project, 'project'),
      ...hostSettings(person, 'person'),
      ...sharedFolders(person),
    ],
    findings: [...findingsOf(project, 'project'), ...findingsOf(person, 'person')],
  };
}

/** The key that decides a setting: its own, or for the number of plans at once GSD's; null where nothing is said. */
function whereSaid(raw: unknown, key: string): string | null {
  if (at(raw, key) !== undefined) return key;
  if (key !== 'msd.jobs') return null;
  if (at(raw, 'parallelization') === false) return 'parallelization';
  if (at(raw, 'parallelization.enabled') === false) return 'parallelization.enabled';
  const most = 'parallelization.max_concurrent_agents';
  return at(raw, most) === undefined ? null : most;
}

function derived(config: Config, key: string): unknown {
  return key === 'msd.jobs' ? config.jobs : null;
}

function hostSettings(source: ConfigSource, from: 'project' | 'person'): ShownSetting[] {
  const below = from === 'project' ? 'msd.hosts' : 'hosts';
  const { hosts } = readHostSettings(at(source.raw, below), from);
  return Object.entries(hosts).flatMap(([host, options]) =>
    Object.entries(options as HostOptions).map(([name, value]) => ({
      key: `msd.hosts.${host}.${name}`,
      value,
      source: from,
      file: source.file,
      line: source.lineOf([...below.split('.'), host, name]),
      option: null,
      trust: from === 'project',
    })),
  );
}

function sharedFolders(person: ConfigSource): ShownSetting[] {
  const key = 'worktrees.shared';
  const value = at(person.raw, key);
  if (value === undefined) return [];
  const line = person.lineOf(key.split('.'));
  return [{ key, value, source: 'person', file: person.file, line, option: null, trust: false }];
}

function personProblems(
  raw: unknown,
): readonly { readonly key: string; readonly found: string; readonly accepted: string }[] {
  const hosts = readHostSettings(at(raw, 'hosts'), 'person').problems;
  const shared = sharedFoldersProblem(at(raw, 'worktrees.shared'));
  return [
    ...hosts.map((one) => ({ ...one, key: one.key === '' ? 'hosts' : `hosts.${one.key}` })),
    ...(shared === null ? [] : [{ key: 'worktrees.shared', ...shared }]),
  ];
}

function findingsOf(source: ConfigSource, from: 'project' | 'person'): ConfigFinding[] {
  const problems = from === 'project' ? readConfigValue(source.raw).problems : personProblems(source.raw);
  const finding = (severity: ConfigFinding['severity'], path: readonly string[], found: string, accepted: string) => ({
    ...{ severity, file: source.file, line: source.lineOf(path), key: path.join('.'), found, accepted },
  });
  return [
    ...problems.map(({ key, found, accepted }) => finding('error', key.split('.'), found, accepted)),
    ...(from === 'project' ? unknownKeys(source.raw) : []).map(({ path, meant }) =>
      finding('warning', path, 'a key that msd does not read', meant === null ? 'no such key' : suggestion(meant)),
    ),
    ...source.twice.map(({ path, line }) => ({
      ...finding('warning', path, 'the key a second time; this one counts', 'one of them'),
      line,
    })),
  ].sort((a, b) => a.line - b.line);
}

function suggestion(meant: string): string {
  const whole = CONFIG_KEYS.some(({ key }) => key === meant);
  return whole ? `${meant}, which takes ${acceptedBy(meant)}` : meant;
}

function at(value: unknown, path: string): unknown {
  let here = value;
  for (const part of path.split('.')) {
    if (typeof here !== 'object' || here === null || !Object.hasOwn(here, part)) return undefined;
    here = (here as Record<string, unknown>)[part];
  }
  return here;
}
