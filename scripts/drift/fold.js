// @ts-check
// house-allow long-file: one evaluator over one token stream; its cases share the scope and the spans
import { HOLE } from './sources.js';
import { callMethod, callNamed, member } from './fold-calls.js';

/**
 * Works out what text the expressions of a file stand for, without running it: literals, templates, `+`, names bound to
 * such text, arrays that are joined, regular expressions. What is not known becomes a hole. One pass over the tokens.
 */

/** @typedef {import('./scan-js.js').Token} Token */
/** Where the text from `at` on comes from; `moves`: character by character. @typedef {{at: number, from: number, moves: boolean}} Span */
/**
 * @typedef {{type: 'text' | 'regex', text: string, spans: Span[]}
 *   | {type: 'number', number: number}
 *   | {type: 'list', items: Value[]}
 *   | {type: 'object', fields: Map<string, Value>}
 *   | null} Value null: unknown
 */
/**
 * Text that an expression stands for.
 * @typedef {{text: string, form: 'text' | 'regex', spans: Span[]}} Folded
 */

/** Text kept under a name: enough to complete a format that began in it. */
const NAME_LIMIT = 300;
/** Characters that names may contribute to one file: text that multiplies itself ends here. */
const NAME_BUDGET = 1_000_000;
const DEPTH_LIMIT = 120;
const CLOSERS = new Set([')', ']', '}', '}$']);
/** Signs behind a name or a value that may make text of it, and signs that begin something. */
const CONTINUE = new Set(['=', '+', '(', '.', '[', '?']);
const BEGIN = new Set(['(', '[', '{', '=']);
const DECLARATIONS = new Set(['const', 'let', 'var']);

/**
 * Every text of a file's expressions, each as long as it can be made.
 * @param {readonly Token[]} tokens
 * @returns {Folded[]}
 */
