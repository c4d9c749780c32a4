// @ts-check
import { ALLOW, FRAME_WORDS, MARKER_WORDS, PLAN_SUFFIX, PRODUCER_OPTION, VALUES } from './sources.js';

/**
 * What a file must hold for any rule to find something in it, as patterns over its bytes. Evidence may be too much, never
 * too little: `test/drift/` checks that nothing is found by the rules and missed here.
 *
 * A format that is not spelled whole is spelled in pieces or with escapes. Of the pieces, one holds the format's first
 * letter and ends inside the format, another begins inside it and holds its last letter.
 */

/** @typedef {import('./kinds.js').Kind} Kind */
/** Files are looked at in two groups: code, and everything else, in which words may stand without quotes. @typedef {'code' | 'prose'} Group */
/**
 * @typedef {object} Evidence
 * @property {readonly Kind[]} kinds what it may be evidence of
 * @property {Group | null} group null: both
 * @property {string | RegExp} first a word, which begins with a rare letter so that the search is quick, or a global pattern
 * @property {RegExp | ((text: string) => boolean) | null} second must hold of the same file too
 * @property {boolean} fold what it points at may be put together from pieces
 */

/**
 * What stands whole in one literal, word or line.
 * @param {readonly Kind[]} kinds @param {Group | null} group @param {string | RegExp} first @param {Evidence['second']} [second]
 * @returns {Evidence}
 */
function whole(kinds, group, first, second = null) {
  return { kinds, group, first, second, fold: false };
}

/**
 * What may be spread over an expression.
 * @param {readonly Kind[]} kinds @param {Group | null} group @param {string | RegExp} first @param {Evidence['second']} [second]
 * @returns {Evidence}
 */
function spread(kinds, group, first, second = null) {
  return { kinds, group, first, second, fold: true };
}

/** What may stand between two letters: signs, blanks, a pattern's classes of blanks. */
const NOISE = '(?:\\\\[sSbBwW]|[^a-zA-Z0-9])';
/** How a piece ends. */
const END = '(?:["\'`]\\s*(?:[-+,;\\]})\\n/]|\\.c|as\\b)|\\\\|\\$\\{|[)\\]]["\'`])';

/** @param {string} letter */
const either = (letter) => (/[a-z]/i.test(letter) ? `[${letter.toLowerCase()}${letter.toUpperCase()}]` : letter);
/** Any beginning of a word. @param {string} word */
const head = (word) => [...word].reduceRight((rest, c) => either(c) + (rest === '' ? '' : `(?:${rest})?`), '');
/** Any ending of a word. @param {string} word */
const tail = (word) => [...word].reduce((rest, c) => (rest === '' ? '' : `(?:${rest})?`) + either(c), '');
/** A word one letter after another, in one case or as a class of both, with signs between. @param {string} word */
const letters = (word) => [...word].map((c) => `${either(c)}{1,2}`).join(`${NOISE}{0,16}`);

/** A piece behind a sign, or behind the end of a hole, where one letter is no evidence: durations end so. @param {string} word */
const piece = (word) => `${either(word.charAt(0))}(?:${head(word.slice(1))}|(?<!\\}.))`;

/**
 * A word in pieces of a shell, which need no quotes.
 * @param {Kind} kind @param {string} begin signs before a piece that ends with a quote
 * @param {string} word @param {string} rest the last piece, where it is a whole word
 */
function shellPieces(kind, begin, word, rest) {
  const quoted = `${begin}${head(word)}(?:["'\\\\]|\\$[({\\w])`;
  const bare = `(?:[=["'}]|\\\\ )${head(word)}(?=[\\s;&|])`;
  const end = `(?:["'}\\\\=]|\\$\\w+)${tail(word)}(?![a-zA-Z0-9])|(?<![\\w-])${rest}\\b`;
  const first = new RegExp(`${quoted}|${bare}|printf[^\\n]{0,80}${head(word)}\\b`, 'g');
  return spread([kind], 'prose', first, new RegExp(end));
}

const [name = '', verb = ''] = MARKER_WORDS;
const [[lead = '', follow = ''] = [], [of = '', phase = ''] = []] = FRAME_WORDS;
const all = [...`[${name}:${verb}${lead}${follow}`].flatMap((c) => [c.toLowerCase(), c.toUpperCase()]);
const codes = [...new Set(all)].map((letter) => letter.charCodeAt(0));
const hex = codes.map((code) => code.toString(16)).join('|');
const octal = codes.map((code) => code.toString(8)).join('|');
const [one = '', other = ''] = VALUES.filter((value) => value.includes('-'));
const ending = one.slice(one.indexOf('-'));
const [oneHead = '', otherHead = ''] = [one, other].map((value) => value.slice(0, value.indexOf('-')));

