import { hooksOf, ownerOf, scriptOf } from '../install/hook-entry.js';
import { isObject, jsonValue, readJsonText, sameJson, valueAt } from '../install/json-text.js';
import { obstacleIn, type Wanted } from '../install/merge-json.js';
import type { Found, Tree } from '../install/plan.js';
import { isNewer, receiptOf } from '../install/plan-install.js';
import { CONFIG_PATHS, hooksFolder, receiptPath, type Setup, type SetupFile } from '../install/setups.js';
import type { Finding } from './finding.js';

/** One registration of a hook of ours in a host's file. */
export interface Registered {
  readonly event: string;
  readonly script: string;
  readonly matcher: unknown;
  readonly hook: Readonly<Record<string, unknown>>;
  readonly ours: boolean;
}

/** Hooks that may be started to see whether they answer: with the right call none of these changes anything. */
export const isProbed = (script: string): boolean =>
  /^msd-(agent-isolation-guard|cursor-subagent-start|write-guard|subagent-attest|session-notices)\.js$/.test(script);

/** Where hooks of ours are registered in a host's own file. */
export function registered(found: Found): readonly Registered[] {
  const value = found.kind === 'text' ? jsonValue(found.text) : undefined;
  const events = valueAt(value, ['hooks']);
  return Object.entries(isObject(events) ? events : {}).flatMap(([event, list]) =>
    (Array.isArray(list) ? list : []).flatMap((entry: unknown) =>
      hooksOf(entry).flatMap((hook): Registered[] => {
        const script = scriptOf(hook);
        if (script === null || !isObject(hook)) return [];
        return [
          {
            event,
            script,
            matcher: isObject(entry) ? entry['matcher'] : undefined,
            hook,
            ours: ownerOf(hook) === 'ours',
          },
        ];
      }),
    ),
  );
}

/** Registrations that are, byte for byte, what msd writes: of all in a repository's file only these may be started. */
export function asWritten({ host, files }: Setup, tree: Tree): readonly Registered[] {
  const config = files.find((file) => file.path === CONFIG_PATHS[host]);
  const wanted = config?.kind === 'json' ? config.spec.wanted : [];
  return registered(tree.file(CONFIG_PATHS[host])).filter(({ event, hook }) =>
    wanted.some(
      ({ kind, path, value }) =>
        kind === 'entry' && path[1] === event && hooksOf(value).some((one) => sameJson(one, hook)),
    ),
  );
}

/** Whether a host was set up here, by init or by hand. */
export const isSetUp = ({ host }: Setup, tree: Tree): boolean =>
  receiptOf(host, tree) !== null || registered(tree.file(CONFIG_PATHS[host])).length > 0;

/** What is wrong with a host's setup, as far as its files tell: entries, copies, the receipt. @param version of this msd */
export function checkEntries(setup: Setup, tree: Tree, version: string): readonly Finding[] {
  const { host, files } = setup;
  const path = CONFIG_PATHS[host];
  const receipt = receiptOf(host, tree);
  if (receipt !== null && isNewer(receipt.msd, version))
    return [
      { code: 'msd-older', subject: receiptPath(host), found: `msd ${receipt.msd} wrote them, this is ${version}` },
    ];
  const config = files.find(
    (file): file is Extract<SetupFile, { kind: 'json' }> => file.path === path && file.kind === 'json',
  )!;
  const found = tree.file(path);
  const unread = unreadable(config, found);
  if (unread !== null) return [{ code: 'config-unread', subject: path, found: unread }, ...checkCopies(setup, tree)];
  const entries = registered(found);
  const wanted = config.spec.wanted.flatMap((one) => (one.kind === 'entry' ? [one] : []));
  const lost: Finding[] =
    receipt === null && entries.some((entry) => entry.ours)
      ? [
          {
            code: 'receipt-missing',
            subject: receiptPath(host),
            found: 'our entries are there, and nothing says how they came',
          },
        ]
      : [];
  return [...lost, ...wanted.flatMap((one) => checkWanted(one, entries, path)), ...checkCopies(setup, tree)];
}

