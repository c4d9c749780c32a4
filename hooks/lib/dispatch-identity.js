'use strict';

/**
 * The one owner of how a dispatch says which plan it is for (DESIGN §4): writes marker and prose frame, and reads them back.
 * Holds the mirror of the phase grammar (owner: `src/core/phase/phase-token.ts`, pin: `test/parity/`, reason: ADR 0001).
 */

const { HIDDEN_SOURCE } = require('./untrusted-text.js');

/** @import * as F from './functions' */
/** @import {DispatchIdentity, MarkerFields} from './types' */

// --- the mirror of the phase grammar

const PHASE_TOKEN_SOURCE = '[0-9]+[A-Za-z]?(?:\\.[0-9]+)*';
const PHASE_TOKEN_PATTERN = new RegExp(`^(?:${PHASE_TOKEN_SOURCE})$`);

/** @type {F.ParsePhaseToken} */
function parsePhaseToken(text) {
  return PHASE_TOKEN_PATTERN.test(text) ? text : null;
}

/** Leading zeros of the whole number and the letter's case do not count. @param {string} token */
function phaseKey(token) {
  const [head = '', ...decimals] = token.split('.');
  return [head.replace(/^0+(?=[0-9])/, '').toUpperCase(), ...decimals].join('.');
}

/** @type {F.SamePhase} */
function samePhase(a, b) {
  if (a === b) return true;
  return parsePhaseToken(a) !== null && parsePhaseToken(b) !== null && phaseKey(a) === phaseKey(b);
}

// --- the marker

/** Longest key and value of a marker, in UTF-16 units. */
const KEY_LIMIT = 32;
const VALUE_LIMIT = 200;

const MARKER_OPENING = '[msd:dispatch';
const MARKER_CLOSING = ']';
const MARKER_KEY_SOURCE = `[A-Za-z][A-Za-z0-9_-]{0,${KEY_LIMIT - 1}}`;
const MARKER_VALUE_SOURCE = `[^"\\[\\]\\r\\n]{0,${VALUE_LIMIT}}`;
const MARKER_PAIR_SOURCE = `[ \\t\\r\\n]+(${MARKER_KEY_SOURCE})="(${MARKER_VALUE_SOURCE})"`;
const MARKER_END_SOURCE = '[ \\t\\r\\n]*\\]';

/** Surely fit, as nearly all values are. */
const PLAIN = /^[\w.-]+$/;
/** Hidden characters, brackets of every template language, quotes. */
const UNFIT_SOURCE = `[\\t\\r\\n"\\[\\]{}<>$\`]|^%.*%$|^\\s|\\s$|${HIDDEN_SOURCE}`;
/** Names of values that were never put in: a letter, 11 more at most. */
const UNFILLED = /^(?:undefined|null|none|nan|(?:phase|plan)(?:[_-]?(?:id|number|num|name|token|dir|key))?)$/i;

/** @type {F.MarkerValue} */
function planValue(value) {
  if (typeof value !== 'string' || value === '' || value.length > VALUE_LIMIT) return null;
  if (value >= 'A' && value.length < 13 && UNFILLED.test(value)) return null;
  return PLAIN.test(value) || !new RegExp(UNFIT_SOURCE).test(value) ? value : null;
}

/** How a directory's name that is given whole begins. */
const NAME_SOURCE = '^(?:[\\p{L}_]|[0-9][^-]*-)';
/** With a number in front, the number alone is the phase. */
const NUMBERED_SOURCE = `^(?:phase-)?${PHASE_TOKEN_SOURCE}(?:-|$)`;
/** Marks of a shell or a path, a full stop at the end. */
const UNFIT_NAME_SOURCE = '[;|&\\\\/:*?!]|\\.$';

/** @type {F.MarkerValue} */
function phaseValue(value) {
  const text = planValue(value);
  if (text === null || parsePhaseToken(text) !== null) return text;
  const is = (/** @type {string} */ source, flags = '') => new RegExp(source, flags).test(text);
  return is(NAME_SOURCE, 'u') && !is(NUMBERED_SOURCE, 'i') && !is(UNFIT_NAME_SOURCE) ? text : null;
}

/** @type {F.RenderMarker} */
function renderDispatchIdentityMarker({ phase, plan }) {
  if (phaseValue(phase) === null || planValue(plan) === null) return '';
  return `${MARKER_OPENING} phase="${phase}" plan="${plan}"${MARKER_CLOSING}`;
}

