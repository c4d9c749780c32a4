import { fail, ok, type Result } from '../result.js';
import { type Part, partsOf, unedited } from './edited-text.js';
import { hooksOf, ownerOf, scriptOf } from './hook-entry.js';
import type { ShapeCheck } from './host-shapes.js';
import { insert, layoutOf } from './json-insert.js';
import { removeAt } from './json-remove.js';
import { isObject, type JsonPath, jsonValue, readJsonText, sameJson, twiceOn, valueAt } from './json-text.js';
import type { LeftAloneCode } from './plan.js';

/** What one of our JSON files must hold: a value at a path, or an entry in a host's list of hooks. */
export type Wanted =
  | { readonly kind: 'put'; readonly path: JsonPath; readonly value: unknown }
  | { readonly kind: 'entry'; readonly path: JsonPath; readonly value: unknown };

/** A file that a host shares with others. */
export interface JsonSpec {
  readonly wanted: readonly Wanted[];
  readonly shape: ShapeCheck;
  /** The host reads JSON only: a file with comments or with commas before an end is skipped or refused by it. */
  readonly strict: 'skipped' | 'refused' | 'no';
}

export interface Obstacle {
  readonly code: LeftAloneCode;
  readonly found: string;
}

export interface Merged {
  readonly text: string;
  /** Against the text that was given. */
  readonly parts: readonly Part[];
  /** Single values that are left as they are, though others were wanted. */
  readonly obstacles: readonly Obstacle[];
  readonly warnings: readonly Obstacle[];
}

/** Judges whether a file can be changed at all. Its own text must parse, and be shaped as its host documents it. */
export function obstacleIn(text: string, spec: JsonSpec): Obstacle | null {
  const read = readJsonText(text);
  if (!read.ok) return { code: 'not-json', found: `line ${read.error.line}: ${read.error.what}` };
  const { root, value, lenient } = read.value;
  if (spec.strict === 'refused' && (lenient || text.startsWith('\uFEFF')))
    return {
      code: 'not-json',
      found: 'comments, a byte order mark or a comma before an end, which this host does not read',
    };
  for (const { path } of spec.wanted) {
    const twice = twiceOn(root, path);
    if (twice !== null) return { code: 'key-twice', found: `${twice} stands there twice` };
  }
  const shape = spec.shape(value);
  if (shape === null) return null;
  const where = shape.at === '' ? 'the whole' : shape.at;
  return { code: 'not-as-documented', found: `${where} is ${shape.found}, accepted: ${shape.accepted}` };
}

/** Puts in what is missing, and changes nothing else. @param text what the file holds; empty for a file to be made */
export function mergeJson(text: string, spec: JsonSpec): Result<Merged, Obstacle> {
  const obstacle = obstacleIn(text, spec);
  if (obstacle) return fail(obstacle);
  const layout = layoutOf(text);
  const obstacles: Obstacle[] = [];
  let whole = unedited(text);
  for (const wanted of spec.wanted) {
    const state = stateOf(jsonValue(whole.text), wanted);
    if (state === 'missing') {
      const path = wanted.kind === 'entry' ? [...wanted.path, -1] : wanted.path;
      whole = insert(whole, path, wanted.value, layout);
    } else if (state !== 'there') obstacles.push(state);
  }
  const end = readJsonText(whole.text);
  const warnings: Obstacle[] =
    end.ok && end.value.lenient && spec.strict === 'skipped'
      ? [{ code: 'not-json', found: 'it holds comments, or a comma before an end: the host skips the whole file' }]
      : [];
  return ok({ text: whole.text, parts: partsOf(whole, text), obstacles, warnings });
}

/** What is known of what was there before, and of what was put in. */
export interface Known {
  /** Entries that look like ours and were there before, as JSON. */
  readonly earlier: readonly string[];
  /** Values that were put, and containers that were made, where there was none: paths with dots. Null: nobody knows. */
  readonly made: readonly string[] | null;
}

/** Takes out our entries, and values that were put in and are as they were put, wherever they stand. Comments and all else stay. */
export function stripJson(text: string, spec: JsonSpec, { earlier, made }: Known): string {
  const mayGo = (path: JsonPath) => made === null || made.includes(path.join('.'));
  let result = text;
  for (const path of ourHooks(jsonValue(text), earlier).reverse()) result = removeUpwards(result, path, mayGo);
  for (const { kind, path, value } of spec.wanted) {
    if (kind !== 'put' || made === null || !mayGo(path)) continue;
    if (sameJson(valueAt(jsonValue(result), path), value)) result = removeUpwards(result, path, mayGo);
  }
  return result;
}

