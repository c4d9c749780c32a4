import { CURSOR_EVENTS } from './host-events.js';
import { isObject, valueAt } from './json-text.js';

/** What is wrong with a host's file: where, and what stands there. */
export interface Misshapen {
  readonly at: string;
  readonly found: string;
  readonly accepted: string;
}

/** Judges a parsed file; null for one that is as its host documents it. */
export type ShapeCheck = (value: unknown) => Misshapen | null;

const show = (value: unknown): string => (JSON.stringify(value) ?? 'nothing').slice(0, 60);

const wrong = (at: string, value: unknown, accepted: string): Misshapen => ({ at, found: show(value), accepted });

/**
 * `.claude/settings.json`. A list of hooks that holds something odd is taken by the host as it is, the odd entry aside
 * (measured, 2.1.332); a container of another kind makes it skip the whole file.
 */
export const claudeSettings: ShapeCheck = (value) =>
  rootObject(value) ?? listsIn(valueAt(value, ['hooks']), 'hooks') ?? optionalObject(value, 'worktree');

/** `.cursor/hooks.json`: one unknown event or bad entry voids the whole file, without a word. */
export const cursorHooks: ShapeCheck = (value) => {
  const version = valueAt(value, ['version']);
  const hooks = valueAt(value, ['hooks']);
  const shape = rootObject(value) ?? listsIn(hooks, 'hooks');
  if (shape) return shape;
  if (version !== undefined && version !== 1) return wrong('version', version, 'the number 1');
  for (const [event, entries] of Object.entries(isObject(hooks) ? hooks : {})) {
    if (!CURSOR_EVENTS.includes(event))
      return wrong(`hooks.${event}`, event, `an event of Cursor: ${CURSOR_EVENTS.join(', ')}`);
    const bad = (entries as unknown[]).findIndex(
      (entry) => !isObject(entry) || !(isText(entry['command']) || isText(entry['prompt'])),
    );
    if (bad >= 0) return wrong(`hooks.${event}[${bad}]`, (entries as unknown[])[bad], 'an object with a command');
  }
  return null;
};

/** `.codex/hooks.json`: only `description` and `hooks`, each list of groups; anything else makes Codex refuse the file. */
export const codexHooks: ShapeCheck = (value) => {
  const hooks = valueAt(value, ['hooks']);
  const shape = rootObject(value) ?? listsIn(hooks, 'hooks');
  if (shape) return shape;
  const other = Object.keys(isObject(value) ? value : {}).find((name) => name !== 'hooks' && name !== 'description');
  if (other !== undefined) return wrong(other, valueAt(value, [other]), 'only description and hooks');
  for (const [event, groups] of Object.entries(isObject(hooks) ? hooks : {})) {
    const bad = (groups as unknown[]).findIndex((group) => !isObject(group) || !Array.isArray(group['hooks']));
    if (bad >= 0) return wrong(`hooks.${event}[${bad}]`, (groups as unknown[])[bad], 'an object with a list of hooks');
  }
  return null;
};

/** `.mcp.json` and `.cursor/mcp.json`. */
export const mcpServers: ShapeCheck = (value) => rootObject(value) ?? optionalObject(value, 'mcpServers');

function rootObject(value: unknown): Misshapen | null {
  return value === undefined || isObject(value) ? null : wrong('', value, 'an object');
}

function optionalObject(value: unknown, name: string): Misshapen | null {
  const found = valueAt(value, [name]);
  return found === undefined || isObject(found) ? null : wrong(name, found, 'an object');
}

function listsIn(hooks: unknown, at: string): Misshapen | null {
  if (hooks === undefined) return null;
  if (!isObject(hooks)) return wrong(at, hooks, 'an object, from event to list');
  const bad = Object.entries(hooks).find(([, list]) => !Array.isArray(list));
  return bad === undefined ? null : wrong(`${at}.${bad[0]}`, bad[1], 'a list');
}

const isText = (value: unknown): boolean => typeof value === 'string' && value !== '';