/** @type {F.ReadMarkers} */
function readMarkers(text) {
  if (!text.includes(MARKER_OPENING)) return [];
  const pair = new RegExp(MARKER_PAIR_SOURCE, 'y');
  const end = new RegExp(MARKER_END_SOURCE, 'y');
  const found = [];
  for (let at = text.indexOf(MARKER_OPENING); at >= 0; at = text.indexOf(MARKER_OPENING, at)) {
    at += MARKER_OPENING.length;
    /** @type {Map<string, string>} */
    const values = new Map();
    let torn = false;
    for (let match = matchAt(pair, text, at); match !== null; match = matchAt(pair, text, at)) {
      at = pair.lastIndex;
      const [, key = '', value = ''] = match;
      if (key !== 'phase' && key !== 'plan') continue;
      if (values.has(key) && values.get(key) !== value) torn = true;
      else values.set(key, value);
    }
    if (matchAt(end, text, at) === null) continue;
    at = end.lastIndex;
    found.push({ phase: phaseValue(values.get('phase')), plan: planValue(values.get('plan')), torn });
  }
  return found;
}

/** @param {RegExp} sticky @param {string} text @param {number} at */
function matchAt(sticky, text, at) {
  sticky.lastIndex = at;
  return sticky.exec(text);
}

// --- the prose frame

const PROSE_LIMIT = 120;
const GAP = '[ \\t\\r\\n]{1,8}';
const PROSE_FRAME_SOURCE = `\\bexecute${GAP}plan${GAP}\\S{1,80}${GAP}of${GAP}phase${GAP}`;

/** @type {F.RenderProseFrame} */
function renderProseFrame({ planNumber, phase, phaseName }) {
  const parts = phaseName === null || phaseName === '' ? [planNumber, phase] : [planNumber, phase, phaseName];
  if (parts.some((part) => planValue(part) === null)) return '';
  return `Execute plan ${planNumber} of phase ${parts.slice(1).join('-')}.`;
}

/** @type {F.ReadProse} */
function readProse(text) {
  const frame = new RegExp(PROSE_FRAME_SOURCE, 'gi');
  // A token, decorated or not, with a right boundary: the end, a blank, punctuation, or a slug that is no number.
  const phase = new RegExp(
    `^[\`*_"'(]{0,3}(${PHASE_TOKEN_SOURCE})(?:-[\\p{L}_][\\p{L}\\p{N}\\p{M}_.-]*)?[.,:!?)\`*_"']*(?=[ \\t\\r\\n]|$)`,
    'u',
  );
  const found = [];
  while (frame.exec(text) !== null) {
    const rest = text.slice(frame.lastIndex, frame.lastIndex + PROSE_LIMIT);
    if (!/^[`*_"'(]{0,3}[0-9]/.test(rest)) continue;
    const match = phase.exec(rest);
    const cut = match !== null && match[0].length === PROSE_LIMIT;
    found.push(match === null || cut ? null : (match[1] ?? null));
  }
  return found;
}

// --- reading a dispatch

/** @type {F.ParseDispatchIdentity} */
function parseDispatchIdentity(...texts) {
  const strings = texts.filter((text) => typeof text === 'string');
  const markers = strings.flatMap(readMarkers);
  const filled = markers.filter((marker) => marker.torn || marker.phase !== null || marker.plan !== null);
  const first = filled[0];
  if (first !== undefined) {
    const whole = filled.find((marker) => marker.phase !== null && marker.plan !== null) ?? first;
    if (filled.some((marker) => marker.torn || !agrees(marker, whole))) return ambiguous('marker');
    return { phase: whole.phase, plan: whole.plan, source: 'marker', ambiguous: false };
  }
  const phases = strings.flatMap(readProse);
  const phase = phases.find((text) => text !== null) ?? null;
  if (phase === null) return { phase: null, plan: null, source: null, ambiguous: false };
  if (phases.some((text) => text === null || !samePhase(text, phase))) return ambiguous('prose');
  return { phase, plan: null, source: 'prose', ambiguous: false };
}

/** @param {MarkerFields} part @param {MarkerFields} whole */
function agrees(part, whole) {
  const phase = part.phase === null || (whole.phase !== null && samePhase(part.phase, whole.phase));
  return phase && (part.plan === null || part.plan === whole.plan);
}

/** @param {'marker' | 'prose'} source @returns {DispatchIdentity} */
function ambiguous(source) {
  return { phase: null, plan: null, source, ambiguous: true };
}

module.exports = {
  MARKER_OPENING,
  MARKER_CLOSING,
  MARKER_KEY_SOURCE,
  MARKER_VALUE_SOURCE,
  MARKER_PAIR_SOURCE,
  MARKER_END_SOURCE,
  PROSE_FRAME_SOURCE,
  PHASE_TOKEN_SOURCE,
  PHASE_TOKEN_PATTERN,
  KEY_LIMIT,
  VALUE_LIMIT,
  parsePhaseToken,
  phaseKey,
  samePhase,
  renderDispatchIdentityMarker,
  renderProseFrame,
  parseDispatchIdentity,
};
