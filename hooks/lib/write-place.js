'use strict';

/**
 * Whether an executor may write where its tool says (ADR 0025): the table, whose first fitting row decides; the facts, each read
 * when a row asks for it; the words.
 */

const fs = require('node:fs');
const path = require('node:path');
const { findProject } = require('./project-root.js');
const { cleanText, readFile } = require('./untrusted-text.js');

/** @import * as F from './functions' */
/** @import {FoundProject, WriteCall, WriteRow} from './types' */

const DOCTOR = 'run msd doctor';
const REPORT = 'report that the plan needs it, and write what you can';
/** Links that are followed one after the other. */
const MOST_LINKS = 40;

/** Code, verdict, the one fact with its value; what was found and the next step, where that is said. */
// biome-ignore format: a table is read by its rows
const TABLE = /** @type {[string, WriteRow['verdict'], string, string, string?, string?][]} */ ([
  ['not-a-write', 'silent', 'call', 'other'],
  ['write-unreadable', 'deny', 'unread', 'in-project', 'the call cannot be read: {problem}', DOCTOR],
  ['write-elsewhere', 'silent', 'call', 'unreadable'],
  ['write-not-in-worktree', 'silent', 'home', 'none'],
  ['write-not-an-executor', 'silent', 'executor', 'no'],
  ['write-path-missing', 'deny', 'target', 'missing', 'the call names no file', 'name the file by its path in {home}'],
  ['write-unverified', 'deny', 'target', 'unverified', 'where {file} leads cannot be found out', 'write below {home}'],
  ['write-to-git', 'deny', 'target', 'git', "{file} is git's own", 'use git itself'],
  ['write-inside', 'allow', 'target', 'inside'],
  ['write-own-result', 'allow', 'target', 'result'],
  ['write-shared', 'allow', 'target', 'shared'],
  ['write-outside', 'deny', 'target', 'counterpart', 'you work in {home}, and {file} is outside', 'write {inside}'],
  ['write-outside-repository', 'deny', 'target', 'outside', 'you work in {home}, and {file} is outside', REPORT],
]);

/** @type {readonly WriteRow[]} */
const WRITE_ROWS = TABLE.map(([code, verdict, fact, value, what = '', next = '']) => ({
  code,
  verdict,
  fact,
  value,
  what,
  next,
}));

/** @type {F.JudgeWrite} */
function judgeWrite(call) {
  const home = call.kind === 'write' ? homeOf(call) : null;
  const place = home === null ? null : placeOf(call, home);
  /** @type {Record<string, () => string>} */
  const facts = {
    call: () => call.kind,
    unread: () =>
      call.kind === 'unreadable' && call.dirs.some((dir) => findProject(dir) !== null) ? 'in-project' : 'no',
    home: () => (home === null ? 'none' : 'worktree'),
    executor: () => (home !== null && isExecutor(call, home) ? 'yes' : 'no'),
    target: () => place?.target ?? 'missing',
  };
  const row = /** @type {WriteRow} */ (WRITE_ROWS.find(({ fact, value }) => facts[fact]?.() === value));
  const from = /** @type {Record<string, unknown>} */ ({ problem: call.problem, home: home?.checkout, ...place });
  const fill = (/** @type {string} */ text) =>
    text.replace(/\{(\w+)\}/g, (_, name) => cleanText(from[name], name === 'problem' ? 64 : 160));
  return { row, reason: row.what === '' ? '' : `msd [${row.code}]: ${fill(row.what)}. Next: ${fill(row.next)}.` };
}

/**
 * The worktree that an agent was given: msd says it, the host puts it at a place of its own, or the call comes from it.
 * @param {WriteCall} call
 */
function homeOf({ env, agentId, dirs }) {
  const given = env['MSD_WORKTREE'];
  const told = given ? agentsAt(given) : null;
  if (told !== null) return told;
  const name = `agent-${agentId}`;
  let from = /** @type {FoundProject | null} */ (null);
  for (const dir of dirs) {
    const found = findProject(dir);
    if (found?.agentWorktree && (agentId === null || path.basename(found.checkout ?? '') === name)) return found;
    // An agent's shell may stand in another place than its own.
    const own =
      agentId !== null && found?.rootCheckout ? path.join(found.rootCheckout, '.claude', 'worktrees', name) : '';
    if (own !== '' && fs.existsSync(own)) return agentsAt(own);
    from ??= found?.agentWorktree ? found : null;
  }
  return from;
}

/** @param {string} dir */
function agentsAt(dir) {
  const found = findProject(dir);
  return found?.agentWorktree ? found : null;
}

/** Whoever works in a worktree that msd made is one; in a host's, the type of the agent says it. @param {WriteCall} call @param {FoundProject} home */
function isExecutor({ agentType, agentId }, home) {
  if (home.agentWorktree?.by === 'msd') return true;
  if (agentId === null && agentType === '') return false;
  // As `isNamedExecutor` has it (a test pins that), without loading the other guard's table.
  if (/(?:^|:)msd-executor$/i.test(agentType.trim())) return true;
  const { isNamedExecutor, settingsOf } = require('./decide.js');
  return isNamedExecutor(agentType, settingsOf(home).executors);
}

