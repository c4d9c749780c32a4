import { CLAUDE_EVENTS } from '../install/host-events.js';
import { hooksOf, ownerOf, wordsOf } from '../install/hook-entry.js';
import { isObject, jsonValue, valueAt } from '../install/json-text.js';
import { matches } from './check-entries.js';
import type { Finding, Note } from './finding.js';

/** A settings file that Claude Code reads, and its text; the later in a list, the more it counts. */
export interface SettingsSource {
  readonly name: string;
  readonly text: string;
  /** Set by whoever runs the machine: it counts above all others. */
  readonly managed: boolean;
}

export interface ClaudeFacts {
  readonly sources: readonly SettingsSource[];
  readonly hasRemote: boolean;
  readonly worktreesIgnored: boolean;
  readonly agent: string;
}

/** What in Claude Code's settings, all of them together, keeps our hooks or our executor from working. */
export function checkClaude({ sources, hasRemote, worktreesIgnored, agent }: ClaudeFacts): readonly Finding[] {
  const read = sources.map((source) => ({ ...source, value: jsonValue(source.text) }));
  const findings: Finding[] = [];
  for (const { name, value, managed } of read) {
    if (valueAt(value, ['disableAllHooks']) === true)
      findings.push({ code: 'hooks-disabled', subject: name, found: 'disableAllHooks is true' });
    if (managed && valueAt(value, ['allowManagedHooksOnly']) === true)
      findings.push({ code: 'hooks-disabled', subject: name, found: 'allowManagedHooksOnly is true' });
    const events = valueAt(value, ['hooks']);
    for (const event of Object.keys(isObject(events) ? events : {}))
      if (!CLAUDE_EVENTS.includes(event)) findings.push({ code: 'event-unknown', subject: name, found: event });
    const denied = valueAt(value, ['permissions', 'deny']);
    for (const rule of Array.isArray(denied) ? denied : [])
      if (['Agent', 'Task', `Agent(${agent})`, `Task(${agent})`].includes(String(rule)))
        findings.push({ code: 'executor-denied', subject: name, found: `permissions.deny has ${String(rule)}` });
    const plugins = valueAt(value, ['enabledPlugins']);
    const plugin = Object.entries(isObject(plugins) ? plugins : {}).find(
      ([id, on]) => id.startsWith('msd@') && on !== false,
    );
    if (plugin)
      findings.push({ code: 'hook-twice', subject: name, found: `the plugin ${plugin[0]} brings the same hooks` });
  }
  const bases = read.flatMap(({ name, value }) => {
    const base = valueAt(value, ['worktree', 'baseRef']);
    return base === undefined ? [] : [{ name, base }];
  });
  const counts = bases[bases.length - 1];
  if (hasRemote && counts?.base !== 'head')
    findings.push({
      code: 'base-not-head',
      subject: counts?.name ?? '.claude/settings.json',
      found:
        counts === undefined ? 'worktree.baseRef is not set' : `worktree.baseRef is ${JSON.stringify(counts.base)}`,
    });
  if (!worktreesIgnored)
    findings.push({
      code: 'worktrees-not-ignored',
      subject: '.claude/worktrees/',
      found: 'git would show and add them',
    });
  return findings;
}

/** Another tool's hook that is asked before an agent starts, and what it is called. */
export interface OtherGuard {
  readonly subject: string;
  readonly command: string;
}

/** Hooks of others that say in their command that they guard how agents are isolated. */
export function otherGuards(sources: readonly SettingsSource[]): readonly OtherGuard[] {
  return sources.flatMap(({ name, text }) => {
    const lists = valueAt(jsonValue(text), ['hooks', 'PreToolUse']);
    return (Array.isArray(lists) ? lists : []).flatMap((entry: unknown) => {
      const matcher = isObject(entry) ? entry['matcher'] : undefined;
      if (!matches(matcher, 'Agent') && !matches(matcher, 'Task')) return [];
      return hooksOf(entry).flatMap((hook): OtherGuard[] => {
        const command = wordsOf(hook).join(' ');
        return ownerOf(hook) === 'foreign' && /isolat|worktree/i.test(command) ? [{ subject: name, command }] : [];
      });
    });
  });
}

/** With msd's guard beside it another one fights: both see the call as it was made, so a repair does not satisfy it. */
export function checkOtherGuards(
  guards: readonly OtherGuard[],
  guarded: boolean,
  strict: boolean,
): { readonly findings: readonly Finding[]; readonly notes: readonly Note[] } {
  const told = guards.map(({ subject, command }) => ({ subject, found: command }));
  if (guarded && !strict) return { findings: told.map((one) => ({ code: 'second-guard', ...one })), notes: [] };
  return { findings: [], notes: told.map((one) => ({ code: 'other-guard', ...one })) };
}
