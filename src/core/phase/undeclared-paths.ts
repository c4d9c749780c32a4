import { readDeclaredPaths } from './declared-path.js';
import { globCovers } from './path-glob.js';
import { lineCounter, type PlanBody } from './plan-body.js';

/** Paths that are told of one plan. */
const NAMED_LIMIT = 20;
/** Characters of a path. */
const PATH_LIMIT = 300;

/** Paths that a plan's text names and that it does not declare: two plans may meet there unseen. */
export interface UndeclaredPaths {
  readonly paths: readonly string[];
  /** Line of the first. */
  readonly line: number;
}

/**
 * Finds in a plan's text what it does not declare.
 * @param start where the body begins, @param firstLine the line that is
 * @param declared the plan's paths as the index gives them
 */
export function findUndeclared(
  text: string,
  start: number,
  firstLine: number,
  body: PlanBody,
  declared: readonly string[],
): UndeclaredPaths | null {
  const exact = new Set(declared);
  const seen = new Set<string>();
  let patterns: readonly (readonly string[])[] | null = null;
  let first = 0;
  for (const { path, at } of namedPaths(text, start, body)) {
    if (exact.has(path) || seen.has(path)) continue;
    patterns ??= declared.map(segmentsOf);
    const read = readDeclaredPaths(path, '')[0];
    if (read?.kind !== 'path' || covered(patterns, read.path)) continue;
    if (seen.size === 0) first = at;
    seen.add(path);
    if (seen.size === NAMED_LIMIT) break;
  }
  return seen.size === 0 ? null : { paths: [...seen], line: lineCounter(text, start, firstLine)(first) };
}

/** Whether a path is one that a plan declares, by meaning: the path itself, a directory above it, or a pattern. */
export function isDeclared(declared: readonly string[], path: string, ignoreCase: boolean): boolean {
  const fold = (one: string) => (ignoreCase ? one.toLowerCase() : one);
  return covered(
    declared.map((one) => segmentsOf(fold(one))),
    fold(path).normalize('NFC'),
  );
}

function covered(patterns: readonly (readonly string[])[], path: string): boolean {
  const segments = path.split('/');
  return patterns.some((one) => globCovers(one, segments));
}

function segmentsOf(path: string): readonly string[] {
  const clean = path.replace(/^\.\/|\/+$/g, '');
  return clean === '' ? [] : clean.split('/');
}

/** A slash inside a word; what is right of it in the word; and a word that is a file's path and no URL, include or number. */
const SLASH = /[\w\])]\/[\w(@[.]/g;
const RIGHT = /[\w.@+[\]()/-]*/y;
const PATH = /^(?:\.\/)?([\w+[(][\w.@+[\]()-]*(?:\/[\w.@+[\]()-]+)*\.[A-Za-z][A-Za-z0-9]{0,9})[.:)]*$/;

/** Characters of a word, left of its first slash. */
const IN_WORD = Array.from({ length: 128 }, (_, code) => /[\w.@+[\]():/-]/.test(String.fromCharCode(code)));

/** Where the word begins that holds the character at `at`; no longer back than a path is long. */
function wordStart(text: string, start: number, at: number): number {
  const least = Math.max(start, at - PATH_LIMIT);
  let begin = at;
  while (begin > least && IN_WORD[text.charCodeAt(begin - 1)] === true) begin--;
  return begin;
}

/** Paths of files that the text names outside what is skipped. Planning files are nobody's work. */
function* namedPaths(text: string, start: number, body: PlanBody): Generator<{ path: string; at: number }> {
  let range = 0;
  SLASH.lastIndex = start;
  for (let match = SLASH.exec(text); match !== null; match = SLASH.exec(text)) {
    const at = match.index;
    while ((body.skipped[range]?.end ?? Number.POSITIVE_INFINITY) <= at) range++;
    const skip = body.skipped[range];
    if (skip !== undefined && skip.start <= at) {
      SLASH.lastIndex = skip.end;
      continue;
    }
    RIGHT.lastIndex = at + 1;
    const right = RIGHT.exec(text)?.[0] ?? '';
    const next = at + 1 + right.length;
    const left = text.slice(wordStart(text, start, at), at + 1);
    const word = left.length + right.length > PATH_LIMIT ? '' : left + right;
    // A bracket around the path is none in it.
    const path = PATH.exec(word.startsWith('(') && !word.slice(0, -1).includes(')') ? word.slice(1) : word)?.[1];
    if (path !== undefined && !path.startsWith('.planning/') && !path.includes('..')) yield { path, at };
    // A generator may be left here: the place is set again when it is entered.
    SLASH.lastIndex = next;
  }
}
