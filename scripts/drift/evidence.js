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
 * @property {string | RegExp} first a word that is searched together with all others, or a global pattern of its own
 * @property {RegExp | null} second must match in the same file too
 * @property {boolean} fold what it points at may be put together from pieces
 */

/**
 * What stands whole in one literal, word or line.
 * @param {readonly Kind[]} kinds @param {Group | null} group @param {string | RegExp} first @param {RegExp | null} [second]
 * @returns {Evidence}
 */
function whole(kinds, group, first, second = null) {
  return { kinds, group, first, second, fold: false };
}

/**
 * What may be spread over an expression.
 * @param {readonly Kind[]} kinds @param {Group | null} group @param {string | RegExp} first @param {RegExp | null} [second]
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
/** A word one letter after another, with signs between them. @param {string} word */
const letters = (word) => [...word].map(either).join(`${NOISE}{0,16}`);

/** A word in pieces of strings, templates or patterns, wherever they are put together. @param {Kind} kind @param {string} begin @param {string} word */
function pieces(kind, begin, word) {
  const first = new RegExp(`${begin}${head(word)}${END}`, 'g');
  return spread([kind], 'code', first, new RegExp(`["'\`}\\\\\\n]${tail(word)}(?![a-zA-Z0-9])`));
}

/**
 * A word in pieces of a shell, which need no quotes.
 * @param {Kind} kind
 * @param {string} begin where the first piece begins @param {string} word
 * @param {string} common what is too common at a piece's end to be evidence @param {string} rest the last piece, where it is a whole word
 */
