'use strict';

/**
 * The one owner of the recorded decision's file format (DESIGN §5); `src/world/isolation-sentinel.ts` writes it. Holds the
 * mirror of the isolation vocabulary (owner: `src/core/isolation/vocabulary.ts`, pin: `test/parity/`, reason: ADR 0001).
 */

const fs = require('node:fs');
const path = require('node:path');
const { parsePhaseToken, phaseKey, samePhase } = require('./dispatch-identity.js');
const { readFile } = require('./untrusted-text.js');

/** @import * as F from './functions' */
/** @import {DecisionKind, DecisionRecord, FileProblem, Isolation, PassedOver, Producer, Sentinel, UnusableCode} from './types' */

// --- the mirror of the vocabulary

/** @type {readonly Isolation[]} */
const ISOLATION_VALUES = Object.freeze(['harness-worktree', 'orchestrator-worktree', 'none']);

/** @type {Readonly<Record<Producer, DecisionKind>>} */
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

// --- the format

const SENTINEL_NAME = 'dispatch-isolation-sentinel.json';
const SENTINEL_VERSION = 1;
/** Bytes. */
const SENTINEL_LIMIT = 4 * 1024 * 1024;
/** Milliseconds that a record is trusted. */
const LIFETIMES = Object.freeze({ plan: 24 * 60 * 60 * 1000, phase: 10 * 60 * 1000 });
/** Milliseconds: clocks differ. */
const FUTURE_TOLERANCE = 5000;
/** Longest text in a record, in UTF-16 units. */
const TEXT_LIMIT = 4096;

/** @type {F.ReadSentinel} */
function readSentinel(project) {
  const file = path.join(project.msd, SENTINEL_NAME);
  const { text, problem } = readFile(file, SENTINEL_LIMIT, false);
  if (problem === null) return parse(file, text, placeOf(project.msd));
  return { path: file, present: problem !== 'absent', problem: problem === 'absent' ? null : problem, entries: [] };
}

/** @type {F.ParseSentinel} */
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

/** @type {F.PlaceOf} */
function placeOf(msd) {
  try {
    const real = fs.realpathSync.native(msd);
    return { path: real, inode: String(fs.lstatSync(real).ino) };
  } catch {
    return null;
  }
}

/** @type {F.ReadRecord} */
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

/** @type {F.MarkAmbiguous} */
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

/** @type {F.ScopeKey} */
function scopeKey({ run, phase, plan }) {
  return JSON.stringify([run, parsePhaseToken(phase) === null ? [phase] : phaseKey(phase), plan]);
}

// --- which record applies

/** @type {F.Usability} */
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

/** @type {F.ExpiryOf} */
function expiryOf(record) {
  const lifetime = record.scope.plan === null ? LIFETIMES.phase : LIFETIMES.plan;
  return Math.min(Date.parse(record.expiresAt), Date.parse(record.recordedAt) + lifetime);
}

/** @type {F.DecisionFor} */
function decisionFor(sentinel, dispatch, now) {
  const usable = /** @type {DecisionRecord[]} */ ([]);
  const passedOver = /** @type {PassedOver[]} */ ([]);
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

/** @type {F.Later} */
function later(a, b) {
  return a !== null && Date.parse(a.recordedAt) > Date.parse(b.recordedAt) ? a : b;
}

// --- shapes

/** @type {F.IsObject} */
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
