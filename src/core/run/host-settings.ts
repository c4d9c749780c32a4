/** What may be set for one host. */
export interface HostOptions {
  /** Its program and first arguments in place of the host's own, already words. */
  readonly command?: readonly string[];
  /** Tools that it may use without asking, besides those that every executor needs. */
  readonly allowedTools?: readonly string[];
  /** How it asks for permission; only in a person's own settings. */
  readonly permissionMode?: string;
}

/** A value that is not what its key takes; `key` below the value that was read. */
export interface HostSettingsProblem {
  readonly key: string;
  readonly found: string;
  readonly accepted: string;
}

export interface HostSettingsRead {
  readonly hosts: Readonly<Record<string, HostOptions>>;
  readonly problems: readonly HostSettingsProblem[];
}

/**
 * Reads `{"<host>": {"command": ["claude"], "allowedTools": ["Bash(npm test:*)"], "permissionMode": "…"}}`: `msd.hosts` of a
 * project, where `permissionMode` is refused, since a repository must not loosen what runs on a person's machine (DESIGN
 * §14), or `hosts` of the person's own settings.
 * @param raw a parsed JSON value; null and undefined are "nothing set"
 */
export function readHostSettings(raw: unknown, from: 'project' | 'person'): HostSettingsRead {
  const hosts: Record<string, HostOptions> = {};
  const problems: HostSettingsProblem[] = [];
  const wrong = (key: string, value: unknown, accepted: string) => problems.push({ key, found: show(value), accepted });
  if (raw === null || raw === undefined) return { hosts, problems };
  if (!isRecord(raw)) wrong('', raw, 'an object with a host’s name for each key');
  for (const [name, value] of Object.entries(isRecord(raw) ? raw : {})) {
    if (!isRecord(value)) {
      wrong(name, value, 'an object');
      continue;
    }
    const options: { -readonly [K in keyof HostOptions]: HostOptions[K] } = {};
    for (const [key, given] of Object.entries(value)) {
      if (key === 'command' || key === 'allowedTools') {
        if (isTexts(given) && (key !== 'command' || given.length > 0)) options[key] = given;
        else wrong(`${name}.${key}`, given, 'a list of words');
      } else if (key === 'permissionMode') {
        if (from === 'project') wrong(`${name}.${key}`, given, 'nothing here: only your own settings may say this');
        else if (typeof given === 'string' && given !== '') options.permissionMode = given;
        else wrong(`${name}.${key}`, given, 'a word');
      } else wrong(`${name}.${key}`, given, 'command, allowedTools or permissionMode');
    }
    hosts[name] = options;
  }
  return { hosts, problems };
}

/** The person's own settings over the project's; tools of both may be used. */
export function mergeHostSettings(
  project: Readonly<Record<string, HostOptions>>,
  person: Readonly<Record<string, HostOptions>>,
): Readonly<Record<string, HostOptions>> {
  const names = new Set([...Object.keys(project), ...Object.keys(person)]);
  return Object.fromEntries(
    [...names].map((name) => {
      const [theirs, own] = [project[name] ?? {}, person[name] ?? {}];
      const tools = [...(theirs.allowedTools ?? []), ...(own.allowedTools ?? [])];
      return [name, { ...theirs, ...own, ...(tools.length > 0 ? { allowedTools: tools } : {}) }];
    }),
  );
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.length <= 200 && value.every((one) => typeof one === 'string' && one !== '');
}

function show(value: unknown): string {
  return (JSON.stringify(value) ?? 'nothing').slice(0, 80);
}
