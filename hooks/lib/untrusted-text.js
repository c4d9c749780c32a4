'use strict';

/**
 * The one owner of text that comes from outside: payloads and files are read within bounds, and what files, prompts and
 * agents say is cleaned before anyone sees it (DESIGN §6, §14).
 */

const fs = require('node:fs');

/** @import * as F from './functions' */
/** @import {StdinText} from './types' */

/** Controls, halves of characters, and what is not seen: zero-width, bidirectional, variation selectors, tags. For the `u` flag. */
const HIDDEN_SOURCE = '[\\p{Cc}\\p{Cf}\\p{Cs}\\p{Zl}\\p{Zp}\\p{Default_Ignorable_Code_Point}]';
const HIDDEN = new RegExp(HIDDEN_SOURCE, 'gu');

/** @type {F.CleanText} */
function cleanText(value, limit = 64) {
  if (typeof value !== 'string') return '(none)';
  const start = value.slice(0, limit * 4 + 64);
  const text = start
    .replace(/[\t\n\r\u2028\u2029]+/g, ' ')
    .replace(HIDDEN, '')
    .trim();
  if (text === '') return '(none)';
  if (text.length <= limit) return text;
  return `${text.slice(0, Math.max(0, limit - 1)).replace(/[\ud800-\udbff]$/, '')}…`;
}

/** @type {F.LocalPath} */
function localPath(text) {
  let local = text;
  try {
    if (text.startsWith('file://')) local = decodeURIComponent(text.slice('file://'.length));
  } catch {
    // No URI after all.
  }
  return local.replace(/^\/(?=[A-Za-z]:)/, '');
}

/** @type {F.WorkingDirectory} */
function workingDirectory() {
  try {
    return process.cwd();
  } catch {
    return process.env['PWD'] ?? '';
  }
}

/** @type {F.ReadFile} */
function readFile(file, limit = 1 << 20, flags = 0) {
  let fd;
  try {
    const { O_RDONLY, O_NONBLOCK = 0 } = fs.constants;
    fd = fs.openSync(file, O_RDONLY | O_NONBLOCK | flags);
    const stat = fs.fstatSync(fd);
    const problem = !stat.isFile() ? 'not-a-file' : stat.size > limit ? 'too-large' : null;
    return { text: problem === null ? fs.readFileSync(fd, 'utf8').replace(/^\uFEFF/, '') : '', problem };
  } catch (error) {
    const { code } = /** @type {NodeJS.ErrnoException} */ (error);
    if (code === 'ENOENT') return { text: '', problem: 'absent' };
    return { text: '', problem: code === 'ELOOP' || code === 'EISDIR' ? 'not-a-file' : 'unreadable' };
  } finally {
    if (fd !== undefined) fs.closeSync(fd);
  }
}

/** @type {F.Frontmatter} */
function frontmatter(text, key) {
  const [, head = ''] = /^---[ \t]*\r?\n([\s\S]*?)\n---[ \t]*(?:\r?\n|$)/.exec(text) ?? [];
  const [, , value = ''] = new RegExp(`^${key}:[ \\t]*(["']?)(.*?)\\1[ \\t]*(?:#.*)?\\r?$`, 'm').exec(head) ?? [];
  return value.trim() || null;
}

/** Bytes of a payload that are read. */
const STDIN_LIMIT = 16 * 1024 * 1024;
/** Milliseconds without a byte after which a sender that does not close is given up. */
const STDIN_PATIENCE = 1200;

/** @type {F.ReadStdin} */
function readStdin() {
  const chunks = /** @type {Buffer[]} */ ([]);
  const buffer = Buffer.allocUnsafe(65536);
  const nap = new Int32Array(new SharedArrayBuffer(4));
  let problem = /** @type {StdinText['problem']} */ (null);
  let [size, tried] = [0, 0];
  try {
    doNotBlock(fs.fstatSync(0));
    for (let last = Date.now(); problem === null; ) {
      const count = readSome(buffer);
      if (count === 0) break;
      if (count !== null) {
        chunks.push(Buffer.from(buffer.subarray(0, count)));
        size += count;
        last = Date.now();
        if (size > STDIN_LIMIT) problem = 'too-large';
        continue;
      }
      if (size > tried && isWhole(chunks)) break;
      tried = size;
      if (Date.now() - last > STDIN_PATIENCE) problem = 'timeout';
      Atomics.wait(nap, 0, 0, 1);
    }
  } catch {
    problem = 'unreadable';
  }
  const bytes = Buffer.concat(chunks);
  if (problem === null && size === 0) problem = 'empty';
  if (problem === null && !require('node:buffer').isUtf8(bytes)) problem = 'not-utf8';
  return { text: bytes.toString().replace(/^\uFEFF/, ''), problem };
}

/** Bytes read, 0 at the end, null where none are there yet. @param {Buffer} buffer */
function readSome(buffer) {
  try {
    return fs.readSync(0, buffer, 0, buffer.length, null);
  } catch (error) {
    const { code } = /** @type {NodeJS.ErrnoException} */ (error);
    if (code === 'EAGAIN' || code === 'EOF') return code === 'EOF' ? 0 : null;
    throw error;
  }
}

/**
 * Makes reads of a pipe or socket return at once: a blocked one holds this process, even in a thread. `process.stdin` does the
 * same for a quarter of a start of node. @param {fs.Stats} stat
 */
function doNotBlock(stat) {
  if (!stat.isFIFO() && !stat.isSocket()) return;
  try {
    const { Pipe, constants } = /** @type {any} */ (process).binding('pipe_wrap');
    if (new Pipe(constants.SOCKET).open(0) === 0) return;
  } catch {
    // Not offered by this node: the public way, which loads more.
  }
  new (require('node:net').Socket)({ fd: 0, readable: true, writable: false }).unref();
}

/** Whether the bytes are one JSON document. @param {Buffer[]} chunks */
function isWhole(chunks) {
  if (!/[}\]]\s*$/.test(chunks[chunks.length - 1]?.subarray(-64).toString('latin1') ?? '')) return false;
  try {
    JSON.parse(
      Buffer.concat(chunks)
        .toString()
        .replace(/^\uFEFF/, ''),
    );
    return true;
  } catch {
    return false;
  }
}

module.exports = { HIDDEN_SOURCE, cleanText, localPath, workingDirectory, readFile, frontmatter, readStdin };
