// @ts-check
import { around } from './evidence.js';
import { offsetOf } from './scan.js';
import { phaseShape } from './regex.js';
import { PHASE_TOKEN_SOURCE } from './sources.js';

/** @typedef {import('./kinds.js').Found} Found */
/** @typedef {import('./scan.js').Document} Document */

const USE =
  'PHASE_TOKEN_SOURCE or parsePhaseToken of src/core/phase/phase-token.ts (in a hook: of hooks/lib/dispatch-identity.js)';
const NO_NUMBERS = 'the id as it is: a phase is a name, `msd phase list` and `msd plan index` print it ready to use';
/** A class or escape for digits: what every pattern for phases holds. */
const DIGITS = /\\d|\[[^\]\n]{0,12}(?:0-9|:digit:)|\\p\{N/;
/** A name for a phase id: not for how many there are, nor for a path or title. */
const PHASE_NAME = /phase(?!s)(?:[_-]?(?:id|number|num|token|no|key))?(?![A-Za-z_-])/i;
const NUMBER_CALLS = new Set(['Number', 'parseInt', 'parseFloat', 'BigInt']);
const PAD_CALLS = new Set(['padStart', 'padEnd', 'toFixed']);

/** A second phase grammar, and arithmetic on phase ids. */
export const phaseToken = {
  id: 'phase-token',
  /** @type {readonly import('./kinds.js').Kind[]} */
  kinds: ['phase-grammar', 'phase-arithmetic'],

  /** @param {Document} document @returns {Found[]} */
  check(document) {
    return [...grammars(document), ...shellArithmetic(document), ...codeArithmetic(document)];
  },

  /** @param {string} _kind @param {string} text @returns {string | null} */
  compare(_kind, text) {
    return text.includes(PHASE_TOKEN_SOURCE) ? null : PHASE_TOKEN_SOURCE;
  },
};

/** @param {Document} document @returns {Found[]} */
function grammars(document) {
  /** @type {Found[]} */
  const found = [];
  for (const text of document.texts) {
    if (!DIGITS.test(text.text)) continue;
    const prose = text.language === 'markdown' || text.half === 'quote';
    const quotes = document.language === 'text' && text.half !== 'quote';
    for (const { source, at } of prose ? codeSpans(text.text, quotes) : [{ source: text.text, at: 0 }]) {
      const shape = DIGITS.test(source) ? phaseShape(source) : null;
      if (shape === null) continue;
      const offset = offsetOf(text, at);
      const sure = shape.dotted && (shape.letter || shape.repeated);
      if (!sure && !/phase/i.test(around(document.text, offset))) continue;
      const half = text.half === 'emit' && text.form === 'text' && !prose ? 'parse' : text.half;
      found.push({ offset, kind: 'phase-grammar', half, found: source, use: USE });
    }
  }
  return found;
}

/** @param {string} text @param {number} at */
function lineAt(text, at) {
  return text.slice(text.lastIndexOf('\n', at) + 1, (text.indexOf('\n', at) + 1 || text.length + 1) - 1);
}

/** The code spans of prose, and what stands in quotes. @param {string} text @param {boolean} quotes */
function codeSpans(text, quotes) {
  const spans = quotes
    ? /[`'"]([^`'"\n]{3,300})[`'"]|\/((?:[^/\n\\]|\\.){3,300})\//g
    : /`([^`\n]{3,300})`|\/((?:[^/\n\\]|\\.){3,300})\//g;
  return [...text.matchAll(spans)].map((match) => ({
    source: match[1] ?? match[2] ?? '',
    at: match.index,
  }));
}

/** @param {Document} document @returns {Found[]} */
function shellArithmetic(document) {
  /** @type {Found[]} */
  const found = [];
  /** @param {number} offset @param {string} what */
  const report = (offset, what) => {
    const half = document.manual ? 'quote' : 'emit';
    found.push({ offset, kind: 'phase-arithmetic', half, found: what, use: NO_NUMBERS });
  };
  for (const { script } of document.shells) {
    for (const { text, start } of script.arithmetic) if (PHASE_NAME.test(text)) report(start, text);
    for (const { words, start } of script.commands) {
      const raw = document.text.slice(start, words.at(-1)?.end);
      if (!/[${]/.test(raw) && !/^(?:let|declare|sed)$/.test(words[0]?.text ?? '')) continue;
      const name = words[0]?.text ?? '';
      const numbers =
        /^(?:expr|let|bc|seq)$/.test(name) ||
        words.some(({ text }) => /^-(?:eq|ne|lt|le|gt|ge)$/.test(text)) ||
        (name === 'printf' && /%[-+ 0-9#.]*[dixXou]/.test(words[1]?.text ?? '')) ||
        (name === 'sed' &&
          words.some(({ text }) => /^s(.)\^0/.test(text)) &&
          /phase/i.test(lineAt(document.text, start))) ||
        (/^(?:declare|typeset|local)$/.test(name) && words.some(({ text }) => /^-\w*i/.test(text)));
      if (numbers && PHASE_NAME.test(name === 'sed' ? lineAt(document.text, start) : raw)) report(start, raw);
    }
  }
  return found;
}

/** @param {Document} document @returns {Found[]} */
function codeArithmetic(document) {
  /** @type {Found[]} */
  const found = [];
  for (const { tokens } of document.code) {
    tokens.forEach((token, i) => {
      if (token.type !== 'word') return;
      const called = tokens[i + 1]?.value === '(' && tokens[i + 1]?.type === 'punct';
      if (called && NUMBER_CALLS.has(token.value)) {
        let last = i + 2;
        while (tokens[last + 1]?.value === '.' || tokens[last]?.value === '.') last++;
        const closes = tokens[last + 1]?.value === ')' || tokens[last + 1]?.value === ',';
        if (!closes || !isPhase(tokens[last])) return;
      } else if (called && PAD_CALLS.has(token.value)) {
        if (tokens[i - 1]?.value !== '.' || !isPhase(tokens[i - 2])) return;
      } else if (called && (token.value === 'replace' || token.value === 'split')) {
        const { type = '', value = '' } = tokens[i + 2] ?? {};
        const cuts =
          token.value === 'split' ? type === 'string' && value === '.' : type === 'regex' && value.startsWith('^0');
        if (!cuts || tokens[i - 1]?.value !== '.' || !isPhase(tokens[i - 2])) return;
      } else return;
      const what = `${token.value}(…)`;
      found.push({ offset: token.start, kind: 'phase-arithmetic', half: 'parse', found: what, use: NO_NUMBERS });
    });
  }
  return found;
}

/** @param {import('./scan-js.js').Token | undefined} token */
function isPhase(token) {
  return token?.type === 'word' && /phase(?:Id|Number|Num|Token|Key)?$/i.test(token.value);
}
