// @ts-check

/**
 * One piece of JavaScript, TypeScript or JSON.
 * @typedef {object} Token
 * @property {'word' | 'number' | 'string' | 'chunk' | 'template' | 'template-end' | 'regex' | 'punct'} type `chunk`: text of a
 *   template between its holes
 * @property {number} start offset in the file
 * @property {number} end
 * @property {string} value decoded text of a string or chunk, source of a regex, else the spelling (`${` and `}$` for holes)
 */

/** @typedef {{start: number, end: number, text: string}} Comment text with its marks */

/**
 * One token behind blanks: word, number, string, comment, regular expression (where one fits), or one character. What is not
 * closed runs to the end of its line, or of the text.
 */
const TOKEN =
  /[\s\ufeff]*(?:([\p{ID_Start}$_#][\p{ID_Continue}$]*)|(\d[\w.]*)|('(?:[^'\\\n]|\\(?:\r\n|[^]))*'?|"(?:[^"\\\n]|\\(?:\r\n|[^]))*"?)|(\/\/[^\n]*|\/\*[^]*?(?:\*\/|$))|(\/(?:[^/\\[\n]|\\[^\n]|\[(?:[^\]\\\n]|\\[^\n])*\]){1,4000}\/[a-z]*)|([^]))/uy;
/** The text of a template up to its next hole or its end. */
const CHUNK = /(?:[^`\\$]|\\[^]|\$(?!\{))*/y;
/** Words after which a slash begins a regular expression. */
const BEFORE_REGEX = new Set(
  'return typeof case in of delete void throw new instanceof do else yield await extends'.split(' '),
);
const HEADS = new Set(['if', 'while', 'for', 'with']);

/**
 * Takes a text apart in one pass. Never fails.
 * @param {string} text
 * @param {number} [base] offset of the text in its file
 * @returns {{tokens: Token[], comments: Comment[]}}
 */
export function scanJs(text, base = 0) {
  /** @type {Token[]} */
  const tokens = [];
  /** @type {Comment[]} */
  const comments = [];
  /** Depth of braces at which each open template hole ends. @type {number[]} */
  const holes = [];
  /** Whether each open template is `String.raw`. @type {boolean[]} */
  const raws = [];
  /** Whether each open parenthesis follows `if`, `while`, `for`, `with`. @type {boolean[]} */
  const heads = [];
  let braces = 0;
  let regexFits = true;
  let last = '';

  /** @param {Token['type']} type @param {number} start @param {number} end @param {string} value */
  const push = (type, start, end, value) => {
    tokens.push({ type, start: base + start, end: base + end, value });
    TOKEN.lastIndex = end;
  };
  /** @param {number} start */
  const template = (start) => {
    CHUNK.lastIndex = start;
    const raw = CHUNK.exec(text)?.[0] ?? '';
    const end = start + raw.length;
    push('chunk', start, end, raws.at(-1) ? raw : decodeEscapes(raw));
    regexFits = text[end] === '$';
    if (regexFits) {
      push('punct', end, end + 2, '${');
      holes.push(braces);
    } else {
      push('template-end', end, Math.min(end + 1, text.length), '`');
      raws.pop();
    }
  };

  TOKEN.lastIndex = text.startsWith('#!') ? Math.max(text.indexOf('\n'), 2) : 0;
  for (let match = TOKEN.exec(text); match !== null; match = TOKEN.exec(text)) {
    const end = TOKEN.lastIndex;
    const [, word, number, string, comment, regex, sign] = match;
    if (word !== undefined) {
      push('word', end - word.length, end, word);
      regexFits = BEFORE_REGEX.has(word);
      last = word;
      continue;
    }
    if (comment !== undefined) {
      comments.push({ start: base + end - comment.length, end: base + end, text: comment });
      continue;
    }
    const before = last;
    last = '';
    if (string !== undefined) {
      const closed = string.length > 1 && string.endsWith(string.charAt(0));
      push('string', end - string.length, end, decodeEscapes(string.slice(1, closed ? -1 : undefined)));
      regexFits = false;
    } else if (number !== undefined) {
      push('number', end - number.length, end, number);
      regexFits = false;
    } else if (regex !== undefined && regexFits) {
      push('regex', end - regex.length, end, regex.slice(1, regex.lastIndexOf('/')));
      regexFits = false;
    } else {
      const start = end - (regex ?? sign ?? '').length;
      const c = text.charAt(start);
      if (c === '}' && holes.at(-1) === braces) {
        holes.pop();
        push('punct', start, start + 1, '}$');
        template(start + 1);
        continue;
      }
      push(c === '`' ? 'template' : 'punct', start, start + (sign ?? c).length, sign ?? c);
      if (c === '`') {
        raws.push(before === 'raw');
        template(start + 1);
        continue;
      }
      if (c === '{') braces++;
      else if (c === '}') braces--;
      else if (c === '(') heads.push(HEADS.has(before));
      regexFits = c === ')' ? heads.pop() === true : c !== ']';
    }
  }
  return { tokens, comments };
}

const ESCAPE = /\\(?:u\{([0-9a-f]{1,6})\}|u([0-9a-f]{4})|x([0-9a-f]{2})|([0-7]{1,3})|(\r\n|[^]))/gi;
/** @type {Readonly<Record<string, string>>} */
const NAMED = {
  n: '\n',
  t: '\t',
  r: '\r',
  b: '\b',
  f: '\f',
  v: '\v',
  '\n': '',
  '\r\n': '',
  '\u2028': '',
  '\u2029': '',
};

/** The text that a string literal or template chunk of JavaScript stands for. @param {string} raw */
export function decodeEscapes(raw) {
  if (!raw.includes('\\')) return raw;
  return raw.replace(ESCAPE, (_all, braced, four, two, octal, other) => {
    const hex = braced ?? four ?? two;
    if (hex !== undefined) return character(Number.parseInt(hex, 16));
    if (octal !== undefined) return character(Number.parseInt(octal, 8));
    return NAMED[other] ?? other;
  });
}

/** @param {number} code */
export function character(code) {
  return code >= 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '\ufffd';
}
