'use strict';

/**
 * The one owner of text that comes from outside: a hook's payload is read from standard input within bounds, and what
 * files, prompts and agents say is cleaned before anyone sees it (DESIGN §6, §14).
 */

// Tab, newline and carriage return become a space; everything else listed here vanishes.
const SPACES = /[\t\n\r\u2028\u2029]+/g;
const HIDDEN =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff9-\ufffb]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]|\udb40[\udc00-\udfff]/g;

/**
 * One line without C0 and C1 controls, zero-width, bidirectional and line-separator characters, of at most
 * `limit` characters; a cut is shown by an ellipsis.
 * @param {unknown} value anything; what is not a string is shown as `(none)`
 * @param {number} [limit] characters, default 64
 * @returns {string}
 */
function cleanText(value, limit = 64) {
  if (typeof value !== 'string') return '(none)';
  const text = value
    .slice(0, limit * 4 + 64)
    .replace(SPACES, ' ')
    .replace(HIDDEN, '')
    .trim();
  if (text === '') return '(none)';
  if (text.length <= limit) return text;
  return `${text.slice(0, Math.max(0, limit - 1)).replace(/[\ud800-\udbff]$/, '')}…`;
}

/** Bytes of a payload that are read. */
const STDIN_LIMIT = 16 * 1024 * 1024;
/** Milliseconds without a byte after which a sender that does not close is given up. */
const STDIN_PATIENCE = 1200;

/**
 * All of standard input, at most `STDIN_LIMIT` bytes. A sender that never closes is answered once it has sent a whole JSON
 * document, or given up after `STDIN_PATIENCE`.
 * @returns {import('./types').StdinText} with a problem, `text` is what had come
 */
function readStdin() {
  const fs = require('node:fs');
  /** @type {Buffer[]} */
  const chunks = [];
  let size = 0;
  /** @type {import('./types').StdinText['problem']} */
  let problem = null;
  const nap = new Int32Array(new SharedArrayBuffer(4));
  try {
    doNotBlock(fs.fstatSync(0));
    const buffer = Buffer.allocUnsafe(65536);
    let last = Date.now();
    let tried = 0;
    for (;;) {
      const count = readSome(buffer);
      if (count === 0) break;
      if (count !== null) {
        chunks.push(Buffer.from(buffer.subarray(0, count)));
        size += count;
        if (size > STDIN_LIMIT) {
          problem = 'too-large';
          break;
        }
        last = Date.now();
        continue;
      }
      if (size > tried) {
        tried = size;
        if (isWhole(chunks)) break;
      }
      if (Date.now() - last > STDIN_PATIENCE) {
        problem = 'timeout';
        break;
      }
      Atomics.wait(nap, 0, 0, 1);
    }
  } catch {
    problem = 'unreadable';
  }
  const bytes = Buffer.concat(chunks);
  if (problem === null && size === 0) problem = 'empty';
  if (problem === null && !require('node:buffer').isUtf8(bytes)) problem = 'not-utf8';
  return { text: bytes.toString('utf8').replace(/^\uFEFF/, ''), problem };

  /** Bytes read, 0 at the end, null where none are there yet. @param {Buffer} buffer */
  function readSome(buffer) {
    try {
      return fs.readSync(0, buffer, 0, buffer.length, null);
    } catch (error) {
      const { code } = /** @type {NodeJS.ErrnoException} */ (error);
      if (code === 'EAGAIN') return null;
      if (code === 'EOF') return 0;
      throw error;
    }
  }
}

/**
 * Makes reads of a pipe or socket return at once, so that a sender who never closes cannot hold this process: a blocked read
 * in a thread would hold its exit too. `process.stdin` does the same for a quarter of a start of node.
 * @param {import('node:fs').Stats} stat of descriptor 0
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
        .toString('utf8')
        .replace(/^\uFEFF/, ''),
    );
    return true;
  } catch {
    return false;
  }
}

// Plain names only: that is what an ES module can import by name.
const HIDDEN_SOURCE = HIDDEN.source;

module.exports = { HIDDEN_SOURCE, cleanText, readStdin };
