// @ts-check
import { decodeEscapes } from './scan-js.js';
import { HOLE } from './sources.js';

/**
 * @typedef {{text: string, start: number, end: number}} Piece text with its quotes and expansions worked out, as far as known
 * @typedef {{words: Piece[], start: number}} ShellCommand
 * @typedef {object} ShellScript
 * @property {ShellCommand[]} commands in order, those inside `$(…)` included
 * @property {Piece[]} comments
 * @property {Piece[]} documents bodies of here-documents
 * @property {Piece[]} arithmetic what stands in `$((…))` and `((…))`
 * @property {Piece[]} expansions `${…}` that do more than name a variable
 */

const NAME = /[A-Za-z_]\w*/y;
const ASSIGNMENT = /^([A-Za-z_]\w*)(\+?)=/;
const DECLARE = new Set(['export', 'local', 'declare', 'readonly', 'typeset']);
const DEPTH_LIMIT = 40;
/** Longest `{{placeholder}}`, whose blanks do not end a word. */
const PLACEHOLDER_LIMIT = 200;
/** Text kept under a name: enough to complete a format that began in it. */
const NAME_LIMIT = 300;
/** Characters that names may contribute to one text: text that multiplies itself ends here. */
const NAME_BUDGET = 1_000_000;

/**
 * Takes a shell text apart in one pass: words as the shell would see them, names bound to known text put in. Never fails.
 * @param {string} text
 * @param {number} [base] offset of the text in its file
 * @returns {ShellScript}
 */