/** Both formats letter by letter. The second word of the sentence follows without a dash: with one it is a workflow's name. */
const SPREAD_MARKER = `${letters(name)}${NOISE}{0,16}:${NOISE}{0,16}${letters(verb)}`;
const SPREAD_FRAME = `${letters(lead.slice(1))}(?![-_])${NOISE}{1,24}${letters(follow)}`;

/** A run of digits in a pattern, and what may stand between it and what follows. */
const DIGITS =
  '(?:\\\\?\\\\d\\]?|\\[0-9\\]|:digit:\\]\\]?|\\\\p\\{Nd?\\})(?:[+*?]|\\{[\\d,]*\\})?\\??[)\'"`+\\s]{0,12}';
const LETTER = '(?:\\(\\??:?)?(?:\\[(?:a-z|A-Z|:alpha|:upper|:lower)|\\\\p\\{L)';
const DOTTED = '\\((?:\\?:)?\\(?(?:\\?:)?(?:\\\\|\\[[^\\]]{0,3}\\.)';
const SHAPE = `${DIGITS}(?:${LETTER}|${DOTTED})`;
/** A group of a dot and digits that may repeat. */
const GROUP = '(?:\\\\\\.|\\[\\\\?\\.-?\\])[^\\n]{0,4}(?:\\\\d|0-9|:digit:)[^\\n]{0,8}\\)[*+{]';
const SURELY = new RegExp(`${DIGITS}(?:${LETTER}[^\\n]{0,40}\\.|${DOTTED}[^)\\n]{0,20}\\)[*+{])|${GROUP}`);

/** @param {string} text */
function couldBePhase(text) {
  if (SURELY.test(text)) return true;
  return [...text.matchAll(new RegExp(SHAPE, 'g'))].some(({ index }) => /phase/i.test(around(text, index)));
}

