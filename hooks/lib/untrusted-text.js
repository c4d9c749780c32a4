'use strict';

/** The one owner of text from outside: read within bounds, and cleaned before anyone sees it (DESIGN §6, §14). */

const fs = require('node:fs');

/** @import * as F from './functions' */
/** @import {FileText, StdinText} from './types' */

/** Controls, halves of characters, what is not seen: a text, since a pattern costs unused, and `\p{…}` milliseconds. */
const HIDDEN_SOURCE =
  '[\\u0000-\\u001f\\u007f-\\u009f\\u00ad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180e\\u200b-\\u200f\\u2028-\\u202e\\u2060-\\u206f\\u3164\\ufe00-\\ufe0f\\ufeff\\uffa0\\ufff9-\\ufffb]|[\\ud800-\\udbff](?![\\udc00-\\udfff])|(?<![\\ud800-\\udbff])[\\udc00-\\udfff]|\\udb40[\\udc00-\\udfff]';

/** @type {F.CleanText} */
function cleanText(value, limit = 64) {
  if (typeof value !== 'string') return '(none)';
  const start = value.slice(0, limit * 4 + 64);
  const text = start
    .replace(/[\t\n\r\u2028\u2029]+/g, ' ')
    .replace(new RegExp(HIDDEN_SOURCE, 'g'), '')
    .trim();
  if (text === '') return '(none)';
  if (text.length <= limit) return text;
  return `${text.slice(0, Math.max(0, limit - 1)).replace(/[\ud800-\udbff]$/, '')}\u2026`;
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
function readFile(file, limit = 1 << 20, followed = true) {
  /** @param {FileText['problem']} problem @returns {FileText} */
  const broken = (problem) => ({ text: '', problem });
  try {
    const stat = (followed ? fs.statSync : fs.lstatSync)(file, { throwIfNoEntry: false });
    if (stat === undefined) return broken('absent');
    if (!stat.isFile()) return broken('not-a-file');
    return stat.size > limit
      ? broken('too-large')
      : { text: withoutMark(fs.readFileSync(file, 'utf8')), problem: null };
  } catch {
    return broken('unreadable');
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
/** Milliseconds without a byte. */
const STDIN_PATIENCE = 1200;

/** @type {F.ReadStdin} */
function readStdin() {
  // Untouched memory is not held: cheaper than a buffer that grows.
  const buffer = Buffer.allocUnsafe(STDIN_LIMIT + 1);
  let problem = /** @type {StdinText['problem']} */ (null);
  let [size, tried] = [0, 0];
  try {
    doNotBlock();
    for (let last = Date.now(); problem === null; ) {
      const count = readSome(buffer, size);
      if (count === 0) break;
      if (count !== null) {
        size += count;
        last = Date.now();
        if (size > STDIN_LIMIT) problem = 'too-large';
        continue;
      }
      if (size > tried && isWhole(buffer.subarray(0, size))) break;
      tried = size;
      if (Date.now() - last > STDIN_PATIENCE) problem = 'timeout';
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
    }
  } catch {
    problem = 'unreadable';
  }
  if (problem === null && size === 0) problem = 'empty';
  const bytes = buffer.subarray(0, size);
  const text = textOf(bytes);
  if (problem === null && text.includes('\ufffd') && !require('node:buffer').isUtf8(bytes)) problem = 'not-utf8';
  return { text: withoutMark(text), problem };
}

/** Large and plain is decoded many times faster. @param {Buffer} bytes */
function textOf(bytes) {
  if (bytes.length > 1 << 16 && require('node:buffer').isAscii(bytes)) return bytes.toString('latin1');
  return bytes.toString();
}

/** @param {string} text */
function withoutMark(text) {
  return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
}

/** Bytes read, 0 at the end, null where none are there yet. @param {Buffer} buffer @param {number} from */
function readSome(buffer, from) {
  try {
    return fs.readSync(0, buffer, from, buffer.length - from, null);
  } catch (error) {
    const { code } = /** @type {NodeJS.ErrnoException} */ (error);
    if (code === 'EAGAIN' || code === 'EOF') return code === 'EOF' ? 0 : null;
    throw error;
  }
}

/**
 * Makes reads of a pipe or socket return at once: a blocked one holds this process, even in a thread. `process.stdin` does so
 * for a quarter of a start of node.
 */
function doNotBlock() {
  try {
    const { Pipe, constants } = /** @type {any} */ (process).binding('pipe_wrap');
    new Pipe(constants.SOCKET).open(0);
  } catch {
    // Not offered by this node: the public way, which loads more.
    new (require('node:net').Socket)({ fd: 0, readable: true, writable: false }).unref();
  }
}

/** Whether the bytes are one JSON document. @param {Buffer} bytes */
function isWhole(bytes) {
  if (!/[}\]]\s*$/.test(bytes.subarray(-64).toString('latin1'))) return false;
  try {
    JSON.parse(withoutMark(bytes.toString()));
    return true;
  } catch {
    return false;
  }
}

module.exports = { HIDDEN_SOURCE, cleanText, localPath, workingDirectory, readFile, frontmatter, readStdin };