function shellPieces(kind, begin, word, common, rest) {
  const quoted = `${begin}${head(word)}(?:["'\\\\]|\\$[({\\w])`;
  const bare = `(?:[=["'}]|\\\\ |${begin}(?!${common}))${head(word)}(?=[\\s;&|])`;
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
const [oneHead = '', otherHead = ''] = [one, other].map((value) => value.slice(0, value.indexOf('-')));

/** A run of digits in a pattern, and what may stand between it and what follows. */
const DIGITS =
  '(?:\\\\?\\\\d\\]?|\\[0-9\\]|:digit:\\]\\]?|\\\\p\\{Nd?\\})(?:[+*?]|\\{[\\d,]*\\})?\\??[)\'"`+\\s]{0,12}';
const LETTER = '(?:\\(\\??:?)?(?:\\[(?:a-z|A-Z|:alpha|:upper|:lower)|\\\\p\\{L)';
const DOTTED = '\\((?:\\?:)?\\(?(?:\\?:)?(?:\\\\|\\[[^\\]]{0,3}\\.)';
/** Where a shell works with numbers. */
const ARITHMETIC =
  /\$\(\(|^\s*\(\(|[;&|]\s*\(\(|\bprintf\b[^\n]{0,60}%[-+ #0-9]*[dixu]|\s-(?:eq|ne|lt|le|gt|ge)\s|\b(?:expr|bc|seq|let|declare|typeset|local)\s[^\n]{0,60}phase/im;
const NUMBER_OF_PHASE = /(?:Number|parseInt|parseFloat|BigInt)\(\s*[\w.]{0,60}[pP]hase/;
/** Between two values of a list: signs, and a few names of fields or variables. */
const LISTED = '\\W{1,60}(?:\\w{1,30}\\W{1,40}){0,5}?';
const NAMED = new RegExp(`${PRODUCER_OPTION}|producer(?:\\s*\\??:\\s*\\w+)?\\s*[:=]\\s*(?:\\w+\\s*\\?\\?\\s*)?["'\`]`);
const SUFFIX = new RegExp(
  `['"\`}*%(?+)^]-\\??${PLAN_SUFFIX}|-\\?${PLAN_SUFFIX}|${PLAN_SUFFIX}\\\\|-${PLAN_SUFFIX}['"\`]`,
);

/** @type {readonly Evidence[]} */
export const EVIDENCE = [
  // The marker and the frame's first half: letter by letter, or in pieces.
  spread(['marker'], null, new RegExp(`${letters(name)}${NOISE}{0,16}:${NOISE}{0,16}${letters(verb)}`, 'g')),
  spread(['frame'], null, new RegExp(`${letters(lead.slice(1))}(?![-_])${NOISE}{1,24}${letters(follow)}`, 'g')),
  pieces('marker', '[\\["\'`}(:>|\\]?*+^=\\\\\\n]', `${name}:${verb}`),
  pieces('frame', '[\\["\'`}(:>|\\]?*+^=\\\\\\s]', `${lead} ${follow}`),
  shellPieces('marker', '[=["\'}]', `${name}:${verb}`, '', verb),
  shellPieces('frame', '[^a-zA-Z0-9]', `${lead} ${follow}`, `${[...lead].map(either).join('')}\\b`, follow),
  // The first letter in brackets of a pattern; a pattern for openings of the marker's family.
  spread(
    ['marker', 'frame'],
    'code',
    new RegExp(`\\[(?:${either(name.charAt(0))}{2}|${either(lead.charAt(0))}{2})\\]|[([](?:\\?:)?m[)\\]][([]*s`, 'g'),
  ),
  spread(['marker'], null, new RegExp(`${name}(?:\\\\[sSwW][*+?]?|[^a-zA-Z0-9]){0,8}:${NOISE}{0,2}[^\\s\\w]`, 'g')),
  // The marker's keys; the frame's second half where a pattern reads on.
  spread(['marker'], null, 'plan=', /phase=\\?["'][^\n]{0,160}plan=\\?["']/),
  spread(['frame'], null, `${of} ${phase}`, new RegExp(`${of} ${phase}(?:\\s|\\\\s[+*]?){0,4}[(\\[\\\\]`)),
  spread(['frame'], null, `${of}\\`, new RegExp(`${of}(?:\\\\s[+*]?|\\s){1,4}${phase}`)),
  spread(['frame'], null, `${of}[`, new RegExp(`${of}(?:\\[[^\\]\\n]{1,12}\\][+*]?){1,4}${phase}`)),
  // Letters of either as escapes, codes, entities.
  spread(
    ['marker', 'frame'],
    null,
    new RegExp(
      `\\\\(?:x(?:${hex})|u(?:00(?:${hex})|\\{0*(?:${hex})\\})|0?(?:${octal})|(?:x|u00|u\\{)20(?!-)|0?40\\b)`,
      'gi',
    ),
  ),
  spread(['marker', 'frame'], null, 'fromC', /fromC\w+\W{0,8}\d/),
  whole(['marker', 'frame'], 'prose', /&(?:#|lbrack|lsqb|colon)/g),
  // The values of the vocabulary near each other.
  whole(
    ['vocabulary'],
    'code',
    otherHead,
    new RegExp(`${one}${LISTED}${other}|${other}${LISTED}${one}|${oneHead}\\||${otherHead}\\|`),
  ),
  whole(
    ['vocabulary'],
    'prose',
    otherHead,
    new RegExp(`${one}[^]{0,240}?${other}|${other}[^]{0,240}?${one}|${otherHead}\\|`),
  ),
  // Digits and behind them an optional letter or a dot: a phase grammar. Digits behind a dot in a group that may repeat.
  spread(['phase-grammar'], null, new RegExp(`${DIGITS}(?:${LETTER}|${DOTTED})`, 'g')),
  spread(['phase-grammar'], null, /(?:\\\.|\[\\?\.-?\])[^\n]{0,4}(?:\\d|0-9|:digit:)[^\n]{0,8}\)[*+?{]/g),
  // Arithmetic on phases, plan files.
  whole(['phase-arithmetic'], 'prose', /phase/gi, ARITHMETIC),
  whole(['phase-arithmetic'], 'code', 'Number(', NUMBER_OF_PHASE),
  whole(['phase-arithmetic'], 'code', 'BigInt(', NUMBER_OF_PHASE),
  whole(['phase-arithmetic'], 'code', 'parseInt(', NUMBER_OF_PHASE),
  whole(['phase-arithmetic'], 'code', 'parseFloat(', NUMBER_OF_PHASE),
  whole(['phase-arithmetic'], 'code', 'padStart', /[pP]hase\w{0,8}\s*\.\s*padStart/),
  whole(['phase-arithmetic'], 'prose', 'padStart', /[pP]hase\w{0,8}\s*\.\s*padStart/),
  spread(['plan-id'], 'code', PLAN_SUFFIX, SUFFIX),
  spread(['plan-id'], 'prose', `-${PLAN_SUFFIX}`),
  // Decisions that are recorded, and exemptions.
  whole(['producer'], null, 'producer', NAMED),
  whole(['producer'], 'prose', /isolation\s+record/g),
  whole(['allowance'], null, ALLOW),
];

/** Bytes of characters that cannot be seen. */
export const HIDDEN =
  /\xc2[\x80-\x9f\xad]|\xcd\x8f|\xd8\x9c|\xe1(?:\x85|\x9e|\xa0)|\xe2(?:\x80[\x8b-\x8f\xa8-\xae]|\x81[\xa0-\xaf])|\xe3\x85|\xef(?:\xb8[\x80-\x8f]|\xbb|\xbe|\xbf)|\xf3\xa0/;
