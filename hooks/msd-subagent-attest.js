'use strict';

/**
 * Attests where an executor really started (ADR 0005): the one event that tells the truth, and that cannot stop anything.
 * An executor in the main checkout is a violation unless a usable record says `none`, or nothing is isolated here. It is told
 * to stop, and the violation stops the next gate. Always exits 0.
 */

const fs = require('node:fs');
const { readStdin } = require('./lib/untrusted-text.js');

/** @import {FoundProject, Start} from './lib/types' */

/**
 * The start that a payload tells of, or null where it is none of ours.
 * @param {any} payload @param {number} now milliseconds since 1970
 * @returns {{found: FoundProject, start: Start} | null}
 */
function startOf(payload, now) {
  const type = payload?.agent_type ?? payload?.agentType ?? payload?.agentName;
  const { cwd, agent_id: agent = payload?.agentId, session_id: session = payload?.sessionId } = payload ?? {};
  if (typeof type !== 'string' || typeof cwd !== 'string') return null;
  const found = require('./lib/project-root.js').findProject(cwd);
  if (found === null) return null;
  const { isNamedExecutor, settingsOf } = require('./lib/decide.js');
  const settings = settingsOf(found);
  if (!isNamedExecutor(type, settings.executors)) return null;
  const records = usableRecords(found, now);
  /** @type {[boolean, Start['code']][]} */
  const codes = [
    [found.linked, 'isolated'],
    [records.some((record) => record.isolation === 'none'), 'recorded-none'],
    [found.rootCheckout === null, 'not-a-repository'],
    [settings.optOut === 'yes', 'opted-out'],
    [true, 'executor-in-main-checkout'],
  ];
  const [, code] = codes.find(([holds]) => holds) ?? [true, 'executor-in-main-checkout'];
  const named = { session: typeof session === 'string' ? session : null, agent: String(agent ?? ''), type, cwd };
  const place = found.linked ? 'worktree' : 'main';
  const run = records[records.length - 1]?.scope.run ?? null;
  return { found, start: { version: 1, event: 'start', at: new Date(now).toISOString(), ...named, place, code, run } };
}

/** The records that may be used by the dispatches of their own scopes, oldest first. @param {FoundProject} found @param {number} now */
function usableRecords(found, now) {
  if (found.problem !== null) return [];
  const { readSentinel, usability } = require('./lib/isolation-sentinel.js');
  const entries = readSentinel(found).entries.filter((entry) => usability(entry, null, now).usable);
  const records = entries.flatMap(({ record }) => (record === null ? [] : [record]));
  return records.sort((a, b) => Date.parse(a.recordedAt) - Date.parse(b.recordedAt));
}

/** What an executor is told that runs where it must not. @param {FoundProject} found @param {string} unwritten */
function stopWords(found, unwritten) {
  const { cleanText } = require('./lib/untrusted-text.js');
  return (
    `msd [executor-in-main-checkout]: STOP. You run in the main checkout ${cleanText(found.root)}, not in a worktree of ` +
    `your own, and no record allows that.${unwritten} Edit nothing, commit nothing, start nothing. ` +
    'Next: end now and answer "stopped: not isolated", so that the plan is dispatched anew with isolation: "worktree".'
  );
}

function main() {
  const { text, problem } = readStdin();
  let payload = null;
  try {
    payload = problem === null ? JSON.parse(text) : null;
  } catch {
    // Nothing says that this is an executor of ours; the guard has seen the call that started it.
  }
  const seen = startOf(payload, Date.now());
  if (seen === null) return;
  const { found, start } = seen;
  const lost =
    found.problem === null ? require('./lib/attestation.js').append(found.msd, start.session, start) : found.problem;
  if (start.code !== 'executor-in-main-checkout') return;
  const unwritten = lost === null ? '' : ' This could not be noted under .msd/attest: tell it to whoever started you.';
  const hookSpecificOutput = { hookEventName: 'SubagentStart', additionalContext: stopWords(found, unwritten) };
  fs.writeSync(1, JSON.stringify({ hookSpecificOutput }));
}

if (require.main === module)
  try {
    main();
  } catch (error) {
    fs.writeSync(2, `msd-subagent-attest: ${error}\n`);
  }

module.exports = { startOf, stopWords };
