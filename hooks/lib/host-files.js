'use strict';

/**
 * What the files of a project and of Claude Code say of an agent, where a call names it only by a skill, an agent's id or a
 * plan (ADR 0005): read for such calls only.
 */

const fs = require('node:fs');
const path = require('node:path');
const { frontmatter, readFile } = require('./untrusted-text.js');

/** @import {FoundProject, GuardedCall, LookedUp} from './types' */

/** The end of the name of the file in which Claude Code keeps what it started. */
const META = '.meta.json';
/** Starts no agent of ours. @type {LookedUp} */
const NOTHING = { agentType: '-', texts: [] };

/** The `agent_hint` of the plan with this id, where it has one. @param {FoundProject} found @param {string} plan @returns {string[]} */
function agentHint(found, plan) {
  if (found.problem !== null || /[/\\]/.test(plan)) return [];
  const phases = path.join(found.planning, 'phases');
  for (const phase of namesIn(phases)) {
    // msd-drift-allow(plan-id): emit — a hook loads no index; a plan of another form has no agent_hint for it
    const { text, problem } = readFile(path.join(phases, phase, `${plan}-PLAN.md`));
    if (problem === null) return [frontmatter(text, 'agent_hint') ?? []].flat();
  }
  return [];
}

/**
 * The agent that a skill forks into, or that a message resumes.
 * @param {GuardedCall} call @param {FoundProject} found @param {NodeJS.ProcessEnv} env
 * @param {(name: string, call: GuardedCall, found: FoundProject, env: NodeJS.ProcessEnv) => string[]} foldersFor
 */
function lookUp(call, found, env, foldersFor) {
  return call.kind === 'skill' ? forkOf(call, (name) => foldersFor(name, call, found, env)) : resumedBy(call, found);
}

/** @param {GuardedCall} call @param {(name: string) => string[]} foldersFor @returns {LookedUp} */
function forkOf({ input }, foldersFor) {
  const parts = String(input['skill'] ?? input['command'] ?? '')
    .replace(/^\//, '')
    .split(':');
  if (!parts.every((part) => /^[\w.-]+$/.test(part) && !/^\.+$/.test(part))) return NOTHING;
  const [name = '', ...prefix] = [...parts].reverse();
  const own = foldersFor(name).flatMap((folder) => [
    ...(prefix.length === 0 ? [path.join(folder, 'skills', name, 'SKILL.md')] : []),
    path.join(folder, 'commands', `${path.join(...parts)}.md`),
  ]);
  const plugins = foldersFor(`${prefix.join(':')}:${name}`).flatMap((folder) => [
    path.join(folder, 'skills', name, 'SKILL.md'),
    path.join(folder, 'commands', `${name}.md`),
  ]);
  for (const file of prefix.length === 0 ? own : [...plugins, ...own]) {
    const { text, problem } = readFile(file);
    if (problem !== null) continue;
    if (frontmatter(text, 'context') !== 'fork') return NOTHING;
    return { agentType: frontmatter(text, 'agent') ?? '-', texts: [text, input['args']] };
  }
  return NOTHING;
}

/**
 * The agent that a message goes to: by the file in which Claude Code keeps what it started, else by our own attestation of
 * its start. Where neither knows it, its start will be attested.
 * @param {GuardedCall} call @param {FoundProject} found
 * @returns {LookedUp}
 */
function resumedBy({ input, payload }, found) {
  const to = input['to'] ?? input['recipient'];
  const transcript = payload['transcript_path'];
  if (typeof to !== 'string' || typeof transcript !== 'string') return NOTHING;
  const folder = path.join(transcript.replace(/\.jsonl$/, ''), 'subagents');
  const byId = `agent-${path.basename(to)}${META}`;
  for (const file of [byId, ...namesIn(folder).filter((name) => name.endsWith(META))]) {
    const meta = objectOf(readFile(path.join(folder, file)).text);
    if (meta === null || (file !== byId && meta['name'] !== to)) continue;
    const prompt = promptOf(path.join(folder, `${file.slice(0, -META.length)}.jsonl`));
    const resumes = isDirectory(meta['worktreePath']) ? 'worktree' : 'unisolated';
    return { agentType: meta['agentType'] ?? '-', texts: [prompt, input['message']], resumes };
  }
  return attested(to, payload['session_id'], found) ?? NOTHING;
}

/** The prompt that an agent was started with: in the first line of its transcript. @param {string} file */
function promptOf(file) {
  const content = objectOf(startOf(file).split('\n')[0] ?? '')?.message?.content;
  return Array.isArray(content) ? content.map((part) => part?.text ?? '').join('\n') : content;
}

/** The first megabyte of a file, '' where it cannot be read. @param {string} file */
function startOf(file) {
  let fd;
  try {
    fd = fs.openSync(file, 'r');
    const buffer = Buffer.alloc(1 << 20);
    return buffer.toString('utf8', 0, fs.readSync(fd, buffer));
  } catch {
    return '';
  } finally {
    if (fd !== undefined) fs.closeSync(fd);
  }
}

/** What our attestation saw of the agent. @param {string} agent @param {unknown} session @param {FoundProject} found @returns {LookedUp | null} */
function attested(agent, session, found) {
  const { readStarts } = require('./attestation.js');
  const seen = readStarts(found.msd, session)
    .filter((start) => start.agent === agent)
    .pop();
  if (seen === undefined) return null;
  const resumes = seen.place === 'worktree' && isDirectory(seen.cwd) ? 'worktree' : 'unisolated';
  return { agentType: seen.type, texts: [], resumes };
}

/** A JSON object from its text, or null. @param {string} text @returns {any} */
function objectOf(text) {
  try {
    const value = JSON.parse(text);
    return typeof value === 'object' ? value : null;
  } catch {
    return null;
  }
}

/** @param {string} dir */
function namesIn(dir) {
  try {
    return fs.readdirSync(dir);
  } catch {
    return [];
  }
}

/** @param {unknown} dir */
function isDirectory(dir) {
  return typeof dir === 'string' && dir !== '' && fs.statSync(dir, { throwIfNoEntry: false })?.isDirectory() === true;
}

module.exports = { agentHint, lookUp };
