import { CONFIG_KEYS } from './config-keys.js';
import { nearest } from './nearest.js';

/** A key that nobody reads, at its path. */
export interface UnknownKey {
  readonly path: readonly string[];
  /** The key that was probably meant; null where none is near. */
  readonly meant: string | null;
}

/** Sections that are msd's alone: each key in them is either read or a mistake. */
const OWN = ['msd', 'worktrees'];

const KNOWN = CONFIG_KEYS.map((one) => one.key);

/**
 * Keys of a parsed config that are mistakes. The file is shared with GSD, whose keys are many and grow: outside of msd's own
 * sections only a slip in writing a key that msd reads counts (`workflow.useWorktrees`), and nothing else.
 * @param raw a JSON object
 */
export function unknownKeys(raw: unknown): readonly UnknownKey[] {
  return look(raw, []);
}

function look(value: unknown, path: readonly string[]): UnknownKey[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [];
  return Object.keys(value).flatMap((name) => {
    const here = [...path, name];
    const dotted = here.join('.');
    if (here.length === 1 && name === '$schema') return [];
    if (KNOWN.includes(dotted)) return [];
    if (KNOWN.some((key) => key.startsWith(`${dotted}.`))) return look((value as Record<string, unknown>)[name], here);
    const siblings = namesBelow(path);
    const meant = siblings.find((one) => plain(one) === plain(name)) ?? slipOf(name, siblings, OWN.includes(here[0]!));
    if (!OWN.includes(here[0]!) && meant === null) return [];
    return [{ path: here, meant: meant === null ? null : [...path, meant].join('.') }];
  });
}

/** The names that are read directly below a path. */
function namesBelow(path: readonly string[]): readonly string[] {
  const prefix = path.map((part) => `${part}.`).join('');
  const names = KNOWN.filter((key) => key.startsWith(prefix)).map((key) => key.slice(prefix.length).split('.')[0]!);
  return [...new Set(names)];
}

/** `useWorktrees`, `use-worktrees` and `USE_WORKTREES` are `use_worktrees` to a person. */
function plain(name: string): string {
  return name.replace(/[-_]/g, '').toLowerCase();
}

/** In a section that others use too, short words are near to too many others: GSD's `mode` is no slip of `msd`. */
function slipOf(name: string, names: readonly string[], own: boolean): string | null {
  return own || name.length >= 6 ? nearest(name, names) : null;
}
