// @ts-check
import { offsetOf } from './scan.js';
import { HOLE, VALUES } from './sources.js';
import { skeleton } from './regex.js';

/** @typedef {import('./kinds.js').Found} Found */
/** @typedef {import('./scan.js').Document} Document */

const USE = 'ISOLATION_VALUES of src/core/isolation/vocabulary.ts (in a hook: of hooks/lib/isolation-vocabulary.js)';
const IN_SHELL = '`msd isolation` verbs: they know the values and refuse others';
/** The values that cannot be mistaken for ordinary words. */
const TELLING = VALUES.filter((value) => value.includes('-'));
const HEADS = TELLING.map((value) => value.split('-')[0] ?? '');
const OTHER = HEADS[1] ?? '';
const ONE = `['"\`]?(?:${TELLING.join('|')})['"\`]?`;
/** Two telling values with nothing but list punctuation between them. */
const LISTED = new RegExp(
  `${ONE}\\s*(?:\\|\\|?|,|/|&|-(?=\\s))?\\s*(?:or |and )?(?:['"\`]?none['"\`]?\\s*[|,/]\\s*)?${ONE}`,
);
/** The same as alternation only: how code and command lines spell it. */
const ALTERNATED = new RegExp(`${ONE}\\s*\\\\?\\|\\|?\\s*(?:['"\`]?none['"\`]?\\s*\\\\?\\|\\s*)?${ONE}`);
/** Tokens that may stand between the members of a list, a union or a chain of comparisons. */
const BETWEEN = new Set([',', '|', '=', '!', '&', '.', '[', ']']);
const MEMBERS = new Set(['literal', 'const', 'includes', 'has', 'equal']);
const GAP_LIMIT = 14;
/** Characters between two values that are put together for one list. */
const NEAR = 200;