function checkWanted(wanted: Wanted, entries: readonly Registered[], path: string): readonly Finding[] {
  const event = String(wanted.path[1]);
  return hooksOf(wanted.value).flatMap((hook): Finding[] => {
    const script = scriptOf(hook) ?? '';
    const where = `${path} hooks.${event}`;
    const same = entries.filter((entry) => entry.event === event && entry.script === script);
    const [entry] = same;
    if (entry === undefined) return [{ code: 'hook-missing', subject: where, found: `nothing starts ${script}` }];
    const findings: Finding[] = [];
    if (same.length > 1)
      findings.push({ code: 'hook-twice', subject: where, found: `${same.length} entries start ${script}` });
    const matcher = isObject(wanted.value) ? wanted.value['matcher'] : undefined;
    const missed = tools(matcher).filter((tool) => !matches(entry.matcher, tool));
    if (missed.length > 0)
      findings.push({
        code: 'hook-matcher',
        subject: where,
        found: `${JSON.stringify(entry.matcher)} does not match ${missed.join(', ')}`,
      });
    const closed = (['onFailure', 'failClosed'] as const).find((name) => isObject(hook) && hook[name] !== undefined);
    if (closed !== undefined && entry.hook[closed] !== (hook as Record<string, unknown>)[closed])
      findings.push({ code: 'hook-fails-open', subject: where, found: `${script} has no ${closed}` });
    if (findings.length === 0 && entry.ours && !sameJson(entry.hook, hook))
      findings.push({ code: 'hook-changed', subject: where, found: `the entry of ${script} is not as msd writes it` });
    return findings;
  });
}

/** The names of tools that a matcher of ours is there for. */
function tools(matcher: unknown): readonly string[] {
  if (typeof matcher !== 'string') return [];
  return matcher === '.*spawn_agent' ? ['collaborationspawn_agent'] : matcher.split('|');
}

/** As hosts match: all for none, plain words by the whole name, anything else as a pattern that may match a part. */
export function matches(matcher: unknown, tool: string): boolean {
  if (matcher === undefined || matcher === '' || matcher === '*') return true;
  if (typeof matcher !== 'string') return false;
  if (/^[\w\s,|-]+$/.test(matcher))
    return matcher
      .split(/[|,]/)
      .map((word) => word.trim())
      .includes(tool);
  try {
    return new RegExp(matcher).test(tool);
  } catch {
    return false;
  }
}

function checkCopies({ host, files }: Setup, tree: Tree): readonly Finding[] {
  const receipt = receiptOf(host, tree);
  const [outdated, changed]: [string[], string[]] = [[], []];
  const findings: Finding[] = [];
  for (const file of files) {
    if (file.kind !== 'copy') continue;
    const found = tree.file(file.path);
    const known = receipt?.files[file.path];
    if (found.kind === 'text') {
      const hash = tree.hash(found.text);
      if (hash === tree.hash(file.text) || (!file.hook && known !== hash)) continue;
      (known === hash ? outdated : changed).push(file.path);
    } else if (file.hook)
      findings.push({
        code: 'hook-script-missing',
        subject: file.path,
        found: found.kind === 'absent' ? 'it is not there' : found.found,
      });
    else if (known !== undefined)
      findings.push({ code: 'agent-missing', subject: file.path, found: 'it is not there' });
  }
  const first = ([path]: readonly string[], all: readonly string[]) =>
    `${path}${all.length > 1 ? ` and ${all.length - 1} more` : ''}`;
  if (outdated.length > 0)
    findings.push({
      code: 'hook-outdated',
      subject: hooksFolder(host),
      found: `written by msd ${receipt?.msd}: ${first(outdated, outdated)}`,
    });
  if (changed.length > 0)
    findings.push({ code: 'hook-changed', subject: hooksFolder(host), found: first(changed, changed) });
  return findings;
}

/** Why the host does not take anything from its file; null where it does. */
function unreadable(config: Extract<SetupFile, { kind: 'json' }>, found: Found): string | null {
  if (found.kind === 'absent') return null;
  if (found.kind === 'blocked') return found.found;
  if (config.noSymlink && found.symlink) return 'it is a symlink, and the host reads none';
  const obstacle = obstacleIn(found.text, config.spec);
  if (obstacle) return obstacle.found;
  const read = readJsonText(found.text);
  const lenient = read.ok && read.value.lenient && config.spec.strict !== 'no';
  return lenient ? 'it holds comments, or a comma before an end: the host skips the whole file' : null;
}
