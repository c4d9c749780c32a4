'use strict';

/**
 * The one owner of the recorded decision's file format (DESIGN §5): what a sentinel holds, what is wrong with it, and for
 * which dispatch a record may be used. Reads only; `src/world/isolation-sentinel.ts` writes.
 *
 * It holds the pinned mirror of the isolation vocabulary (owner: `src/core/isolation/vocabulary.ts`), because a hook must load
 * where nothing was compiled, and few files. `test/parity/isolation-vocabulary.test.ts` is the pin.
 */

const fs = require('node:fs');
const path = require('node:path');
const { parsePhaseToken, phaseKey, samePhase } = require('./dispatch-identity.js');

/** @typedef {import('./types').DecisionRecord} DecisionRecord */
/** @typedef {import('./types').DecisionScope} Scope */
/** @typedef {import('./types').SentinelEntry} Entry */
/** @typedef {import('./types').Sentinel} Sentinel */
/** @typedef {import('./types').StorePlace} StorePlace */
/** @typedef {import('./types').FileProblem} FileProblem */
/** @typedef {import('./types').UnusableCode} UnusableCode */
/** @typedef {{readonly phase: string | null, readonly plan: string | null, readonly ambiguous?: boolean}} Dispatch */

// ---------------------------------------------------------------- the mirror of the vocabulary

/** @type {readonly import('./types').Isolation[]} */
const ISOLATION_VALUES = Object.freeze(['harness-worktree', 'orchestrator-worktree', 'none']);

/** @type {Readonly<Record<import('./types').Producer, import('./types').DecisionKind>>} */
const PRODUCERS = Object.freeze({
  'capability-gate': 'resolver',
  'base-check': 'resolver',
  'execute-plan-whole': 'resolver',
  'tool-capability': 'caller',
  'per-plan-submodules': 'caller',
  'execute-plan-segments': 'caller',
  engine: 'caller',
  person: 'caller',
});

// ---------------------------------------------------------------- the format

const SENTINEL_NAME = 'dispatch-isolation-sentinel.json';
const SENTINEL_VERSION = 1;
/** Bytes; a larger file is not read. */
const SENTINEL_LIMIT = 4 * 1024 * 1024;
/** Milliseconds a record is trusted after it was made: the narrower the scope, the longer. */
const LIFETIMES = Object.freeze({ plan: 24 * 60 * 60 * 1000, phase: 10 * 60 * 1000 });
/** Milliseconds that a record may lie in the future: clocks differ. */
const FUTURE_TOLERANCE = 5000;
/** Longest text in a record, a path included, in UTF-16 units. */
const TEXT_LIMIT = 4096;

/** The sentinel of a project. Never throws, never changes anything. @param {{readonly msd: string}} project @returns {Sentinel} */
function readSentinel(project) {
  const file = path.join(project.msd, SENTINEL_NAME);
  const read = readBounded(file);
  if (typeof read === 'string') return parse(file, read, placeOf(project.msd));
  return { path: file, present: read.problem !== null, problem: read.problem, entries: [] };
}

/** @param {string} file @param {string} text @param {StorePlace | null} place @returns {Sentinel} */
function parse(file, text, place) {
  /** @param {FileProblem} problem @returns {Sentinel} */
  const broken = (problem) => ({ path: file, present: true, problem, entries: [] });
  if (text.trim() === '') return broken('empty');
  let value;
  try {
    value = JSON.parse(text);
  } catch {
    return broken('malformed');
  }
  const { version, decisions } = isObject(value) ? value : {};
  if (typeof version !== 'number' || !Array.isArray(decisions)) return broken('wrong-type');
  if (version !== SENTINEL_VERSION) return broken(version > SENTINEL_VERSION ? 'newer-version' : 'malformed');
  const entries = markAmbiguous(decisions.map((raw) => readRecord(raw, place)));
  return { path: file, present: true, problem: null, entries };
}