export function foldTexts(tokens) {
  /** @type {Folded[]} */
  const texts = [];
  /** @type {Map<string, Value>} */
  const names = new Map();
  /** Name of a declaration whose type stands before its value. @type {string | null} */
  let declared = null;
  let budget = NAME_BUDGET;
  let at = 0;
  let depth = 0;

  /** @param {string} value @param {number} [ahead] */
  const is = (value, ahead = 0) => tokens[at + ahead]?.type === 'punct' && tokens[at + ahead]?.value === value;
  /** @param {number} [ahead] */
  const word = (ahead = 0) => (tokens[at + ahead]?.type === 'word' ? (tokens[at + ahead]?.value ?? '') : '');

  /** Whether the token at hand begins no text: most do not, and are passed over quickly. */
  const passes = () => {
    const token = tokens[at];
    const next = tokens[at + 1];
    if (token?.type === 'punct') return !BEGIN.has(token.value);
    if (token?.type !== 'word' || names.has(token.value) || DECLARATIONS.has(token.value)) return false;
    return next === undefined || (next.type === 'punct' ? !CONTINUE.has(next.value) : next.type !== 'template');
  };

  /** @param {Value} value */
  const record = (value) => {
    if (value === null) return;
    if (value.type === 'text' && value.text !== '') texts.push({ text: value.text, form: 'text', spans: value.spans });
    else if (value.type === 'regex') texts.push({ text: value.text, form: 'regex', spans: value.spans });
  };

  /** @param {string} name @param {Value} value */
  const bind = (name, value) => {
    const long = value?.type === 'text' && value.text.length > NAME_LIMIT;
    names.set(name, long ? { ...value, text: value.text.slice(-NAME_LIMIT) } : value);
  };

  /** One element of a list or block: an assignment, or an expression whose text is recorded. @returns {Value} */
  const item = () => {
    if (DECLARATIONS.has(word()) && word(1) !== '') {
      at++;
      if (is(':', 1)) {
        declared = word();
        at += 2;
        return null;
      }
    }
    const name = word();
    if (name !== '' && is('=', 1) && !is('=', 2) && !is('>', 2)) {
      at += 2;
      const value = sum();
      bind(name, value);
      return value;
    }
    if (name !== '' && is('+', 1) && is('=', 2)) {
      const start = /** @type {Token} */ (tokens[at]).start;
      at += 3;
      const value = concatenate([placed(names.get(name) ?? null, start), sum()], [start, start]);
      record(value);
      bind(name, value);
      return value;
    }
    if (is('=') && !is('=', 1) && !is('>', 1) && declared !== null) {
      at++;
      const value = sum();
      bind(declared, value);
      declared = null;
      return value;
    }
    return sum();
  };

  /** Operands joined by `+`. @returns {Value} */
  const sum = () => {
    const starts = [tokens[at]?.start ?? 0];
    const values = [operand()];
    while (is('+') && !is('=', 1)) {
      at += is('+', 1) ? 2 : 1;
      if (at >= tokens.length || (tokens[at]?.type === 'punct' && !'([{+-!'.includes(tokens[at]?.value ?? ''))) break;
      starts.push(tokens[at]?.start ?? 0);
      values.push(operand());
    }
    const value = values.length === 1 ? (values[0] ?? null) : concatenate(values, starts);
    record(value);
    return value;
  };

  /** A value with the members and calls behind it. Takes at least one token. @returns {Value} */
  const operand = () => {
    const first = /** @type {Token} */ (tokens[at]);
    let value = primary();
    for (;;) {
      const before = value;
      if (is('?') && is('.', 1)) at++;
      if (is('.') && word(1) !== '') {
        const name = word(1);
        at += 2;
        value = is('(') ? callMethod(value, name, list(')'), HOLE) : member(value, name);
      } else if (is('[')) {
        const index = list(']')[0] ?? null;
        if (value?.type === 'list' && index?.type === 'number') value = value.items[index.number] ?? null;
        else value = value?.type === 'object' && index?.type === 'text' ? member(value, index.text) : null;
      } else if (is('(')) {
        list(')');
        value = null;
      } else if (is('!') && !is('=', 1)) {
        at++;
      } else if ((word() === 'as' || word() === 'satisfies') && value !== null) {
        at += 2;
      } else {
        return first.type === 'word' ? placed(value, first.start) : value;
      }
      if (value === null || value?.type === 'list') record(before);
    }
  };

  /** @returns {Value} */
  const primary = () => {
    while (at < tokens.length - 1 && (word() === 'new' || word() === 'await')) at++;
    const token = /** @type {Token} */ (tokens[at]);
    if (token.type === 'string') {
      at++;
      return { type: 'text', text: token.value, spans: [{ at: 0, from: token.start, moves: true }] };
    }
    if (token.type === 'template' && depth < DEPTH_LIMIT) return template();
    if (token.type === 'regex') {
      at++;
      return { type: 'regex', text: token.value, spans: [{ at: 0, from: token.start, moves: true }] };
    }
    if (token.type === 'number') {
      at++;
      return { type: 'number', number: Number(token.value.replace(/_/g, '')) };
    }
    if (token.type === 'punct' && depth < DEPTH_LIMIT) {
      if (token.value === '(') return list(')').at(-1) ?? null;
      if (token.value === '[') return { type: 'list', items: list(']') };
      if (token.value === '{') return object();
    }
    at++;
    if (token.type !== 'word') return null;
    if (is('(')) return callNamed(token.value, list(')'), token.start);
    if (token.value === 'String' && is('.') && word(1).startsWith('from') && is('(', 2)) {
      at += 2;
      return callNamed('String.fromCharCode', list(')'), token.start);
    }
    if (token.value === 'Buffer' && is('.') && word(1) === 'from' && is('(', 2)) {
      at += 2;
      const args = list(')');
      return args[1]?.type === 'text' && args[1].text === 'base64'
        ? callNamed('atob', args, token.start)
        : (args[0] ?? null);
    }
    if (token.value === 'String' && is('.') && tokens[at + 2]?.type === 'template') {
      at += 2;
      return template();
    }
    if (tokens[at]?.type === 'template' && depth < DEPTH_LIMIT) return template();
    const value = names.get(token.value) ?? null;
    if (value?.type !== 'text' && value?.type !== 'regex') return value;
    budget -= value.text.length;
    return budget < 0 ? null : value;
  };

  /** @returns {Value} */
  const template = () => {
    const start = /** @type {Token} */ (tokens[at++]).start;
    /** @type {Value[]} */
    const values = [{ type: 'text', text: '', spans: [{ at: 0, from: start, moves: true }] }];
    const starts = [start];
    while (at < tokens.length && tokens[at]?.type !== 'template-end') {
      const token = /** @type {Token} */ (tokens[at]);
      starts.push(token.start);
      if (token.type === 'chunk') {
        at++;
        values.push({ type: 'text', text: token.value, spans: [{ at: 0, from: token.start, moves: true }] });
      } else {
        const inner = list('}$');
        values.push(inner.length === 1 ? (inner[0] ?? null) : null);
      }
    }
    at++;
    return concatenate(values, starts);
  };

  /** What stands between brackets, by commas and semicolons; unknown where an element is more than one expression. @param {string} close @returns {Value[]} */
  const list = (close) => {
    /** @type {Value[]} */
    const items = [];
    elements(close, (value) => items.push(value));
    return items;
  };

  /** @returns {Value} */
  const object = () => {
    /** @type {Map<string, Value>} */
    const fields = new Map();
    elements('}', (value, key) => key !== null && fields.set(key, value));
    return { type: 'object', fields };
  };

  /** @param {string} close @param {(value: Value, key: string | null) => void} each */
  const elements = (close, each) => {
    at++;
    depth++;
    let count = 0;
    /** @type {Value} */
    let value = null;
    /** @type {string | null} */
    let key = null;
    const flush = () => {
      if (count > 0) each(count === 1 ? value : null, key);
      count = 0;
      key = null;
    };
    while (at < tokens.length) {
      const token = /** @type {Token} */ (tokens[at]);
      if (token.type === 'punct' && CLOSERS.has(token.value)) {
        if (token.value === close || close !== '}') {
          if (token.value === close) at++;
          break;
        }
        at++;
      } else if (is(',') || is(';')) {
        flush();
        at++;
      } else if (close === '}' && count === 0 && is(':', 1) && (token.type === 'word' || token.type === 'string')) {
        if (token.type === 'string')
          record({ type: 'text', text: token.value, spans: [{ at: 0, from: token.start, moves: true }] });
        key = token.value;
        at += 2;
      } else {
        const passed = passes();
        if (passed) at++;
        value = passed ? null : item();
        count++;
      }
    }
    flush();
    depth--;
  };

  while (at < tokens.length) {
    if (passes()) at++;
    else item();
  }
  return texts;
}

/** Text as if it stood where it is named. @param {Value} value @param {number} start @returns {Value} */
function placed(value, start) {
  if (value?.type !== 'text' && value?.type !== 'regex') return value;
  return { ...value, spans: [{ at: 0, from: start, moves: false }] };
}

/**
 * @param {readonly Value[]} values @param {readonly number[]} starts where each comes from
 * @returns {Value} text, with a hole for each value that is not known
 */
function concatenate(values, starts) {
  let text = '';
  /** @type {Span[]} */
  const spans = [];
  values.forEach((value, i) => {
    if (value?.type === 'text') {
      for (const span of value.spans) spans.push({ ...span, at: text.length + span.at });
      text += value.text;
    } else {
      spans.push({ at: text.length, from: starts[i] ?? 0, moves: false });
      text += value?.type === 'number' ? String(value.number) : HOLE;
    }
  });
  return { type: 'text', text, spans };
}