export function scanShell(text, base = 0) {
  /** @type {ShellScript} */
  const script = { commands: [], comments: [], documents: [], arithmetic: [], expansions: [] };
  /** @type {Map<string, string>} */
  const names = new Map();
  /** Here-documents whose bodies begin on the next line. @type {string[]} */
  let pending = [];
  let budget = NAME_BUDGET;
  let at = 0;
  let depth = 0;

  /** What a variable holds, as far as known. @param {string} name */
  const known = (name) => {
    const value = names.get(name) ?? HOLE;
    budget -= value.length;
    return budget < 0 ? HOLE : value;
  };

  /** @param {string} value @param {number} start @param {number} end @returns {Piece} */
  const piece = (value, start, end) => ({ text: value, start: base + start, end: base + end });

  /**
   * Commands up to a closing sign, or to the end.
   * @param {string} close
   */
  const commands = (close) => {
    depth++;
    /** @type {Piece[]} */
    let words = [];
    const finish = () => {
      if (words[0] !== undefined) {
        bindAll(words);
        script.commands.push({ words, start: words[0].start });
      }
      words = [];
    };
    while (at < text.length) {
      const c = /** @type {string} */ (text[at]);
      if (c === close) {
        at++;
        break;
      }
      if (c === '\n') {
        finish();
        at++;
        if (pending.length > 0) bodies();
      } else if (c === ' ' || c === '\t' || c === '\r') at++;
      else if (c === '\\' && /^\r?\n/.test(text.slice(at + 1, at + 3))) at += text[at + 1] === '\r' ? 3 : 2;
      else if (c === '#') {
        const end = lineEnd();
        script.comments.push(piece(text.slice(at, end), at, end));
        at = end;
      } else if (c === '(' && text[at + 1] === '(') arithmetic(at + 2);
      else if (text.startsWith('<<', at) && text[at + 2] !== '<') here();
      else if (';&|()'.includes(c)) {
        finish();
        at++;
      } else if (c === '<' || c === '>') at++;
      else if (words.at(-1)?.text === '=~') words.push(pattern());
      else words.push(word(close));
    }
    finish();
    depth--;
  };

  const lineEnd = () => {
    const end = text.indexOf('\n', at);
    return end < 0 ? text.length : end;
  };

  /** The pattern behind `=~`, in which brackets are its own. @returns {Piece} */
  const pattern = () => {
    const start = at;
    while (at < text.length && !/\s/.test(text[at] ?? '')) at++;
    const found = piece(text.slice(start, at), start, at);
    script.commands.push({ words: [found], start: found.start });
    return found;
  };

  /** @param {string} close @returns {Piece} */
  const word = (close) => {
    const start = at;
    let value = '';
    while (at < text.length) {
      const c = /** @type {string} */ (text[at]);
      if (' \t\r\n;&|()<>'.includes(c) || c === close) break;
      if (c === "'") value += quoted(at + 1);
      else if (c === '"') value += doubled();
      else if (c === '$' || c === '`') value += dollar();
      else if (text.startsWith('{{', at) && text.slice(at, at + PLACEHOLDER_LIMIT).includes('}}')) {
        const end = text.indexOf('}}', at) + 2;
        value += text.slice(at, end);
        at = end;
      } else {
        const skip = c === '\\' && text[at + 1] === '\r' && text[at + 2] === '\n' ? 3 : c === '\\' ? 2 : 1;
        const taken = c === '\\' ? text.slice(at + 1, at + skip) : c;
        if (!/^\r?\n$/.test(taken)) value += taken;
        at += skip;
      }
    }
    if (at === start) at++;
    return piece(value, start, at);
  };

  /** Text in single quotes from `start`. @param {number} start */
  const quoted = (start) => {
    const end = text.indexOf("'", start);
    at = end < 0 ? text.length : end + 1;
    return text.slice(start, end < 0 ? text.length : end);
  };

  /** Text in double quotes at `at`. */
  const doubled = () => {
    let value = '';
    at++;
    while (at < text.length && text[at] !== '"') {
      const c = text[at];
      if (c === '\\' && '"\\$`\n'.includes(text[at + 1] ?? ' ')) {
        if (text[at + 1] !== '\n') value += text[at + 1];
        at += 2;
      } else if (c === '$' || c === '`') value += dollar();
      else {
        value += c;
        at++;
      }
    }
    at++;
    return value;
  };

  /** An expansion at `at`. @returns {string} */
  const dollar = () => {
    const start = at;
    const next = text[at] === '`' ? '`' : (text[at + 1] ?? '');
    if (next === "'") {
      let end = at + 2;
      while (end < text.length && text[end] !== "'") end += text[end] === '\\' ? 2 : 1;
      at = Math.min(end + 1, text.length);
      return decodeEscapes(text.slice(start + 2, end));
    }
    if (next === '"') {
      at++;
      return doubled();
    }
    if (next === '(' && text[at + 2] === '(') arithmetic(at + 3);
    else if ((next === '(' || next === '`') && depth < DEPTH_LIMIT) {
      at += next === '`' ? 1 : 2;
      commands(next === '`' ? '`' : ')');
    } else if (next === '{') {
      const end = text.indexOf('}', at);
      at = end < 0 ? text.length : end + 1;
      const inner = text.slice(start + 2, at - 1);
      if (/^\w+$/.test(inner)) return known(inner);
      script.expansions.push(piece(inner, start, at));
    } else {
      NAME.lastIndex = at + 1;
      const name = NAME.exec(text)?.[0] ?? '';
      at += Math.max(1 + name.length, 1);
      if (name === '' && /[\d@*#?$!-]/.test(next)) at++;
      else if (name === '') return '$';
      return known(name);
    }
    return HOLE;
  };

  /** @param {number} start of the expression */
  const arithmetic = (start) => {
    const end = text.indexOf('))', start);
    const stop = end < 0 ? text.length : end;
    script.arithmetic.push(piece(text.slice(start, stop), at, stop));
    at = Math.min(stop + 2, text.length);
  };

  const here = () => {
    at += text[at + 2] === '-' ? 3 : 2;
    while (text[at] === ' ' || text[at] === '\t') at++;
    const start = at;
    const delimiter = word('').text;
    if (at > start && delimiter !== '') pending.push(delimiter);
  };

  const bodies = () => {
    for (const delimiter of pending) {
      const start = at;
      let end = text.length;
      while (at < text.length) {
        const stop = lineEnd();
        const line = text.slice(at, stop).trim();
        if (line === delimiter) end = at;
        at = Math.min(stop + 1, text.length);
        if (line === delimiter) break;
      }
      script.documents.push(piece(text.slice(start, end), start, end));
    }
    pending = [];
  };

  /** @param {Piece[]} words of one command */
  const bindAll = (words) => {
    const declares = DECLARE.has(words[0]?.text ?? '');
    for (const each of declares ? words.slice(1) : words) {
      const [all = '', name = '', plus = ''] = ASSIGNMENT.exec(each.text) ?? [];
      if (name === '' && !declares) break;
      const value = (plus === '+' ? (names.get(name) ?? HOLE) : '') + each.text.slice(all.length);
      if (name !== '') names.set(name, value.slice(-NAME_LIMIT));
    }
  };

  while (at < text.length) commands('');
  return script;
}