/** The file's text, or what is wrong with it: null for no file. @param {string} file @returns {string | {problem: FileProblem | null}} */
function readBounded(file) {
  let fd;
  try {
    const { O_RDONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = fs.constants;
    fd = fs.openSync(file, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
    const stat = fs.fstatSync(fd);
    if (!stat.isFile()) return { problem: 'not-a-file' };
    if (stat.size > SENTINEL_LIMIT) return { problem: 'too-large' };
    return fs.readFileSync(fd, 'utf8').replace(/^\uFEFF/, '');
  } catch (error) {
    const { code } = /** @type {NodeJS.ErrnoException} */ (error);
    if (code === 'ENOENT') return { problem: null };
    return { problem: code === 'ELOOP' || code === 'EISDIR' ? 'not-a-file' : 'unreadable' };
  } finally {
    if (fd !== undefined) fs.closeSync(fd);
  }
}

/** Real path and inode of `.msd/`, by which a copy is told from the original. @param {string} msd @returns {StorePlace | null} */
function placeOf(msd) {
  try {
    return { path: fs.realpathSync.native(msd), inode: String(fs.statSync(msd, { bigint: true }).ino) };
  } catch {
    return null;
  }
}

/** @param {unknown} raw @param {StorePlace | null} place @returns {Entry} */
function readRecord(raw, place) {
  if (!isObject(raw) || !isObject(raw['decidedBy']) || !isObject(raw['scope']))
    return { record: null, why: 'wrong-type' };
  const { isolation, harnessFlag = null, worktree = null, reason, recordedAt, expiresAt, store } = raw;
  const { producer, kind = 'caller' } = raw['decidedBy'];
  const { run = null, phase, plan = null } = raw['scope'];
  const due = [isolation, reason, producer, kind, phase, recordedAt, expiresAt];
  const free = [harnessFlag, worktree, run, plan].filter((text) => text !== null);
  if (![...due, ...free].every((text) => typeof text === 'string')) return { record: null, why: 'wrong-type' };
  const record = /** @type {DecisionRecord} */ ({
    isolation,
    harnessFlag,
    worktree,
    decidedBy: { producer, kind: kind === 'resolver' ? 'resolver' : 'caller' },
    reason,
    scope: { run, phase, plan },
    recordedAt,
    expiresAt,
    store: isObject(store) ? store : null,
  });
  const fits =
    ISOLATION_VALUES.includes(record.isolation) &&
    Object.hasOwn(PRODUCERS, record.decidedBy.producer) &&
    [...due, ...free].every((text) => fitsText(/** @type {string} */ (text))) &&
    (record.worktree === null || path.isAbsolute(record.worktree)) &&
    isTime(record.recordedAt) &&
    isTime(record.expiresAt);
  if (!fits) return { record: null, why: 'malformed' };
  const home = place !== null && record.store?.path === place.path && record.store.inode === place.inode;
  return { record, why: home ? null : 'foreign' };
}

/** Two records that claim one scope, each good by itself, are both unusable. @param {Entry[]} entries */
function markAmbiguous(entries) {
  /** @type {Map<string, number>} */
  const first = new Map();
  const marked = [...entries];
  entries.forEach(({ record, why }, i) => {
    if (record === null || why !== null) return;
    const key = scopeKey(record.scope);
    const before = first.get(key);
    if (before === undefined) first.set(key, i);
    else for (const at of [before, i]) marked[at] = { record: entries[at]?.record ?? null, why: 'ambiguous' };
  });
  return marked;
}

/** One text for each scope: phases by key, run and plan as they are. @param {Scope} scope */
function scopeKey({ run, phase, plan }) {
  return JSON.stringify([run, parsePhaseToken(phase) === null ? [phase] : phaseKey(phase), plan]);
}

// ---------------------------------------------------------------- which record applies

/**
 * Whether a record may be used for a dispatch, or why not.
 * @param {Entry} entry
 * @param {Dispatch | null} dispatch
 *   null: whether it may be used at all, for the dispatches of its own scope
 * @param {number} now milliseconds since 1970
 * @returns {{usable: true} | {usable: false, why: UnusableCode}}
 */
function usability(entry, dispatch, now) {
  const { record, why } = entry;
  if (record === null || why !== null) return unusable(why ?? 'malformed');
  if (dispatch !== null) {
    if (dispatch.ambiguous) return unusable('ambiguous');
    if (dispatch.phase === null) return unusable('no-identity');
    if (!samePhase(record.scope.phase, dispatch.phase)) return unusable('other-phase');
    if (record.scope.plan !== null && dispatch.plan !== null && record.scope.plan !== dispatch.plan)
      return unusable('other-plan');
  }
  if (Date.parse(record.recordedAt) > now + FUTURE_TOLERANCE) return unusable('future');
  return now > expiryOf(record) ? unusable('stale') : { usable: true };
}

/** @param {UnusableCode} why @returns {{usable: false, why: UnusableCode}} */
function unusable(why) {
  return { usable: false, why };
}

/** The moment a record ends, in milliseconds: what it says, but never later than its scope allows. @param {DecisionRecord} record */
function expiryOf(record) {
  const lifetime = record.scope.plan === null ? LIFETIMES.phase : LIFETIMES.plan;
  return Math.min(Date.parse(record.expiresAt), Date.parse(record.recordedAt) + lifetime);
}

/**
 * The record that decides a dispatch: plan before phase, then the latest. Where the plan is unknown a `none` decides only if
 * every usable record of the phase says `none` (DESIGN §6).
 * @param {Sentinel} sentinel @param {Dispatch} dispatch @param {number} now
 * @returns {import('./types').Applying} passedOver: the unusable ones, for words to name
 */
function decisionFor(sentinel, dispatch, now) {
  const usable = /** @type {DecisionRecord[]} */ ([]);
  const passedOver = /** @type {import('./types').PassedOver[]} */ ([]);
  for (const entry of sentinel.entries) {
    const answer = usability(entry, dispatch, now);
    if (answer.usable && entry.record !== null) usable.push(entry.record);
    else if (!answer.usable) passedOver.push({ record: entry.record, why: answer.why });
  }
  const narrow = dispatch.plan === null ? [] : usable.filter((record) => record.scope.plan !== null);
  const isolated = dispatch.plan === null ? usable.filter((record) => record.isolation !== 'none') : [];
  const choice = [narrow, isolated, usable].find((list) => list.length > 0) ?? [];
  return { record: choice.reduce(later, /** @type {DecisionRecord | null} */ (null)), passedOver };
}

/** @param {DecisionRecord | null} a @param {DecisionRecord} b */
function later(a, b) {
  return a !== null && Date.parse(a.recordedAt) > Date.parse(b.recordedAt) ? a : b;
}

// ---------------------------------------------------------------- shapes

/** @param {unknown} value @returns {value is Record<string, unknown>} */
function isObject(value) {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}

/** @param {string} text */
function fitsText(text) {
  return text !== '' && text.length <= TEXT_LIMIT && !text.includes('\0');
}

/** An ISO 8601 time in UTC. @param {string} text */
function isTime(text) {
  return /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?Z$/.test(text) && !Number.isNaN(Date.parse(text));
}

module.exports = {
  ISOLATION_VALUES,
  PRODUCERS,
  SENTINEL_NAME,
  SENTINEL_VERSION,
  LIFETIMES,
  FUTURE_TOLERANCE,
  readSentinel,
  placeOf,
  scopeKey,
  usability,
  expiryOf,
  decisionFor,
};
