'use strict';

/** A verdict told to a person: which row applied, on what identity and record (DESIGN §13). For `--explain` only. */

const { cleanText } = require('./untrusted-text.js');
const { judge, nearestUnused } = require('./decide.js');

/** @import {GuardedCall} from './types' */

/** @param {GuardedCall} call */
function explain(call) {
  const { row, facts, reason } = judge(call);
  const ours = row.code !== 'payload-unreadable' && facts.project === 'found' && facts.call !== 'other';
  const identity = ours ? facts.identity : null;
  const looked = ours && facts.executor === 'yes' ? facts.decision : null;
  return clean({
    row: row.code,
    verdict: row.verdict,
    code: row.code,
    reason,
    identity,
    record: looked && recordOf(looked),
  });
}

/** The record that decided, or the nearest one that did not. @param {any} decision */
function recordOf(decision) {
  if (decision.record !== null) return { ...decision.record, usable: true };
  const unused = nearestUnused(decision);
  return unused && { ...unused.record, usable: false, why: unused.why };
}

/** What comes from files and prompts is shown cleaned. @param {any} value @returns {any} */
function clean(value) {
  if (typeof value === 'string') return value === '' ? '' : cleanText(value, 600);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, clean(each)]));
}

module.exports = { explain };
