import { unreachable } from '../unreachable.js';
import { DATA_PATH_SOURCE, type DataPath, lookUp, parseDataPath, type Scope } from './data-path.js';

/**
 * What `if="…"` says: paths, literals (`'text'`, whole numbers, `true`, `false`, `null`), `==`, `!=`, `not`, `and`, `or`
 * and parentheses. Nothing is converted: `3 == '3'` is false.
 */
export type Condition = { readonly source: string; readonly node: ConditionNode };

export type ConditionNode =
  | { readonly kind: 'path'; readonly path: DataPath }
  | { readonly kind: 'literal'; readonly value: string | number | boolean | null }
  | { readonly kind: 'equal' | 'unequal' | 'and' | 'or'; readonly left: ConditionNode; readonly right: ConditionNode }
  | { readonly kind: 'not'; readonly inner: ConditionNode };

const TOKEN = new RegExp(`\\s*(?:(==|!=|\\(|\\))|'([^']*)'|(-?[0-9]{1,15})(?![\\w.])|(${DATA_PATH_SOURCE}))`, 'y');
const MAX_DEPTH = 20;

type Token = { readonly kind: 'op' | 'text' | 'number' | 'word'; readonly text: string };

/** @returns the condition, or what is wrong with it in words */
export function parseCondition(source: string): Condition | string {
  if (source.length > 500) return 'longer than 500 characters';
  const tokens = tokenize(source);
  if (typeof tokens === 'string') return tokens;
  const reader = new Reader(tokens);
  const node = reader.or(0);
  if (reader.problem !== null) return reader.problem;
  const left = reader.peek();
  if (left) return `"${left.text}" is not expected here`;
  return { source, node };
}

function tokenize(source: string): readonly Token[] | string {
  const tokens: Token[] = [];
  TOKEN.lastIndex = 0;
  while (source.slice(TOKEN.lastIndex).trim() !== '') {
    const at = TOKEN.lastIndex;
    const match = TOKEN.exec(source);
    if (!match) return `cannot be read from "${source.slice(at).trim().slice(0, 20)}" on`;
    if (match[1] !== undefined) tokens.push({ kind: 'op', text: match[1] });
    else if (match[2] !== undefined) tokens.push({ kind: 'text', text: match[2] });
    else if (match[3] !== undefined) tokens.push({ kind: 'number', text: match[3] });
    else tokens.push({ kind: 'word', text: match[4]! });
  }
  return tokens;
}

/** Recursive descent: or < and < not < comparison. The first problem stays. */
class Reader {
  problem: string | null = null;
  #at = 0;
  readonly #tokens: readonly Token[];

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  peek(): Token | undefined {
    return this.#tokens[this.#at];
  }

  or(depth: number): ConditionNode {
    return this.#chain('or', () => this.#chain('and', () => this.#not(depth)));
  }

  #chain(word: 'or' | 'and', next: () => ConditionNode): ConditionNode {
    let left = next();
    while (this.#takes('word', word)) left = { kind: word, left, right: next() };
    return left;
  }

  #not(depth: number): ConditionNode {
    if (depth > MAX_DEPTH) return this.#fails(`nested deeper than ${MAX_DEPTH}`);
    if (this.#takes('word', 'not')) return { kind: 'not', inner: this.#not(depth + 1) };
    const left = this.#value(depth);
    if (this.#takes('op', '==')) return { kind: 'equal', left, right: this.#value(depth) };
    if (this.#takes('op', '!=')) return { kind: 'unequal', left, right: this.#value(depth) };
    return left;
  }

  #value(depth: number): ConditionNode {
    const token = this.peek();
    if (!token) return this.#fails('ends where a value is expected');
    this.#at += 1;
    if (token.kind === 'text') return { kind: 'literal', value: token.text };
    if (token.kind === 'number') return { kind: 'literal', value: Number(token.text) };
    if (token.kind === 'word') return this.#word(token.text);
    if (token.text !== '(') return this.#fails(`"${token.text}" where a value is expected`);
    const inner = this.or(depth + 1);
    if (!this.#takes('op', ')')) return this.#fails('a parenthesis is not closed');
    return inner;
  }

  #word(text: string): ConditionNode {
    if (text === 'true' || text === 'false') return { kind: 'literal', value: text === 'true' };
    if (text === 'null') return { kind: 'literal', value: null };
    const path = ['and', 'or', 'not'].includes(text) ? null : parseDataPath(text);
    return path ? { kind: 'path', path } : this.#fails(`"${text.slice(0, 20)}" where a value is expected`);
  }

  #takes(kind: Token['kind'], text: string): boolean {
    const token = this.peek();
    if (token?.kind !== kind || token.text !== text) return false;
    this.#at += 1;
    return true;
  }

  #fails(problem: string): ConditionNode {
    this.problem ??= problem;
    this.#at = this.#tokens.length;
    return { kind: 'literal', value: null };
  }
}

/** Every path the condition refers to. */
export function conditionPaths(node: ConditionNode): readonly DataPath[] {
  switch (node.kind) {
    case 'path':
      return [node.path];
    case 'literal':
      return [];
    case 'not':
      return conditionPaths(node.inner);
    case 'equal':
    case 'unequal':
    case 'and':
    case 'or':
      return [...conditionPaths(node.left), ...conditionPaths(node.right)];
    default:
      return unreachable(node);
  }
}

/**
 * @returns whether it holds; a path that leads nowhere counts as null. Null, false, 0, the empty text and the empty list
 * are false by themselves.
 */
export function holds(condition: Condition, scope: Scope): boolean {
  return isTrue(evaluate(condition.node, scope));
}

function evaluate(node: ConditionNode, scope: Scope): unknown {
  switch (node.kind) {
    case 'path':
      return lookUp(scope, node.path) ?? null;
    case 'literal':
      return node.value;
    case 'not':
      return !isTrue(evaluate(node.inner, scope));
    case 'equal':
      return evaluate(node.left, scope) === evaluate(node.right, scope);
    case 'unequal':
      return evaluate(node.left, scope) !== evaluate(node.right, scope);
    case 'and':
      return isTrue(evaluate(node.left, scope)) && isTrue(evaluate(node.right, scope));
    case 'or':
      return isTrue(evaluate(node.left, scope)) || isTrue(evaluate(node.right, scope));
    default:
      return unreachable(node);
  }
}

function isTrue(value: unknown): boolean {
  return Array.isArray(value) ? value.length > 0 : Boolean(value);
}
