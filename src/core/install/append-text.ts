import { parse, TomlError } from 'smol-toml';
import { fail, ok, type Result } from '../result.js';
import { edit, type Part, partsOf, unedited } from './edited-text.js';
import { isObject, sameJson, valueAt } from './json-text.js';
import type { Obstacle } from './merge-json.js';

/** A text to stand at the end of a file, in lines of its own. */
export interface Appended {
  readonly text: string;
  readonly parts: readonly Part[];
}

/** Adds a table to a TOML file, at its end, where it cannot change what another table means. */
export function appendToml(
  text: string,
  {
    path,
    value,
    lines,
  }: { readonly path: readonly string[]; readonly value: unknown; readonly lines: readonly string[] },
): Result<Appended, Obstacle> {
  const before = readToml(text);
  if (!before.ok) return before;
  const found = valueAt(before.value, path);
  const name = path.join('.');
  if (sameJson(found, value)) return ok({ text, parts: [] });
  if (found !== undefined)
    return fail({ code: 'other-value', found: `${name} is there already, and says something else` });
  const added = appendLines(text, text.trim() === '' ? lines : ['', ...lines]);
  const after = readToml(added.text);
  // A table that was closed (`mcp_servers = {}`) takes no more.
  if (!after.ok)
    return fail({ code: 'not-as-documented', found: `[${name}] cannot be added at the end: ${after.error.found}` });
  return ok(added);
}

/** Adds lines at the end, with the line ends of the file; a last line without its end gets one. */
export function appendLines(text: string, lines: readonly string[]): Appended {
  const eol = /\r?\n/.exec(text)?.[0] ?? '\n';
  const open = text.replace(/^\uFEFF/, '') !== '' && !text.endsWith('\n');
  const content = `${open ? eol : ''}${lines.map((line) => line + eol).join('')}`;
  const whole = edit(unedited(text), { offset: text.length, length: 0, content });
  return { text: whole.text, parts: partsOf(whole, text) };
}

/** Whether an ignore file has a line, spaces at its end aside. */
export const hasLine = (text: string, line: string): boolean =>
  text.split(/\r?\n/).some((one) => one.trimEnd() === line);

export function readToml(text: string): Result<Readonly<Record<string, unknown>>, Obstacle> {
  try {
    const value: unknown = parse(text.replace(/^\uFEFF/, ''));
    return ok(isObject(value) ? value : {});
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    return fail({ code: 'not-toml', found: `line ${error.line}: ${error.message.split('\n')[0]}` });
  }
}
