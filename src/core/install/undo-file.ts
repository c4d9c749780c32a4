import { hasLine, readToml } from './append-text.js';
import { isObject, jsonValue, readJsonText, sameJson, valueAt } from './json-text.js';
import { type JsonSpec, type Obstacle, stripJson } from './merge-json.js';
import type { FileRecord } from './plan.js';
import { undoAnywhere, undoExactly } from './undo-parts.js';

/** A text without what is ours; null where the file is to go, since we made it and nobody else put anything in. */
export type Undone = { readonly text: string | null } | Obstacle;

/**
 * Takes what is ours out of a JSON file: exactly as it was put in, where that can be found again and means what it did;
 * otherwise entry by entry. A record is a file of the repository: what it says is believed only where the rest of the
 * file means the same afterwards.
 */
export function undoJson(text: string, record: FileRecord | null, spec: JsonSpec): Undone {
  // What others have put into a file of ours needs the version that we gave it.
  const made = record?.made?.filter((path) => !record.created || path !== 'version') ?? null;
  const known = { earlier: record?.earlier ?? [], made };
  const bare = stripJson(text, spec, known);
  const left = prune(jsonValue(bare));
  const skeleton = left === undefined || sameJson(left, { version: 1 });
  for (const candidate of candidates(text, record)) {
    if (candidate === '' && record?.created === true && skeleton) return { text: null };
    const read = readJsonText(candidate);
    if (read.ok && sameJson(prune(jsonValue(stripJson(candidate, spec, known))), left)) return { text: candidate };
  }
  return { text: record?.created === true && skeleton ? null : bare };
}

/** The same for a table at the end of a TOML file, or a line of an ignore file: only the very text that was put in goes. */
export function undoAppended(text: string, record: FileRecord | null, stillThere: (text: string) => boolean): Undone {
  if (!stillThere(text)) return { text };
  for (const candidate of candidates(text, record)) {
    if (record?.parts.some((part) => part.was !== '')) break;
    if (candidate.trim() === '' && record?.created === true) return { text: null };
    if (!stillThere(candidate)) return { text: candidate };
  }
  return { code: 'not-found-again', found: 'what msd put in was changed since' };
}

/** Whether a TOML file has a table of ours; true where it cannot be read. */
export function hasTable(text: string, path: readonly string[]): boolean {
  const read = readToml(text);
  return !read.ok || valueAt(read.value, path) !== undefined;
}

export const hasOurLine =
  (line: string) =>
  (text: string): boolean =>
    hasLine(text, line);

function candidates(text: string, record: FileRecord | null): readonly string[] {
  if (record === null || record.parts.length === 0) return [];
  return [undoExactly(text, record.parts), undoAnywhere(text, record.parts)].filter((one) => one !== null);
}

/** Without empty containers: whether one was there before is what only the text itself can tell. */
function prune(value: unknown): unknown {
  if (Array.isArray(value)) {
    const items = value.map(prune).filter((item) => item !== undefined);
    return items.length === 0 ? undefined : items;
  }
  if (!isObject(value)) return value;
  const entries = Object.entries(value).flatMap(([name, inner]) => {
    const left = prune(inner);
    return left === undefined ? [] : [[name, left] as const];
  });
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}
