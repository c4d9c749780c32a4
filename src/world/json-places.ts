import { type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser';

/** Where things stand in a JSON text; lines are counted from 1. */
export interface JsonPlaces {
  /** The line of the key at a path; of the nearest key above it where there is none; 1 for the whole. */
  lineOf(path: readonly (string | number)[]): number;
  /** Keys that stand twice in one object: the later one counts. */
  readonly twice: readonly { readonly path: readonly string[]; readonly line: number }[];
  /** The first thing that is no JSON. */
  readonly fault: { readonly line: number; readonly found: string } | null;
}

/** Looks a JSON text over, in which what is no JSON (comments, trailing commas) is a fault. */
export function placesIn(text: string): JsonPlaces {
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { disallowComments: true, allowTrailingComma: false });
  const lineAt = (offset: number) => text.slice(0, offset).split('\n').length;
  const [error] = errors;
  return {
    lineOf(path) {
      let line = 1;
      let here: Node | undefined = root;
      for (const part of path) {
        const found = here ? childAt(here, part) : null;
        if (!found) break;
        line = lineAt(found.offset);
        here = found.type === 'property' ? found.children?.[1] : found;
      }
      return line;
    },
    twice: root ? twiceIn(root, []).map(({ path, offset }) => ({ path, line: lineAt(offset) })) : [],
    fault: error
      ? {
          line: lineAt(error.offset),
          found: `${words(printParseErrorCode(error.error))} at ${JSON.stringify(text.slice(error.offset, error.offset + 16))}`,
        }
      : null,
  };
}

/** The property of that name, the last one where there are several, or the entry of a list. */
function childAt(node: Node, part: string | number): Node | null {
  const children = node.children ?? [];
  if (node.type === 'array') return children[Number(part)] ?? null;
  return children.findLast(({ children: [name] = [] }) => name?.value === String(part)) ?? null;
}

/** `PropertyNameExpected` becomes `property name expected`. */
function words(code: string): string {
  return code.replace(/[A-Z]/g, (letter, at: number) => `${at > 0 ? ' ' : ''}${letter.toLowerCase()}`);
}

function twiceIn(node: Node, path: readonly string[]): { path: readonly string[]; offset: number }[] {
  if (node.type === 'array') return (node.children ?? []).flatMap((child, i) => twiceIn(child, [...path, String(i)]));
  if (node.type !== 'object') return [];
  const seen = new Set<string>();
  return (node.children ?? []).flatMap(({ children: [name, value] = [], offset }) => {
    const here = [...path, String(name?.value)];
    const again = seen.has(String(name?.value)) ? [{ path: here, offset }] : [];
    seen.add(String(name?.value));
    return [...again, ...(value ? twiceIn(value, here) : [])];
  });
}
