import { isObject } from './json-text.js';

/** Whose a hook entry is: `ours` as `msd init` writes it, `by-hand` a registration of one of our hooks by somebody else. */
export type Owner = 'ours' | 'by-hand' | 'foreign';

/** One of our hooks as a word, also quoted, with any slashes; not a name that only contains or continues it. */
const SCRIPT = /(?:^|[\\/\s"'=])(msd-[\w-]+\.js)(?=$|["'\s;)&|])/;

/** Our hooks where `msd init` puts them. */
const PLACED = /(?:^|[\\/\s"'=])\.(?:claude|cursor|codex)[\\/]hooks[\\/]msd[\\/]msd-[\w-]+\.js/;

/** The words of a hook that may name a program: its command, and what follows it in the form without a shell. */
export function wordsOf(hook: unknown): readonly string[] {
  if (!isObject(hook)) return [];
  const { command, args } = hook;
  return [command, ...(Array.isArray(args) ? args : [])].filter((word) => typeof word === 'string');
}

/** The file name of the hook of ours that an entry starts, or null. */
export function scriptOf(hook: unknown): string | null {
  for (const word of wordsOf(hook)) {
    const name = SCRIPT.exec(word)?.[1];
    if (name !== undefined) return name;
  }
  return null;
}

/** @param hook one hook: `{"type":"command",…}` of Claude Code and Codex, or an entry of Cursor */
export function ownerOf(hook: unknown): Owner {
  if (scriptOf(hook) === null) return 'foreign';
  return wordsOf(hook).some((word) => PLACED.test(word)) ? 'ours' : 'by-hand';
}

/** The hooks of an entry: those of a group, or the entry itself. */
export function hooksOf(entry: unknown): readonly unknown[] {
  if (isObject(entry) && Array.isArray(entry['hooks'])) return entry['hooks'];
  return [entry];
}
