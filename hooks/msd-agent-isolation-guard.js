'use strict';

/**
 * The guard of hosts that ask before a tool is used (ADR 0005): Claude Code, and all that read its config or have such hooks.
 * An empty answer lets the call go on, as would any exit code.
 */

const fs = require('node:fs');
const path = require('node:path');
const { cleanText, frontmatter, localPath, readFile, readStdin, workingDirectory } = require('./lib/untrusted-text.js');

/** @import * as F from './lib/functions' */
/** @import {FoundProject, GuardedCall, Host} from './lib/types' */

/** What a tool does. @type {Record<string, GuardedCall['kind']>} */
const TOOLS = { Agent: 'dispatch', Task: 'dispatch', Skill: 'skill', SendMessage: 'resume', Workflow: 'workflow' };

/** @type {F.HostOf} */
function hostOf(payload, env) {
  if (payload === null) return env['CURSOR_VERSION'] ? 'cursor' : env['GEMINI_PROJECT_DIR'] ? 'gemini' : 'claude';
  const { tool_name: tool, tool_input: input } = payload;
  if ('cursor_version' in payload || 'workspace_roots' in payload) return 'cursor';
  if (payload.hook_event_name === 'BeforeTool') return 'gemini';
  if ('turn_id' in payload || /spawn_agent$/.test(tool)) return 'codex';
  if ('toolName' in payload || (input?.agent_type && !input.subagent_type)) return 'copilot';
  if ('tool' in payload) return 'opencode';
  return env['COPILOT_CLI'] && !('prompt_id' in payload) ? 'copilot' : 'claude';
}

/** @type {F.CallOf} */
function callOf({ text, problem }, env, host) {
  const payload = problem === null ? objectOf(text) : null;
  const { tool_name, toolName, tool_input, toolArgs, args, cwd, workspace_roots: roots } = payload ?? {};
  const tool = tool_name ?? toolName ?? payload?.tool;
  const input = objectOf(tool_input ?? toolArgs ?? args);
  const { prompt, message, description, isolation, subagent_type: type, agent_type, agent_name } = input ?? {};
  const agentType = type ?? agent_type ?? agent_name;
  const starts = /^(task|invoke_agent)$|spawn_agent$/.test(tool);
  const kind = (Object.hasOwn(TOOLS, tool) && TOOLS[tool]) || (starts ? 'dispatch' : 'other');
  const lacks =
    typeof tool !== 'string' ? 'it names no tool' : input === null && kind !== 'other' ? 'it has no input' : null;
  const unread = payload === null ? (problem ?? 'it is no JSON object') : lacks;
  const places = Array.isArray(roots) ? roots : path.isAbsolute(`${cwd}`) ? [cwd] : [];
  const named = places.filter((dir) => typeof dir === 'string' && dir !== '').map(localPath);
  const here = [workingDirectory(), env['CLAUDE_PROJECT_DIR'] ?? ''];
  /** @type {GuardedCall} */
  const call = {
    host: host ?? hostOf(payload, env),
    kind: unread === null ? kind : 'unreadable',
    problem: unread ?? '',
    dirs: unread === null && named.length > 0 ? named : [...named, ...here],
    agentType,
    isolation,
    texts: [prompt, message, description],
    input: input ?? {},
    payload: payload ?? {},
  };
  if (call.host !== 'claude') return call;
  const isolatedByFile = (/** @type {FoundProject} */ found) => isIsolatedByFile(call, found, env);
  if (kind === 'dispatch') return { ...call, isolatedByFile };
  return { ...call, lookUp: (found) => require('./lib/host-files.js').lookUp(call, found, env, foldersFor) };
}

/** A JSON object, also from its text, or null. @param {unknown} value @returns {any} */
function objectOf(value) {
  try {
    const parsed = typeof value === 'string' ? JSON.parse(value) : value;
    return typeof parsed === 'object' && !Array.isArray(parsed) ? parsed : null;
  } catch {
    return null;
  }
}

/** @type {F.FoldersFor} */
function foldersFor(name, call, found, env) {
  if (name.includes(':')) return [env['CLAUDE_PLUGIN_ROOT'] ?? ''];
  const user = env['CLAUDE_CONFIG_DIR'] ?? path.join(env['HOME'] ?? '', '.claude');
  const places = new Set([...call.dirs, found.checkout ?? found.root, found.root]);
  return [...[...places].map((dir) => path.join(dir, '.claude')), user];
}

/** @type {F.IsIsolatedByFile} */
function isIsolatedByFile(call, found, env) {
  const type = String(call.agentType).trim();
  const name = type.replace(/^.*:/, '');
  if (!/^[\w.-]+$/.test(name)) return false;
  for (const folder of foldersFor(type, call, found, env)) {
    const { text, problem } = readFile(path.join(folder, 'agents', `${name}.md`));
    if (problem === null && (frontmatter(text, 'name') ?? name) === name)
      return frontmatter(text, 'isolation') === 'worktree';
  }
  return false;
}

/** @type {F.AnswerTo} */
function answerTo({ host, input, payload }, { row: { verdict }, reason }) {
  const denied = verdict === 'deny';
  if (host === 'cursor') return denied ? { permission: 'deny', user_message: reason, agent_message: reason } : {};
  if ((host === 'gemini' || host === 'opencode') && denied) return { decision: 'deny', reason };
  const decision = { permissionDecision: 'deny', permissionDecisionReason: reason };
  if ('toolName' in payload && denied) return decision;
  const repair = { updatedInput: { ...input, isolation: 'worktree' }, additionalContext: reason };
  if (!denied && verdict !== 'repair') return null;
  return { hookSpecificOutput: { hookEventName: 'PreToolUse', ...(denied ? decision : repair) } };
}

/** Writes an answer whole; a reader that is gone needs none. @param {unknown} answer */
function say(answer) {
  let rest = Buffer.from(answer === null ? '' : JSON.stringify(answer));
  while (rest.length > 0)
    try {
      rest = rest.subarray(fs.writeSync(1, rest));
    } catch (error) {
      if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EAGAIN') return;
    }
}

function main() {
  let call = /** @type {any} */ ({ payload: {} });
  try {
    const [, , mode, host] = process.argv;
    call = callOf(readStdin(), process.env, /** @type {Host | undefined} */ (host));
    if (mode === '--explain') return say(require('./lib/explain.js').explain(call));
    if (call.kind === 'other') return say(call.host === 'cursor' ? {} : null);
    say(answerTo(call, require('./lib/decide.js').judge(call)));
  } catch (error) {
    const reason = `msd [guard-fault]: the guard failed (${cleanText(String(error))}). Next: run msd doctor.`;
    say(answerTo(call, { row: { verdict: 'deny' }, reason }));
  }
}

if (require.main === module) {
  main();
  // Taking Node apart in order costs half a verdict.
  process.exit(0);
}

module.exports = { hostOf, callOf, answerTo };
