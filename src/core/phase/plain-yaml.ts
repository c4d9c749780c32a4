import type { YamlMap, YamlValue } from './yaml-map.js';

/** Characters of YAML that are read; nobody writes that much in front of a plan. */
export const YAML_LIMIT = 256 * 1024;

/**
 * The plain part of YAML in which nearly all frontmatter is written: one line a thing, keys without quotes, values that are
 * plain, or in quotes without escapes, or lists of such on one line, and blocks by indentation. It is read here several
 * times faster than by the YAML parser, and everything else is left to that one: this reader answers only where it is
 * certain of the very same answer, which a test holds it to (ADR 0014). It never reports a fault; where there is one it
 * declines.
 *
 * One expression takes a line apart, since in a process as short as msd's the regular expressions are the only code that
 * runs at full speed.
 *
 * @returns the map, or null where the source is not plain
 */
export function readPlainYaml(source: string): YamlMap | null {
  if (source.length > YAML_LIMIT || UNUSUAL.test(source)) return null;
  const root: Open = { indent: 0, map: new Map(), list: null, pending: null };
  const stack: Open[] = [root];
  let top = root;
  LINE.lastIndex = 0;
  while (LINE.lastIndex < source.length) {
    const line = LINE.exec(source);
    if (line === null) return null;
    const key = line[3];
    const text = line[4];
    if (line[2] !== undefined) {
      const indent = (line[1] as string).length;
      while (top.indent > indent) top = close(stack);
      if (top.list === null || top.indent !== indent) {
        // The first item of a list: behind a key, as deep as the key or deeper.
        if (top.map === null || top.pending === null) return null;
        const list: YamlValue[] = [];
        top.map.set(top.pending, list);
        top.pending = null;
        top = { indent, map: null, list, pending: null };
        stack.push(top);
      }
      if (key === undefined) {
        if (text === undefined) return null;
        (top.list as YamlValue[]).push(valueIn(text));
      } else {
        const map = new Map<string, YamlValue>([[key, text === undefined ? '' : valueIn(text)]]);
        (top.list as YamlValue[]).push(map);
        top = { indent: indent + line[2].length, map, list: null, pending: text === undefined ? key : null };
        stack.push(top);
      }
    } else if (key !== undefined) {
      const indent = (line[1] as string).length;
      while (top.indent > indent || (top.list !== null && top.indent === indent)) top = close(stack);
      if (top.indent < indent) {
        // A deeper map: behind a key that has nothing else.
        if (top.map === null || top.pending === null) return null;
        const map = new Map<string, YamlValue>();
        top.map.set(top.pending, map);
        top.pending = null;
        top = { indent, map, list: null, pending: null };
        stack.push(top);
      }
      const map = top.map as Map<string, YamlValue>;
      if (map.has(key)) return null;
      map.set(key, text === undefined ? '' : valueIn(text));
      top.pending = text === undefined ? key : null;
    } else if (text !== undefined) return null;
    if (stack.length > DEPTH_LIMIT) return null;
  }
  return root.map;
}

/** A map or a list that further lines may go on. */
interface Open {
  readonly indent: number;
  readonly map: Map<string, YamlValue> | null;
  readonly list: YamlValue[] | null;
  /** The key of the last line, where nothing stood behind it. */
  pending: string | null;
}

const DEPTH_LIMIT = 20;

/** Control characters, every blank but the space, and marks between documents. */
const UNUSUAL =
  /[\u0000-\u0009\u000b-\u001f\u007f-\u00a0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000\ufeff\ufffe\uffff]|^(?:---|\.\.\.)/m;

const QUOTED = `"[^"\\\\\\n]*"|'[^'\\n]*'`;
/** Blanks inside a value: what follows them is more of it. */
const INNER_BLANKS = (end: string) => ` +(?![ \\n${end}]|$)`;
/** A plain value: no colon before a blank, no `#` behind one. */
const PLAIN = `[A-Za-z0-9_./(+$~<=;^\\\\\\u00a1-\\ufffd](?:[^\\n:# ]|:(?![ \\n]|$)|(?<! )#|${INNER_BLANKS('#')})*`;
const ITEM = `[A-Za-z0-9_./](?:[A-Za-z0-9_./-]|${INNER_BLANKS(',\\]')})*|${QUOTED}`;
const ITEMS = `\\[ *(?:(?:${ITEM})(?: *, *(?:${ITEM}))*)? *\\]`;
/** 1 the indentation, 2 the dash of a list's item with its blanks, 3 the key, 4 the value; a comment and an empty line have none but 1. */
const LINE = new RegExp(
  `( *)(?:#[^\\n]*|(- +)?(?:([A-Za-z_][A-Za-z0-9_-]*):(?: +|(?=\\n|$)))?(${QUOTED}|${ITEMS}|${PLAIN})? *)(?:\\n|$)`,
  'y',
);

/** Only the outermost holds its bottom: it is at no indentation. */
function close(stack: Open[]): Open {
  stack.pop();
  return stack[stack.length - 1] as Open;
}

function valueIn(text: string): YamlValue {
  switch (text.charCodeAt(0)) {
    case QUOTE:
    case APOSTROPHE:
      return text.slice(1, -1);
    case BRACKET:
      return itemsOf(text);
    default:
      return text;
  }
}

const QUOTE = 0x22;
const APOSTROPHE = 0x27;
const BRACKET = 0x5b;
const EACH_ITEM = new RegExp(ITEM, 'g');

function itemsOf(text: string): readonly string[] {
  const items = text.slice(1, -1).match(EACH_ITEM) ?? [];
  return items.map((item) => {
    const first = item.charCodeAt(0);
    return first === QUOTE || first === APOSTROPHE ? item.slice(1, -1) : item;
  });
}
