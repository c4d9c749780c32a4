'use strict';

/**
 * The guard of hosts that ask before a file is written (ADR 0025): an executor's file tools write in its own worktree. Silent for
 * everyone else, and before anything is looked up where nobody else can be meant. Exits 0: any other code would let the call go on.
 */

const fs = require('node:fs');
const path = require('node:path');
const { cleanText, localPath, readStdin, workingDirectory } = require('./lib/untrusted-text.js');

/** @import * as F from './lib/functions' */
/** @import {WriteCall} from './lib/types' */

/** Claude Code's file tools; Cursor's are `Write` and `Delete`. */
const TOOLS = /^(Write|Edit|MultiEdit|NotebookEdit|Delete)$/;

/** @type {F.WriteCallOf} */
function writeCallOf({ text, problem }, env) {
  const payload = problem === null ? objectOf(text) : null;
  const { tool_name: tool, tool_input: given, cwd, workspace_roots: roots, agent_id, agent_type } = payload ?? {};
  const input = objectOf(given);
  const unread =
    payload === null ? (problem ?? 'it is no JSON object') : typeof tool === 'string' ? null : 'it names no tool';
  const writes = unread === null && TOOLS.test(tool);
  const here = [cwd, ...(Array.isArray(roots) ? roots : [])]
    .filter((dir) => typeof dir === 'string' && dir !== '')
    .map(localPath);
  const named = here.filter((dir) => path.isAbsolute(dir));
  return {
    host: env['CURSOR_VERSION'] || 'cursor_version' in (payload ?? {}) || roots !== undefined ? 'cursor' : 'claude',
    kind: unread !== null ? 'unreadable' : writes ? 'write' : 'other',
    problem: unread ?? '',
    dirs: named.length > 0 ? named : [workingDirectory(), env['CLAUDE_PROJECT_DIR'] ?? ''],
    agentId: typeof agent_id === 'string' && /^[\w.-]+$/.test(agent_id) ? agent_id : null,
    agentType: typeof agent_type === 'string' ? agent_type : '',
    file: input?.file_path ?? input?.notebook_path ?? input?.path,
    env,
  };
}

/** A JSON object, or null. @param {unknown} value @returns {any} */
function objectOf(value) {
  try {
    const parsed = typeof value === 'string' ? JSON.parse(value) : value;
    return typeof parsed === 'object' && !Array.isArray(parsed) ? parsed : null;
  } catch {
    return null;
  }
}

/** @type {F.MayBeExecutor} */
function mayBeExecutor({ kind, agentId, dirs, env }) {
  if (kind !== 'write') return kind === 'unreadable';
  return agentId !== null || Boolean(env['MSD_WORKTREE']) || dirs.some(isLinked);
}

/** Whether the nearest `.git` at or above a directory is a file: a worktree, or a submodule in one. @param {string} dir */
function isLinked(dir) {
  for (let at = dir; ; at = path.dirname(at)) {
    const stat = fs.statSync(path.join(at, '.git'), { throwIfNoEntry: false });
    if (stat !== undefined) return stat.isFile();
    if (at === path.dirname(at)) return false;
  }
}

/** A verdict in the shape of the host that asked; null where silence is the answer. @param {string} host @param {string | null} refused */
function answerTo(host, refused) {
  if (host === 'cursor')
    return refused === null ? {} : { permission: 'deny', user_message: refused, agent_message: refused };
  if (refused === null) return null;
  const decision = { permissionDecision: 'deny', permissionDecisionReason: refused };
  return { hookSpecificOutput: { hookEventName: 'PreToolUse', ...decision } };
}

function main() {
  /** @type {any} */
  let call = { host: 'claude', kind: 'other' };
  const say = (/** @type {unknown} */ answer) => answer !== null && fs.writeSync(1, JSON.stringify(answer));
  const answer = (/** @type {string | null} */ refused) => answerTo(call.host, refused);
  try {
    call = writeCallOf(readStdin(), process.env);
    const explained = process.argv[2] === '--explain';
    if (!explained && !mayBeExecutor(call)) return say(answer(null));
    const { judgeWrite } = require('./lib/write-place.js');
    const { row, reason } = judgeWrite(call);
    const { code, verdict } = row;
    if (explained)
      return say({
        row: code,
        verdict,
        code,
        reason: reason ? cleanText(reason, 600) : '',
        identity: null,
        record: null,
      });
    return say(answer(verdict === 'deny' ? reason : null));
  } catch (error) {
    return say(answer(`msd [guard-fault]: the guard failed (${cleanText(String(error))}). Next: run msd doctor.`));
  }
}

if (require.main === module) {
  main();
  process.exit(0);
}

module.exports = { writeCallOf, mayBeExecutor };