/** What is to be known of a text before anything is put in. */
export function knownOf(text: string, spec: JsonSpec): Known {
  const value = jsonValue(text);
  const made = spec.wanted.flatMap(({ path }) =>
    path.map((_, i) => path.slice(0, i + 1)).flatMap((at) => (valueAt(value, at) === undefined ? [at.join('.')] : [])),
  );
  return { earlier: ourHooks(value, []).map((path) => JSON.stringify(valueAt(value, path))), made: [...new Set(made)] };
}

/** Paths of our hooks, in the order in which they stand; a group that holds no other is one path. */
function ourHooks(value: unknown, earlier: readonly string[]): JsonPath[] {
  const events = valueAt(value, ['hooks']);
  const isEarlier = (entry: unknown) => earlier.includes(JSON.stringify(entry));
  return Object.entries(isObject(events) ? events : {}).flatMap(([event, list]) => {
    if (!Array.isArray(list)) return [];
    return list.flatMap((entry: unknown, i): JsonPath[] => {
      const hooks = hooksOf(entry);
      const ours = hooks.flatMap((hook, j) => (ownerOf(hook) === 'ours' && !isEarlier(hook) ? [j] : []));
      if (ours.length === 0 || isEarlier(entry)) return [];
      if (ours.length === hooks.length) return [['hooks', event, i]];
      return ours.map((j) => ['hooks', event, i, 'hooks', j]);
    });
  });
}

/** Takes a value out, and the containers around it that are empty then and may go. */
function removeUpwards(text: string, path: JsonPath, mayGo: (path: JsonPath) => boolean): string {
  const result = removeAt(text, path);
  const parent = path.slice(0, -1);
  const left = valueAt(jsonValue(result), parent);
  const empty = (isObject(left) || Array.isArray(left)) && Object.keys(left).length === 0;
  return parent.length > 0 && empty && mayGo(parent) ? removeUpwards(result, parent, mayGo) : result;
}

/** Whether entries of ours stand there that are not, or no longer, wanted. */
export function hasStrays(text: string, spec: JsonSpec, earlier: readonly string[]): boolean {
  const value = jsonValue(text);
  const groups = spec.wanted.flatMap((wanted) => (wanted.kind === 'entry' ? [wanted] : []));
  return ourHooks(value, earlier).some(
    (path) => !groups.some((one) => one.path[1] === path[1] && holds(valueAt(value, path), one.value, value, path)),
  );
}

/** An entry is as wanted: the whole group, or one hook of it in a group with others' hooks and the same matcher. */
function holds(entry: unknown, wanted: unknown, value: unknown, path: JsonPath): boolean {
  if (sameJson(entry, wanted)) return true;
  if (path.length < 5) return false;
  const group = valueAt(value, path.slice(0, 3));
  const matcher = isObject(group) ? group['matcher'] : undefined;
  return isObject(wanted) && matcher === wanted['matcher'] && hooksOf(wanted).some((hook) => sameJson(hook, entry));
}

function stateOf(value: unknown, wanted: Wanted): 'there' | 'missing' | Obstacle {
  const found = valueAt(value, wanted.path);
  if (wanted.kind === 'put') {
    if (found === undefined) return 'missing';
    if (sameJson(found, wanted.value)) return 'there';
    const said = (JSON.stringify(found) ?? '').slice(0, 60);
    return {
      code: 'other-value',
      found: `${wanted.path.join('.')} is ${said}; msd would set ${JSON.stringify(wanted.value)}`,
    };
  }
  const entries = Array.isArray(found) ? found : [];
  const asWanted = entries.some((entry, i) => {
    if (sameJson(entry, wanted.value)) return true;
    const path = [...wanted.path, i, 'hooks', 0];
    return hooksOf(entry).some((hook) => ownerOf(hook) === 'ours' && holds(hook, wanted.value, value, path));
  });
  if (asWanted) return 'there';
  const scripts = hooksOf(wanted.value).map(scriptOf);
  const other = entries
    .flatMap(hooksOf)
    .find((hook) => ownerOf(hook) !== 'foreign' && scripts.includes(scriptOf(hook)));
  if (other === undefined) return 'missing';
  const whose = ownerOf(other) === 'ours' ? 'an earlier entry, which is not as msd writes it now' : 'an entry of yours';
  return { code: 'registered-by-hand', found: `${wanted.path.join('.')} starts ${scriptOf(other)} by ${whose}` };
}
