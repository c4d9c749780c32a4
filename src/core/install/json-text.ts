import {
  findNodeAtLocation,
  getNodeValue,
  type Node,
  type ParseError,
  parseTree,
  printParseErrorCode,
} from 'jsonc-parser';
import { fail, ok, type Result } from '../result.js';

/** A path into a JSON value: names and positions. */
export type JsonPath = readonly (string | number)[];

/** Why a text is no JSON: the first thing wrong and its line, from 1. */
export interface NotJson {
  readonly line: number;
  readonly what: string;
}

/** A parsed text. A byte order mark at its head is counted in, and is no part of the value. */
export interface JsonText {
  readonly root: Node | null;
  /** The value; undefined for a text without any. */
  readonly value: unknown;
  /** It holds what JSON has not: comments, commas before an end. Some hosts skip such a file. */
  readonly lenient: boolean;
}

const LENIENT = { allowTrailingComma: true, allowEmptyContent: true } as const;

/** Reads JSON with comments and with commas before an end, as editors write it. */
export function readJsonText(text: string): Result<JsonText, NotJson> {
  if (latest?.text !== text) latest = { text, read: parseText(text) };
  return latest.read;
}

/** What a text says; undefined for one that says nothing, or is no JSON. */
export function jsonValue(text: string): unknown {
  const read = readJsonText(text);
  return read.ok ? read.value.value : undefined;
}

/** The text that was read last: a change asks for the same one many times, and one of megabytes costs seconds. */
let latest: { readonly text: string; readonly read: Result<JsonText, NotJson> } | null = null;

function parseText(text: string): Result<JsonText, NotJson> {
  const errors: ParseError[] = [];
  const blank = blankMark(text);
  const root = parseTree(blank, errors, LENIENT) ?? null;
  const [first] = errors;
  if (first !== undefined) return fail({ line: lineAt(text, first.offset), what: printParseErrorCode(first.error) });
  return ok({ root, value: root === null ? undefined : getNodeValue(root), lenient: root !== null && !isStrict(text) });
}

/** The text with a space in place of a byte order mark, so that places in both are the same. */
export const blankMark = (text: string): string => (text.startsWith('\uFEFF') ? ` ${text.slice(1)}` : text);

/** Names along a path that stand twice in one object: what they mean depends on who reads. */
export function twiceOn(root: Node | null, path: JsonPath): string | null {
  for (let depth = 0; depth < path.length; depth++) {
    const name = path[depth];
    const node = root === null ? undefined : findNodeAtLocation(root, [...path.slice(0, depth)]);
    if (typeof name !== 'string' || node?.type !== 'object') continue;
    const same = (node.children ?? []).filter((property) => property.children?.[0]?.value === name);
    if (same.length > 1) return [...path.slice(0, depth + 1)].join('.');
  }
  return null;
}

export const lineAt = (text: string, offset: number): number => text.slice(0, offset).split('\n').length;

export const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The value at a path, or undefined. */
export function valueAt(value: unknown, path: JsonPath): unknown {
  return path.reduce<unknown>(
    (here, key) =>
      typeof here === 'object' && here !== null ? (here as Record<string | number, unknown>)[key] : undefined,
    value,
  );
}

/** Whether two JSON values are the same; the order of names does not count. */
export function sameJson(a: unknown, b: unknown): boolean {
  if (Array.isArray(a) && Array.isArray(b)) return a.length === b.length && a.every((item, i) => sameJson(item, b[i]));
  if (!isObject(a) || !isObject(b)) return a === b;
  const names = Object.keys(a);
  return (
    names.length === Object.keys(b).length &&
    names.every((name) => Object.hasOwn(b, name) && sameJson(a[name], b[name]))
  );
}

function isStrict(text: string): boolean {
  try {
    JSON.parse(text.replace(/^\uFEFF/, ''));
    return true;
  } catch {
    return false;
  }
}
