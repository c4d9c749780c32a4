// @ts-check
import { skeleton } from './regex.js';
import {
  FRAME_TEXT,
  FRAME_WORDS,
  HOLE,
  MARKER_OPENING,
  MARKER_TEXT,
  MARKER_WORDS,
  cleaned,
  valuesOut,
} from './sources.js';
import { offsetOf } from './scan.js';

/** @typedef {import('./kinds.js').Found} Found */
/** @typedef {import('./scan.js').Text} Text */

const OWNER = 'hooks/lib/dispatch-identity.js';
const GAP = `[\\s${HOLE}*_\`]{1,12}`;
const [name = '', verb = ''] = MARKER_WORDS;
/** Any beginning of the second word, cut by a hole. */
const CUT = [...verb].reduceRight((rest, letter) => `${letter}(?:${rest})?`, '');

/** The opening, whole or with a part that is not known. */
const MARKER = new RegExp(
  [
    `\\[[\\s*_\`]{0,4}${name}[\\s*_\`]{0,4}:[\\s*_\`]{0,4}${verb}`,
    `${name}[*_\`]{0,4}:[*_\`]{0,4}${verb}`,
    `\\[${name}:(?:${CUT})?${HOLE}`,
    `\\[${HOLE}:(?:${verb}\\b|${HOLE}\\s+phase=")`,
    `\\[(?:${name}|${HOLE})${HOLE}{1,3}${verb}`,
  ].join('|'),
  'gi',
);
/** A pattern that reads an opening of this family. */
const FAMILY = new RegExp(`\\[[\\s${HOLE}]*${name}[\\s${HOLE}]*:[\\s${HOLE}]*(?=[${HOLE}|]|$)`, 'gi');
/** Both keys with their quotes: the marker read or written without its opening. */
const KEYS = new RegExp(['phase', 'plan'].map((key) => `\\b${key}=(?:\\\\?"|["'])`).join('[^\\n]{0,160}?'), 'g');

const [lead = '', follow = ''] = FRAME_WORDS.map((words) => words.join(GAP));
const [, second = []] = FRAME_WORDS;
const FRAME = new RegExp(`\\b${lead}${GAP}(?!-)[^]{0,120}?(?<![\\w-])${follow}\\b(?!-)`, 'gi');
/** One half of the sentence as a pattern: what it captures is read out of the prose. */
const HALF_FRAME = new RegExp(`\\b${lead}[\\s${HOLE}]*[${HOLE}]|\\b${follow}[\\s${HOLE}]*[${HOLE}]`, 'gi');

/** What a text must hold to be either, as it stands: a whole word of theirs, or what may become one when it is cleaned or read as a pattern. */
const COULD = new RegExp(
  `${verb}|${name}|plan|${second[1]}|\\\\[xu]|[[(].[\\])]|\\[\\w{2}\\]|&|[^\\x09\\x0a\\x0d -\\x7e\\u2010-\\u2027…]`,
  'i',
);

const USE = {
  marker: {
    emit: `renderDispatchIdentityMarker of ${OWNER}; in a workflow its placeholder, or msd dispatch marker`,
    parse: `parseDispatchIdentity of ${OWNER}`,
    quote: `a reference to ${OWNER}`,
  },
  frame: {
    emit: `renderProseFrame of ${OWNER}; in a workflow its placeholder, or msd dispatch prompt`,
    parse: `parseDispatchIdentity of ${OWNER}`,
    quote: `a reference to ${OWNER}`,
  },
};

/** Every spelling of the marker, of its opening and of the prose frame outside their owner. */
export const dispatchIdentity = {
  id: 'dispatch-identity',
  /** @type {readonly import('./kinds.js').Kind[]} */
  kinds: ['marker', 'frame'],

  /** @param {import('./scan.js').Document} document @returns {Found[]} */
  check(document) {
    /** @type {Found[]} */
    const found = [];
    for (const text of document.texts) {
      if (!(text.form === 'regex' ? /[([\\]/ : COULD).test(text.text)) continue;
      const readable = text.form === 'regex' ? skeleton(text.text) : text.text;
      const { clean, back } = cleaned(readable, text.language === 'markdown');
      const place = (/** @type {number} */ at) => offsetOf(text, text.form === 'regex' ? 0 : back(at));
      const keyed = text.language === 'js' && text.half !== 'quote';
      const markers = [MARKER, ...(text.form === 'regex' ? [FAMILY] : []), ...(keyed ? [KEYS] : [])];
      each(clean, markers, (at, spelled) => {
        found.push({ offset: place(at), kind: 'marker', half: text.half, found: spelled, use: USE.marker[text.half] });
      });
      each(clean, text.form === 'regex' ? [FRAME, HALF_FRAME] : [FRAME], (at, spelled) => {
        found.push({ offset: place(at), kind: 'frame', half: text.half, found: spelled, use: USE.frame[text.half] });
      });
    }
    return found;
  },

  /**
   * A sanctioned quotation is compared with its source: what it says instead, or null where it is the same.
   * @param {string} kind @param {string} text from where the quotation begins
   * @returns {string | null}
   */
  compare(kind, text) {
    if (kind === 'marker') {
      const quoted = /^[^\]]{0,400}\]/.exec(text.slice(text.indexOf('[')))?.[0] ?? '';
      if (!text.trimStart().startsWith(MARKER_OPENING.charAt(0)) || !/\s/.test(quoted)) return null;
      return valuesOut(quoted) === MARKER_TEXT ? null : MARKER_TEXT.replaceAll(HOLE, '…');
    }
    const [before = '', between = ''] = FRAME_TEXT;
    return text.startsWith(before) && text.slice(0, 200).includes(between) ? null : `${before}…${between}…`;
  },
};

/** Each place at which one of the patterns matches. @param {string} text @param {readonly RegExp[]} patterns @param {(at: number, spelled: string) => void} report */
function each(text, patterns, report) {
  for (const pattern of patterns) for (const match of text.matchAll(pattern)) report(match.index, match[0]);
}
