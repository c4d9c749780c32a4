'use strict';

/**
 * The guard of Cursor's `subagentStart` (ADR 0005). Cursor isolates by the place of its session and says which root that is,
 * so each root is judged. Reads the event on standard input and answers Cursor: `{}` where it may start. Always exits 0.
 */

const fs = require('node:fs');
const { cleanText, localPath, readStdin, workingDirectory } = require('./lib/untrusted-text.js');

/** @import {GuardedCall, Row, StdinText} from './lib/types' */

/** @param {StdinText} stdin @param {NodeJS.ProcessEnv} env @returns {GuardedCall} */
function callOf({ text, problem }, env) {
  const payload = problem === null ? objectOf(text) : null;
  /** @type {GuardedCall} */
  const call = {
    host: 'cursor',
    kind: 'unreadable',
    problem: problem ?? 'it is no JSON object',
    dirs: [workingDirectory(), env['CURSOR_PROJECT_DIR'] ?? '', env['CLAUDE_PROJECT_DIR'] ?? ''],
    agentType: null,
    isolation: null,
    texts: [],
    input: {},
    payload: payload ?? {},
  };
  if (payload === null) return call;
  const { workspace_roots: roots, subagent_type: agentType = null, task, description, prompt } = payload;
  if (!Array.isArray(roots)) return { ...call, problem: 'it names no workspace' };
  const dirs = roots.filter((root) => typeof root === 'string' && root !== '').map(localPath);
  return {
    ...call,
    kind: dirs.length === 0 ? 'other' : 'dispatch',
    dirs,
    agentType,
    texts: [task, prompt, description],
  };
}

/** @param {string} text @returns {any} */
function objectOf(text) {
  try {
    const value = JSON.parse(text);
    return value !== null && typeof value === 'object' && !Array.isArray(value) ? value : null;
  } catch {
    return null;
  }
}

/** @param {{row: Pick<Row, 'verdict'>, reason: string}} verdict */
function answerTo({ row, reason }) {
  return row.verdict === 'deny' ? { permission: 'deny', user_message: reason } : {};
}

function main() {
  const say = (/** @type {unknown} */ answer) => fs.writeSync(1, JSON.stringify(answer));
  try {
    const call = callOf(readStdin(), process.env);
    if (process.argv[2] === '--explain') say(require('./lib/explain.js').explain(call));
    else say(call.kind === 'other' ? {} : answerTo(require('./lib/decide.js').judge(call)));
  } catch (error) {
    const reason = `msd [guard-fault]: the guard failed (${cleanText(String(error))}). Next: run msd doctor.`;
    say(answerTo({ row: { verdict: 'deny' }, reason }));
  }
}

if (require.main === module) {
  main();
  process.exit(0);
}

module.exports = { callOf, answerTo };
