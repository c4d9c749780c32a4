'use strict';

/**
 * The one owner of attestations (DESIGN §6, ADR 0005): lines of JSON under `.msd/attest/`, one file a session, each saying
 * where an executor really started. Lines are only ever appended.
 */

const fs = require('node:fs');
const path = require('node:path');
const { readFile } = require('./untrusted-text.js');

/** @import {Attested, Start} from './types' */

const FOLDER = 'attest';
/** Bytes of one session's file that are read. */
const FILE_LIMIT = 1 << 24;
/** Longest text of a line, in characters: a line is written by one call, whole. */
const TEXT_LIMIT = 1024;

/** @param {string} msd @param {unknown} session @returns {string} */
function fileOf(msd, session) {
  const name = typeof session === 'string' && /^\w[\w.-]{0,127}$/.test(session) ? session : 'unnamed';
  return path.join(msd, FOLDER, `${name}.ndjson`);
}

/**
 * Appends one line. `.msd/` is made where it is missing.
 * @param {string} msd @param {unknown} session @param {Attested} line
 * @returns {{path: string, cause: string} | null} what could not be written, and why
 */
function append(msd, session, line) {
  const file = fileOf(msd, session);
  const unmade = require('./msd-dir.js').makeMsdDir(msd);
  if (unmade !== null) return unmade;
  try {
    fs.mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
    const short = (/** @type {string} */ _, /** @type {unknown} */ value) =>
      typeof value === 'string' ? value.slice(0, TEXT_LIMIT) : value;
    fs.appendFileSync(file, `${JSON.stringify(line, short)}\n`, { mode: 0o600, flag: 'a' });
    return null;
  } catch (error) {
    return { path: file, cause: /** @type {NodeJS.ErrnoException} */ (error).code ?? 'unknown' };
  }
}

/** The sessions that have a file. @param {string} msd @returns {string[]} */
function sessionsIn(msd) {
  try {
    const names = fs.readdirSync(path.join(msd, FOLDER));
    return names.filter((name) => name.endsWith('.ndjson')).map((name) => name.slice(0, -'.ndjson'.length));
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'ENOENT') return [];
    throw error;
  }
}

/**
 * A session's lines, oldest first. A line that is not whole says nothing.
 * @param {string} msd @param {unknown} session
 * @returns {{lines: Attested[], problem: import('./types').FileText['problem']}}
 */
function readLines(msd, session) {
  const { text, problem } = readFile(fileOf(msd, session), FILE_LIMIT);
  const lines = text
    .split('\n')
    .map(parse)
    .filter((line) => line !== null);
  return { lines, problem: problem === 'absent' ? null : problem };
}

/** @param {string} text @returns {Attested | null} */
function parse(text) {
  try {
    const line = JSON.parse(text);
    return line?.version === 1 && typeof line.agent === 'string' && typeof line.at === 'string' ? line : null;
  } catch {
    return null;
  }
}

/** The starts that a session's lines tell of. @param {string} msd @param {unknown} session @returns {Start[]} */
function readStarts(msd, session) {
  return /** @type {Start[]} */ (readLines(msd, session).lines.filter((line) => line.event === 'start'));
}

module.exports = { append, sessionsIn, readLines, readStarts };