/** Where a shell works with numbers. */
const ARITHMETIC =
  /(?:^|[\s$;&|])\(\(|\bprintf\b[^\n]{0,60}%[-+ #0-9]*[dixu]|\s-(?:eq|ne|lt|le|gt|ge)\s|\b(?:expr|bc|seq|let|declare|typeset|local)\s[^\n]{0,60}phase/im;
const FROM_CODES = /fromC\w+\W{0,8}\d/;
const NUMBER_OF_PHASE = /(?:Number|parseInt|parseFloat|BigInt)\(\s*[\w.]{0,60}[pP]hase/;
/** Between two values of a list: no end of a statement, no block. */
const LISTED = '[^;{}?]{1,160}?';
const NAMED = new RegExp(`${PRODUCER_OPTION}|producer(?:\\s*\\??:\\s*\\w+)?\\s*[:=]\\s*(?:\\w+\\s*\\?\\?\\s*)?["'\`]`);
const SUFFIX = new RegExp(
  `['"\`}*%(?+)^]-\\??${PLAN_SUFFIX}|-\\?${PLAN_SUFFIX}|${PLAN_SUFFIX}\\\\|-${PLAN_SUFFIX}['"\`]`,
);

/** @type {readonly Evidence[]} */
export const EVIDENCE = [
  // The marker and the frame's first half: letter by letter, or in pieces.
  spread(['marker', 'frame'], null, new RegExp(`${SPREAD_MARKER}|${SPREAD_FRAME}`, 'g')),
  spread(
    ['marker', 'frame'],
    'code',
    new RegExp(
      `["'\`}(:>|?*+^=[\\]\\\\\\s](?:(?<![ \\t])${piece(`${name}:${verb}`)}|${piece(`${lead} ${follow}`)})${END}`,
      'g',
    ),
    new RegExp(`["'\`}\\\\\\n](?:${tail(`${name}:${verb}`)}|${tail(`${lead} ${follow}`)})(?![a-zA-Z0-9])`),
  ),
  shellPieces('marker', '[=["\'}]', `${name}:${verb}`, verb),
  shellPieces('frame', '[^a-zA-Z0-9]', `${lead} ${follow}`, follow),
  // A pattern for openings of the marker's family.
  spread(
    ['marker'],
    null,
    new RegExp(`${name}(?<=\\[${NOISE}{0,8}${name})(?:\\\\[sSwW][*+?]?|[^a-zA-Z0-9]){0,8}:${NOISE}{0,2}[^\\s\\w]`, 'g'),
  ),
  // The marker's keys; the frame's second half where a pattern reads on.
  spread(['marker'], null, 'plan=', /phase=\\?["'][^\n]{0,160}plan=\\?["']/),
  spread(
    ['frame'],
    null,
    new RegExp(`[\\]\\\\]s?[+*]?${phase}`, 'g'),
    new RegExp(`${of}(?:\\\\s[+*]?|\\s|\\[[^\\]\\n]{1,12}\\][+*]?){1,4}${phase}`),
  ),
  spread(['frame'], null, `f ${phase}`, new RegExp(`${of} ${phase}(?:\\s|\\\\s[+*]?){0,4}[(\\[\\\\]`)),
  // Letters of either as escapes, codes, entities.
  spread(
    ['marker', 'frame'],
    null,
    new RegExp(
      `\\\\(?:x(?:${hex})|u(?:00(?:${hex})|\\{0*(?:${hex})\\})|0?(?:${octal})|(?:x|u00|u\\{)20(?!-)|0?40\\b)`,
      'gi',
    ),
  ),
  spread(['marker', 'frame'], null, 'fromC', FROM_CODES),
  // What is kept otherwise and made into a format: in base64, backwards, with other signs in place of some.
  spread(['marker', 'frame'], 'code', /\b(?:atob|from)\(\s*['"`][\w+/]{6,}={0,2}['"`]/g),
  spread(['marker'], 'code', [...verb].reverse().join('')),
  spread(['frame'], 'code', [...lead].reverse().join('')),
  spread(
    ['marker'],
    'code',
    new RegExp(
      `\\[[^\\s'"\`a-z]{0,8}[A-Za-z]{0,8}[^\\s'"\`a-z]{1,2}${verb}|[^\\s\\w'"\`]${verb}['"\`]|\\[${name}[^\\s'"\`:]{1,4}${verb}`,
      'g',
    ),
    /\.replace(?:All)?\(/,
  ),
  whole(['marker', 'frame'], 'prose', /&(?:#|lbrack|lsqb|colon)/g),
  // The values of the vocabulary in pieces, or near each other.
  spread(['vocabulary'], 'code', new RegExp(`${oneHead}-?['"\`$]`, 'g'), new RegExp(`${otherHead}-?['"\`$]`)),
  spread(['vocabulary'], 'code', new RegExp(`=\\s*['"\`]${one}['"\`]`, 'g'), new RegExp(`=\\s*['"\`]${other}['"\`]`)),
  whole(
    ['vocabulary'],
    'code',
    ending,
    new RegExp(`${one}${LISTED}${other}|${other}${LISTED}${one}|${oneHead}\\||${otherHead}\\|`),
  ),
  whole(
    ['vocabulary'],
    'prose',
    ending,
    new RegExp(`${one}[^]{0,240}?${other}|${other}[^]{0,240}?${one}|${otherHead}\\|`),
  ),
  // Digits and behind them a letter or a dot: a phase grammar, surely or where phases are spoken of.
  spread(['phase-grammar'], null, new RegExp(`${SHAPE}|${GROUP}`, 'g'), couldBePhase),
  spread(['phase-grammar'], 'code', new RegExp(`\\}${LETTER}[^\\n]{0,12}\\\\[.\\\\]`, 'g'), /RegExp/),
  whole(['phase-arithmetic'], 'prose', /phase/gi, /s\/\^0/),
  whole(['phase-arithmetic'], 'code', /[pP]hase\w{0,8}\s*\.\s*(?:replace\(\s*\/\^0|split\(\s*['"`]\.)/g),
  // Arithmetic on phases, plan files.
  whole(['phase-arithmetic'], 'prose', /phase/gi, ARITHMETIC),
  whole(['phase-arithmetic'], 'code', 'Number(', NUMBER_OF_PHASE),
  whole(['phase-arithmetic'], 'code', 'Int(', NUMBER_OF_PHASE),
  whole(['phase-arithmetic'], 'code', 'Float(', NUMBER_OF_PHASE),
  whole(['phase-arithmetic'], 'code', 'Start(', /[pP]hase\w{0,8}\s*\.\s*padStart/),
  whole(['plan-id'], 'code', PLAN_SUFFIX, SUFFIX),
  whole(['plan-id'], 'prose', PLAN_SUFFIX, new RegExp(`[%*}'"\\s/(]-${PLAN_SUFFIX}\\\\?\\.md`)),
  // Decisions that are recorded, and exemptions.
  whole(['producer'], null, 'ucer', NAMED),
  whole(['producer'], 'prose', 'isolation', /isolation\s+record/),
  whole(['allowance'], null, ALLOW.slice(ALLOW.indexOf('-'))),
];

/** Bytes of characters that cannot be seen. */
export const HIDDEN =
  /\xc2[\x80-\x9f\xad]|\xcd\x8f|\xd8\x9c|\xe1(?:\x85|\x9e|\xa0)|\xe2(?:\x80[\x8b-\x8f\xa8-\xae]|\x81[\xa0-\xaf])|\xe3\x85|\xef(?:\xb8[\x80-\x8f]|\xbb|\xbe|\xbf)|\xf3\xa0/;

/** The line of an offset and the line before it, bounded. @param {string} text @param {number} offset */
export function around(text, offset) {
  const start = text.lastIndexOf('\n', text.lastIndexOf('\n', offset - 1) - 1) + 1;
  const end = text.indexOf('\n', offset);
  return text.slice(Math.max(start, offset - 400), Math.min(end < 0 ? text.length : end, offset + 400));
}
