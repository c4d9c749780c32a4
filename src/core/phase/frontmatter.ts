import { type DocumentKind, splitFrontmatter } from './frontmatter-split.js';
import type { ProblemFacts } from './problems.js';
import type { ReadYaml, YamlMap } from './yaml-map.js';

/** A problem with its line in the file, counted from 1. */
export interface LocatedFacts {
  readonly facts: ProblemFacts;
  readonly line: number | null;
}

/** Frontmatter with its values, or why there are none to rely on. */
export type Frontmatter =
  | {
      readonly kind: 'read';
      readonly map: YamlMap;
      readonly problems: readonly LocatedFacts[];
      readonly yaml: string;
      readonly bodyStart: number;
      readonly bodyLine: number;
    }
  | { readonly kind: 'missing' }
  /** It is there and cannot be relied on: nothing is assumed of what it says. */
  | { readonly kind: 'unreadable'; readonly problem: LocatedFacts; readonly yaml: string };

const MISPLACED = { late: 'frontmatter-late', fenced: 'frontmatter-fenced', unclosed: 'frontmatter-unclosed' } as const;

/** Reads the frontmatter of a text with plain line ends (`plainLines`). */
export function readFrontmatter(text: string, readYaml: ReadYaml, document: DocumentKind = 'plan'): Frontmatter {
  const split = splitFrontmatter(text, document);
  if (split.kind === 'missing') return { kind: 'missing' };
  if (split.kind !== 'found')
    return {
      kind: 'unreadable',
      problem: { facts: { code: MISPLACED[split.kind] }, line: split.line },
      yaml: split.yaml,
    };
  const { yaml, bodyStart, bodyLine } = split;
  const result = readYaml(yaml);
  if (!result.ok) {
    const facts = { code: 'frontmatter-invalid', cause: result.reason } as const;
    return { kind: 'unreadable', problem: { facts, line: result.line + 1 }, yaml };
  }
  const problems = result.twice.map(({ key, line, depth }): LocatedFacts => {
    const code = depth === 0 ? 'key-twice' : 'nested-key-twice';
    return { facts: { code, key }, line: line + 1 };
  });
  return { kind: 'read', map: result.map, problems, yaml, bodyStart, bodyLine };
}

/** Where keys and their values stand in a file, by line counted from 1. */
export interface KeyLines {
  /** The first line of the key that was asked for; null where it cannot be told. */
  readonly first: number | null;
  /** The line of a value that stands on a line of its own; else `first`. */
  readonly of: (value: string) => number | null;
}

/** Finds the lines of every key that begins with `key`, and of what stands below it. Reads the frontmatter once. */
export function keyLines(yaml: string, key: string): KeyLines {
  const starts = new RegExp(`^["']?${key}`);
  const values = new Map<string, number>();
  let first: number | null = null;
  let inside = false;
  let line = 1;
  for (const content of yaml.split('\n')) {
    line++;
    if (/^[^\s#-]/.test(content)) inside = starts.test(content);
    if (!inside) continue;
    first ??= line;
    const value = content.replace(/^\s*-\s+/, '').trim();
    for (const text of [value, value.replace(/^(["'])(.*)\1$/, '$2'), value.replace(/\s+#.*$/, '')])
      if (text !== '' && !values.has(text)) values.set(text, line);
  }
  return { first, of: (value) => values.get(value.trim()) ?? first };
}
