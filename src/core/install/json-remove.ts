import { createScanner, findNodeAtLocation, type Node } from 'jsonc-parser';
import { blankMark, type JsonPath, readJsonText } from './json-text.js';

/**
 * Takes a name or an item out of a JSON text, with its comma, and with its line where that is then empty. Comments stay,
 * which is why this is not left to the library: what it removes reaches to the neighbour.
 * @returns the text as it was where nothing is at the path
 */
export function removeAt(text: string, path: JsonPath): string {
  const read = blankMark(text);
  const parsed = readJsonText(text);
  const root = parsed.ok ? parsed.value.root : null;
  const found = root === null ? undefined : findNodeAtLocation(root, [...path]);
  if (found === undefined) return text;
  const node = found.parent?.type === 'property' ? found.parent : found;
  const siblings = node.parent?.children ?? [];
  const at = siblings.indexOf(node);
  const end = node.offset + node.length;
  const comma = commaAfter(read, end) ?? (at > 0 ? commaAfter(read, endOf(siblings[at - 1] as Node)) : null);
  const cuts = [{ from: node.offset, to: end }];
  if (comma !== null) cuts.push({ from: comma, to: comma + 1 });
  return cuts.sort((a, b) => b.from - a.from).reduce((rest, { from, to }) => cutOut(rest, from, to), text);
}

const endOf = (node: Node): number => node.offset + node.length;

/** Where the comma behind a place is, comments aside; null where something else comes first. */
function commaAfter(text: string, from: number): number | null {
  const scanner = createScanner(text, true);
  scanner.setPosition(from);
  scanner.scan();
  const at = scanner.getTokenOffset();
  return text[at] === ',' ? at : null;
}

/** Cuts, and takes along the line (or the space before) that would be left with nothing on it. */
function cutOut(text: string, from: number, to: number): string {
  const start = text.lastIndexOf('\n', from - 1) + 1;
  const rest = /^[ \t]*(?:\r?\n|$)/.exec(text.slice(to));
  if (/^[ \t]*$/.test(text.slice(start, from)) && rest !== null && start > 0)
    return text.slice(0, start) + text.slice(to + rest[0].length);
  return text.slice(0, from) + text.slice(to);
}