/** A third list of the isolation values: arrays, unions, enumerations, patterns, comparisons in a row, shell `case` lists. */
export const isolationVocabulary = {
  id: 'isolation-vocabulary',
  /** @type {readonly import('./kinds.js').Kind[]} */
  kinds: ['vocabulary'],

  /** @param {Document} document @returns {Found[]} */
  check(document) {
    const listed = inTokens(document);
    return [...listed, ...(listed.length > 0 ? [] : inPieces(document)), ...inTexts(document), ...inShells(document)];
  },

  /** @param {string} _kind @param {string} text @returns {string | null} */
  compare(_kind, text) {
    const said =
      text
        .slice(0, 400)
        .match(/^\W*(?:[\w-]+['"`]?\s*\\?\|\s*['"`]?)+[\w-]+/)?.[0]
        .match(/[\w-]+/g) ?? [];
    return said.join() === VALUES.join() ? null : VALUES.join('|');
  },
};

/** @param {Document} document @returns {Found[]} */
function inTokens(document) {
  /** @type {Found[]} */
  const found = [];
  for (const { tokens } of document.code) {
    /** @type {number[]} */
    const places = [];
    for (const [i, token] of tokens.entries())
      if (token.type === 'string' && VALUES.includes(token.value)) places.push(i);
    /** @type {number[]} */
    let run = [];
    const finish = () => {
      const values = new Set(run.map((i) => tokens[i]?.value));
      if (TELLING.filter((value) => values.has(value)).length > 1) {
        const what = [...values].join(', ');
        found.push({
          offset: tokens[run[0] ?? 0]?.start ?? 0,
          kind: 'vocabulary',
          half: 'parse',
          found: what,
          use: USE,
        });
      }
      run = [];
    };
    for (const place of places) {
      const last = run.at(-1);
      if (last !== undefined && !joins(tokens, last, place)) finish();
      run.push(place);
    }
    finish();
  }
  return found;
}

/** Values that are put together or named, near each other; a plain literal is judged by what stands beside it. @param {Document} document @returns {Found[]} */
function inPieces(document) {
  const strings = document.code.flatMap(({ tokens }) => tokens.filter(({ type }) => type === 'string'));
  const plain = new Map(strings.map(({ start, value }) => [start, value]));
  const made = document.texts.filter((text) => {
    return (
      text.form === 'text' &&
      text.language === 'js' &&
      text.half !== 'quote' &&
      plain.get(offsetOf(text, 0)) !== text.text
    );
  });
  const endings = made.some(({ text }) => text.endsWith(TELLING[0]?.slice(HEADS[0]?.length) ?? HOLE));
  const at =
    near(TELLING.map((value) => made.filter(({ text }) => text === value).map((text) => offsetOf(text, 0)))) ??
    (endings
      ? near(HEADS.map((head) => strings.filter(({ value }) => value === head).map(({ start }) => start)))
      : null);
  if (at === null) return [];
  return [{ offset: at, kind: 'vocabulary', half: 'parse', found: TELLING.join(', '), use: USE }];
}

/** The first place of one of two that has one of the other near it. @param {number[][]} places */
function near([ones = [], others = []]) {
  return ones.find((one) => others.some((other) => Math.abs(one - other) < NEAR)) ?? null;
}

/** Whether two members stand in one list. @param {readonly import('./scan-js.js').Token[]} tokens @param {number} from @param {number} to */
function joins(tokens, from, to) {
  if (to - from > GAP_LIMIT) return false;
  const gap = tokens.slice(from + 1, to);
  // A member before a colon is the key of a table that says something of each value, which its type keeps complete.
  if (gap[0]?.value === ':' || gap.some((token) => token.value === 'case' || token.value === '?')) return false;
  const called = gap.some((token) => MEMBERS.has(token.value));
  return gap.every(
    (token, i) =>
      token.type === 'word' ||
      token.type === 'number' ||
      BETWEEN.has(token.value) ||
      (token.value === ':' && gap[i - 1]?.type === 'word') ||
      (called && (token.value === '(' || token.value === ')')),
  );
}

/** @param {Document} document @returns {Found[]} */
function inTexts(document) {
  /** @type {Found[]} */
  const found = [];
  for (const text of document.texts) {
    if (text.language === 'shell') continue;
    const readable = text.form === 'regex' ? skeleton(text.text) : text.text;
    if (!readable.includes(OTHER)) continue;
    const match = (text.half === 'quote' ? ALTERNATED : LISTED).exec(readable) ?? shared(text, readable);
    if (match === null) continue;
    const offset = offsetOf(text, text.form === 'regex' ? 0 : match.index);
    found.push({ offset, kind: 'vocabulary', half: text.half, found: match[0], use: USE });
  }
  return found;
}

/** A pattern that shares the values' common ending. @param {import('./scan.js').Text} text @param {string} readable */
function shared(text, readable) {
  if (text.form !== 'regex') return null;
  const heads = TELLING.map((value) => value.split('-')[0]);
  return new RegExp(`(?:${heads.join('|')})\\|(?:${heads.join('|')})-`).exec(readable);
}

/** @param {Document} document @returns {Found[]} */
function inShells(document) {
  /** @type {Found[]} */
  const found = [];
  const half = document.manual ? 'quote' : 'parse';
  /** @param {number} offset @param {string} text */
  const report = (offset, text) => found.push({ offset, kind: 'vocabulary', half, found: text, use: IN_SHELL });
  for (const { start, end } of document.shells) {
    const text = document.text.slice(start, end);
    let from = 0;
    for (const line of text.split('\n')) {
      const first = Math.min(...TELLING.map((value) => line.indexOf(value)));
      if (first >= 0) report(start + from + first, line.trim());
      from += line.length + 1;
    }
    let open = -1;
    for (const match of text.matchAll(/\bcase\b|\besac\b/g)) {
      if (match[0] === 'case') {
        if (open < 0) open = match.index;
        continue;
      }
      const list = open < 0 ? '' : text.slice(open, match.index);
      const first = Math.min(...TELLING.map((value) => list.indexOf(value)));
      if (first >= 0) report(start + open + first, list);
      open = -1;
    }
  }
  return found;
}