/** Where the file is that a call names; of its readings the one that is farthest out. @param {WriteCall} call @param {FoundProject} home */
function placeOf(call, home) {
  const { file, dirs, env } = call;
  if (typeof file !== 'string' || file.trim() === '') return { target: 'missing' };
  if (file.includes('\0')) return { target: 'unverified', file };
  const from = dirs[0] ?? '';
  const absolute = (/** @type {string} */ one) => (path.isAbsolute(one) ? one : `${from}${path.sep}${one}`);
  const shown = path.resolve(absolute(file));
  const own = env['HOME'] ?? env['USERPROFILE'] ?? '';
  // A tool may take off spaces, know what `~` is, or leave `..` to the system, which goes up from where a link leads to.
  const meant = [file, file.trim(), file.trim().replace(/^~(?=$|[\\/])/, own)].map(absolute);
  const readings = new Set(meant.flatMap((one) => (one.includes('..') ? [path.resolve(one), physical(one)] : [one])));
  const order = ['unverified', 'git', 'outside', 'counterpart', 'shared', 'result', 'inside'];
  const judged = [...readings].map((reading) => ({ file: shown, ...targetOf(reading, call, home) }));
  return judged.sort((a, b) => order.indexOf(a.target) - order.indexOf(b.target))[0];
}

/** A path without `..`, as the system reads it. @param {string} file absolute */
function physical(file) {
  let at = path.parse(file).root;
  for (const part of file.slice(at.length).split(path.sep))
    if (part === '..') at = path.dirname(realTarget(at) ?? at);
    else at = path.join(at, part);
  return at;
}

/** @param {string} file @param {WriteCall} call @param {FoundProject} home @returns {{target: string, inside?: string}} */
function targetOf(file, { env }, home) {
  const real = realTarget(file);
  const top = /** @type {string} */ (home.checkout);
  if (real === null) return { target: 'unverified' };
  const relative = below(real, top);
  const parts = (relative ?? real).split(path.sep);
  if (parts.includes('.git') || below(real, home.commonDir) !== null) return { target: 'git' };
  if (relative !== null) return { target: 'inside' };
  if (isOwnResult(real, env, home)) return { target: 'result' };
  if (sharedFolders(env, home).some((folder) => below(real, realTarget(folder)) !== null)) return { target: 'shared' };
  const other = findProject(path.dirname(real));
  const main = other?.commonDir === home.commonDir ? (other?.checkout ?? null) : home.rootCheckout;
  const counterpart = below(real, main);
  if (counterpart === null || counterpart === '') return { target: 'outside' };
  return { target: 'counterpart', inside: path.join(top, counterpart) };
}

/**
 * Where a write would go: the real path of what exists, links followed that lead to nothing yet, and the rest as written. Null
 * where that cannot be told.
 * @param {string} file absolute
 */
function realTarget(file) {
  if (file.includes('\0') || file.length > 4096) return null;
  let at = path.resolve(file);
  const rest = /** @type {string[]} */ ([]);
  for (let links = 0; ; ) {
    try {
      return path.join(fs.realpathSync.native(at), ...rest);
    } catch (error) {
      const { code } = /** @type {NodeJS.ErrnoException} */ (error);
      if (code !== 'ENOENT' && code !== 'ENOTDIR') return null;
    }
    try {
      if (fs.lstatSync(at, { throwIfNoEntry: false })?.isSymbolicLink()) {
        if (++links > MOST_LINKS) return null;
        at = path.resolve(path.dirname(at), fs.readlinkSync(at));
        continue;
      }
    } catch (error) {
      if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'ENOTDIR') return null;
    }
    if (at === path.dirname(at)) return null;
    rest.unshift(path.basename(at));
    at = path.dirname(at);
  }
}

/** The path of a file from a folder, '' for the folder itself; null where it is not below. @param {string} file @param {string | null} folder */
function below(file, folder) {
  if (folder === null) return null;
  if (file === folder) return '';
  const start = folder.endsWith(path.sep) ? folder : folder + path.sep;
  return file.startsWith(start) ? file.slice(start.length) : null;
}

/** What msd itself asks an executor to write beside its work: its answer, and a summary where git does not track plans. @param {string} file @param {NodeJS.ProcessEnv} env @param {FoundProject} home */
function isOwnResult(file, env, home) {
  const result = env['MSD_RESULT_FILE'];
  if (result && file === realTarget(result)) return true;
  return path.basename(file) === 'SUMMARY.md' && below(file, realTarget(path.join(home.msd, 'runs'))) !== null;
}

/** `worktrees.shared` of the person's own settings, which no repository can write. @param {NodeJS.ProcessEnv} env @param {FoundProject} home @returns {string[]} */
function sharedFolders(env, home) {
  const { XDG_CONFIG_HOME: given, HOME = '' } = env;
  const folder = given && path.isAbsolute(given) ? given : path.join(HOME, '.config');
  try {
    const { worktrees } = JSON.parse(readFile(path.join(folder, 'msd', 'config.json')).text);
    const listed = worktrees.shared.filter((/** @type {unknown} */ one) => typeof one === 'string' && one !== '');
    return listed.map((/** @type {string} */ one) => path.resolve(home.root, one));
  } catch {
    return [];
  }
}

module.exports = { WRITE_ROWS, judgeWrite, realTarget };
