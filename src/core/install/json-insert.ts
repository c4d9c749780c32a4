import { createScanner, findNodeAtLocation, modify, type Node } from 'jsonc-parser';
import { edit, type EditedText } from './edited-text.js';
import { blankMark, type JsonPath, readJsonText } from './json-text.js';

/** How a file is laid out, taken from the file itself. */
export interface Layout {
  readonly eol: string;
  /** One step of indentation; null where the file is all on one line. */
  readonly unit: string | null;
}

export function layoutOf(text: string): Layout {
  const eol = /\r?\n/.exec(text)?.[0] ?? '\n';
  const unit = /\{[^\S\n]*(?:\r?\n\s*)*?\r?\n([ \t]+)\S/.exec(text)?.[1];
  const oneLine = !/\n/.test(text.trim()) && /[^\s{}]/.test(text.replace(/^\uFEFF/, ''));
  return { eol, unit: oneLine ? null : (unit ?? '  ') };
}

/**
 * Puts a value where there is none yet: a name into an object, or one more item (position -1) into an array, with the
 * containers on the way. Where it goes the library says; here it is laid out as its surroundings are, and put behind a
 * comment that ends the line before, so that the comment stays with what it is about.
 * @param whole the text must be JSON, and a path into it must not meet anything but containers
 */
export function insert(whole: EditedText, path: JsonPath, value: unknown, layout: Layout): EditedText {
  const text = blankMark(whole.text);
  const read = readJsonText(whole.text);
  const root = read.ok ? read.value.root : null;
  if (root === null) return fillEmpty(whole, path, value, layout);
  const [raw] = modify(text, [...path], value, {});
  const { parent, missing } = nearestContainer(root, path);
  if (raw === undefined) return whole;
  const children = parent.children ?? [];
  const previous = children[children.length - 1];
  const inline =
    layout.unit === null ||
    (previous !== undefined && !text.slice(parent.offset, parent.offset + parent.length).includes('\n'));
  const name = typeof missing[0] === 'string' ? JSON.stringify(missing[0]) : null;
  const inner = nest(missing.slice(1), value);
  if (inline) {
    const spaced = /:\s/.test(text) || text.length < 8;
    const body = spaced ? spacedJson(inner) : JSON.stringify(inner);
    const comma = previous === undefined ? '' : spaced ? ', ' : ',';
    return edit(whole, {
      offset: raw.offset,
      length: 0,
      content: `${comma}${name === null ? '' : `${name}:${spaced ? ' ' : ''}`}${body}`,
    });
  }
  const { eol } = layout;
  const unit = layout.unit as string;
  const outer = indentAt(text, parent.offset);
  const indent =
    previous !== undefined && startsLine(text, previous.offset) ? indentAt(text, previous.offset) : outer + unit;
  const body = `${eol}${indent}${name === null ? '' : `${name}: `}${pretty(inner, unit, indent, eol)}`;
  if (previous === undefined) {
    const closed = text.slice(parent.offset + 1, parent.offset + parent.length - 1).includes('\n');
    return edit(whole, { offset: raw.offset, length: 0, content: closed ? body : `${body}${eol}${outer}` });
  }
  const end = previous.offset + previous.length;
  const comment = commentBehind(text, end);
  if (comment === null) return edit(whole, { offset: raw.offset, length: 0, content: `,${body}` });
  const put = edit(whole, { offset: comment.end, length: 0, content: `${body}${comment.comma ? ',' : ''}` });
  return comment.comma ? put : edit(put, { offset: end, length: 0, content: ',' });
}

/** A value as `insert` would print it in a file of its own. */
export function printJson(value: unknown): string {
  return `${pretty(value, '  ', '', '\n')}\n`;
}

/** A file without any value: what is there (spaces, a mark, comments) stays in front. */
function fillEmpty(whole: EditedText, path: JsonPath, value: unknown, { eol, unit }: Layout): EditedText {
  const { text } = whole;
  const apart = /(^|\n)[\uFEFF\s]*$/.test(text) ? '' : eol;
  return edit(whole, {
    offset: text.length,
    length: 0,
    content: `${apart}${pretty(nest(path, value), unit ?? '  ', '', eol)}${eol}`,
  });
}

/** The innermost container on a path that is there, and the rest of the path. */
function nearestContainer(root: Node, path: JsonPath): { readonly parent: Node; readonly missing: JsonPath } {
  for (let depth = path.length - 1; depth > 0; depth--) {
    const parent = findNodeAtLocation(root, [...path.slice(0, depth)]);
    if (parent !== undefined) return { parent, missing: path.slice(depth) };
  }
  return { parent: root, missing: path };
}

const nest = (path: JsonPath, value: unknown): unknown =>
  path.reduceRight<unknown>((inner, key) => (typeof key === 'string' ? { [key]: inner } : [inner]), value);

function pretty(value: unknown, unit: string, indent: string, eol: string): string {
  return compactLeaves(JSON.stringify(value, null, unit)).replaceAll('\n', `${eol}${indent}`);
}

/** A list of plain values stays on one line. */
function compactLeaves(text: string): string {
  return text.replace(/\[\n[^[\]{}]*\n\s*\]/g, (list) => {
    const items = JSON.parse(list) as unknown[];
    const line = `[${items.map((item) => JSON.stringify(item)).join(', ')}]`;
    return line.length <= 100 ? line : list;
  });
}

function spacedJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(spacedJson).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  return `{ ${Object.entries(value)
    .map(([name, inner]) => `${JSON.stringify(name)}: ${spacedJson(inner)}`)
    .join(', ')} }`;
}

const lineStart = (text: string, offset: number): number => text.lastIndexOf('\n', offset - 1) + 1;

const indentAt = (text: string, offset: number): string =>
  /^[ \t]*/.exec(text.slice(lineStart(text, offset), offset))?.[0] ?? '';

const startsLine = (text: string, offset: number): boolean =>
  /^[ \t]*$/.test(text.slice(lineStart(text, offset), offset));

/** A comment on the line that ends at `end`, with the comma that may stand before it. */
function commentBehind(text: string, end: number): { readonly end: number; readonly comma: boolean } | null {
  const scanner = createScanner(text, false);
  scanner.setPosition(end);
  let [comma, last] = [false, -1];
  for (;;) {
    scanner.scan();
    const from = scanner.getTokenOffset();
    const after = from + scanner.getTokenLength();
    const token = text.slice(from, after);
    if (token === ',' && !comma && last < 0) comma = true;
    else if (token.startsWith('//')) return { end: after, comma };
    else if (token.startsWith('/*')) last = after;
    else if (!/^[ \t]+$/.test(token)) return last < 0 ? null : { end: last, comma };
  }
}
