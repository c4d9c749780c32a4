// @ts-check
import { createRequire } from 'node:module';

// Loaded as what they are, CommonJS: an import would take several times as long.
const load = createRequire(import.meta.url);
/** @type {typeof import('#hooks/lib/dispatch-identity.js')} */
const identity = load('#hooks/lib/dispatch-identity.js');
/** @type {typeof import('#hooks/lib/isolation-sentinel.js')} */
const sentinel = load('#hooks/lib/isolation-sentinel.js');
/** @type {typeof import('#hooks/lib/untrusted-text.js')} */
const untrusted = load('#hooks/lib/untrusted-text.js');

/** Stands for what is not known: a hole of a template, a variable, a class of characters. */
export const HOLE = '\uFFFC';
/** The one owner of cleaning text before it is shown. */
export const cleanText = untrusted.cleanText;

/**
 * What the owners say, asked of the owners: the lint spells no format itself and compares with these sources. Patterns
 * are derived from what the owner renders, so a changed owner changes what counts as a copy.
 */

const sample = identity.renderProseFrame({ planNumber: '02', phase: '03', phaseName: 'auth' });
const [lead = '', middle = ''] = sample.split(/02|03-auth/);

/** The sentence's fixed words: before the plan's number, and between it and the phase. */
export const FRAME_WORDS = [lead.trim().split(' '), middle.trim().split(' ')];
/** The sentence's fixed text, for comparing a quotation byte for byte. */
export const FRAME_TEXT = [lead, middle];
/** The marker's opening, and its two halves around the colon. */
export const MARKER_OPENING = identity.MARKER_OPENING;
export const MARKER_WORDS = MARKER_OPENING.slice(1).split(':');
/** A whole marker with its values left out. */
export const MARKER_TEXT = valuesOut(identity.renderDispatchIdentityMarker({ phase: '03', plan: '03-02-hardening' }));
export const PHASE_TOKEN_SOURCE = identity.PHASE_TOKEN_SOURCE;
/** The isolation values in order, and everyone who may record a decision. @type {readonly string[]} */
export const VALUES = sentinel.ISOLATION_VALUES;
/** @type {readonly string[]} */
export const PRODUCERS = Object.keys(sentinel.PRODUCERS);

/** @param {string} marker */
export function valuesOut(marker) {
  return marker.replace(/="[^"]*"/g, `="${HOLE}"`);
}

/** The comment that allows a departure, the option by which a producer names itself, and the mark of a plan's file name. */
export const ALLOW = 'msd-drift-allow';
export const PRODUCER_OPTION = '--producer';
export const PLAN_SUFFIX = 'PLAN';

const HIDDEN = new RegExp(untrusted.HIDDEN_SOURCE, 'g');
const HIDDEN_OR_ENTITY = new RegExp(`${untrusted.HIDDEN_SOURCE}|&(?:#x?[0-9a-fA-F]{1,6}|\\w{2,10});`, 'g');
/** @type {Readonly<Record<string, string>>} */
const ENTITIES = { lbrack: '[', lsqb: '[', rbrack: ']', rsqb: ']', colon: ':', quot: '"', nbsp: ' ', amp: '&' };

/**
 * A text without hidden characters and, from Markdown, without entities; and the place in the text of a place in that.
 * @param {string} text @param {boolean} entities
 * @returns {{clean: string, back: (at: number) => number}}
 */
export function cleaned(text, entities) {
  const pattern = entities && text.includes('&') ? HIDDEN_OR_ENTITY : HIDDEN;
  /** Where text was left out: place in the clean text, and by how much the places behind it differ. @type {[number, number][]} */
  const gaps = [];
  let lost = 0;
  const clean = text.replace(pattern, (found, ...rest) => {
    const at = /** @type {number} */ (rest.find((value) => typeof value === 'number'));
    const instead = found === '\n' || found === '\t' ? found : found.startsWith('&') ? entity(found) : '';
    gaps.push([at - lost, lost]);
    lost += found.length - instead.length;
    return instead;
  });
  const back = (/** @type {number} */ at) => {
    let shift = lost;
    for (let i = gaps.length - 1; i >= 0 && (gaps[i]?.[0] ?? 0) >= at; i--) shift = gaps[i]?.[1] ?? 0;
    return at + shift;
  };
  return { clean, back };
}

/** @param {string} text */
function entity(text) {
  const number = /^&#(x?)([0-9a-f]+);$/i.exec(text);
  if (!number) return ENTITIES[text.slice(1, -1)] ?? text;
  const code = Number.parseInt(number[2] ?? '', number[1] ? 16 : 10);
  return code <= 0x10ffff ? String.fromCodePoint(code) : '';
}

/**
 * Planted faults, made from the owners' sources. Each run of the lint reads them as if they were files and must find each: a
 * lint that finds nothing cannot pass.
 * @type {readonly {kind: import('./kinds.js').Kind, path: string, text: string}[]}
 */
export const PROBES = [
  { kind: 'marker', path: 'hooks/probe-1.js', text: `const opening = '${MARKER_OPENING}';\n` },
  { kind: 'marker', path: 'hooks/probe-2.js', text: `const opening = ['[', '${MARKER_OPENING.slice(1)}'].join('');\n` },
  { kind: 'frame', path: 'workflows/probe-3.md', text: `${FRAME_TEXT.join('{plan}')}{phase}.\n` },
  { kind: 'phase-grammar', path: 'src/core/probe-4.ts', text: `const phase = /^${PHASE_TOKEN_SOURCE}$/;\n` },
  { kind: 'phase-arithmetic', path: 'workflows/probe-5.md', text: '```sh\nnext=$((10#$PHASE + 1))\n```\n' },
  { kind: 'plan-id', path: 'src/core/probe-6.ts', text: `const id = name.replace(/-${PLAN_SUFFIX}\\.md$/, '');\n` },
  {
    kind: 'vocabulary',
    path: 'src/core/probe-7.ts',
    text: `type Mode = ${VALUES.map((value) => `'${value}'`).join(' | ')};\n`,
  },
  {
    kind: 'vocabulary',
    path: 'workflows/probe-8.md',
    text: `\`\`\`sh\ncase $x in ${VALUES.join('|')}) ;; esac\n\`\`\`\n`,
  },
  {
    kind: 'producer',
    path: 'workflows/probe-9.md',
    text: `\`\`\`sh\nmsd isolation record ${PRODUCER_OPTION} nobody\n\`\`\`\n`,
  },
];
