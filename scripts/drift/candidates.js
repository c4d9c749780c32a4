// @ts-check
import { isAscii } from 'node:buffer';
import { closeSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { HIDDEN } from './evidence.js';

/**
 * Reads many files and tells which of them could hold something, so that only those are taken apart. Files are read into
 * one buffer and each pattern runs over all of them at once.
 */

/** @typedef {import('./walk.js').Entry} Entry */
/** @typedef {import('./kinds.js').Kind} Kind */
/** @typedef {import('./evidence.js').Evidence} Evidence */
/** What was seen of a file: kinds that it may hold, and whether they may be put together from pieces. @typedef {{kinds: Set<Kind>, fold: boolean}} Signs */
/**
 * What is done with what was read.
 * @typedef {object} Reader
 * @property {readonly Evidence[] | null} evidence one piece anywhere makes a file a candidate; null: all are
 * @property {(entry: Entry, bytes: Buffer, signs: Signs | null) => void} candidate the bytes are valid during the call;
 *   without evidence everything is possible
 * @property {readonly (Entry & {text: string})[]} planted texts that are read as if they were files, before all others
 * @property {(entries: readonly Entry[], text: string, starts: readonly number[]) => void} batch each batch of files as one
 *   text, one character a byte, with the start of each and the end
 * @property {(entry: Entry, cause: string) => void} unreadable
 */

const BATCH = 2 << 20;

/** @param {string} root @param {readonly Entry[]} entries @param {Reader} reader @returns {number} bytes read */
export function readCandidates(root, entries, reader) {
  let buffer = Buffer.allocUnsafe(BATCH);
  let used = 0;
  let total = 0;
  /** @type {Entry[]} */
  let batch = [];
  /** @type {number[]} */
  let starts = [];

  const flush = () => {
    const text = buffer.toString('latin1', 0, used);
    starts.push(used);
    const signs = reader.evidence === null ? null : withEvidence(batch.length, text, starts, reader.evidence);
    batch.forEach((entry, i) => {
      const bytes = buffer.subarray(starts[i], starts[i + 1]);
      if (signs?.has(i) === false && (isAscii(bytes) || !HIDDEN.test(text.slice(starts[i], starts[i + 1])))) return;
      reader.candidate(entry, bytes, signs?.get(i) ?? null);
    });
    reader.batch(batch, text, starts);
    total += used;
    used = 0;
    batch = [];
    starts = [];
  };

  for (const entry of reader.planted) {
    batch.push(entry);
    starts.push(used);
    used += buffer.write(entry.text, used);
  }
  for (const entry of entries) {
    try {
      let size = fill(join(root, entry.path), buffer, used);
      while (size === null) {
        if (batch.length > 0) flush();
        else buffer = Buffer.allocUnsafe(buffer.length * 2);
        size = fill(join(root, entry.path), buffer, used);
      }
      batch.push(entry);
      starts.push(used);
      used += size;
    } catch (error) {
      reader.unreadable(entry, error instanceof Error ? error.message : String(error));
    }
  }
  if (batch.length > 0) flush();
  return total;
}

/** Reads a file to `from`. @param {string} path @param {Buffer} buffer @param {number} from @returns {number | null} its size; null where it does not fit */
function fill(path, buffer, from) {
  const file = openSync(path, 'r');
  try {
    let end = from;
    while (end < buffer.length) {
      const count = readSync(file, buffer, end, buffer.length - end, null);
      end += count;
      // A regular file is read short only at its end.
      if (count === 0 || end < buffer.length) return end - from;
    }
    return null;
  } finally {
    closeSync(file);
  }
}

/**
 * The files that hold evidence, by index, with what it is.
 * @param {number} count of files @param {string} text @param {readonly number[]} starts
 * @param {readonly Evidence[]} evidence
 * @returns {Map<number, Signs>}
 */
function withEvidence(count, text, starts, evidence) {
  /** @type {Map<number, Signs>} */
  const signs = new Map();
  /** @param {number} i @param {Evidence} seen */
  const mark = (i, { kinds, second, fold }) => {
    const file = second === null ? '' : text.slice(starts[i], starts[i + 1]);
    if (second !== null && !(typeof second === 'function' ? second(file) : second.test(file))) return;
    const sign = signs.get(i) ?? { kinds: new Set(), fold: false };
    for (const kind of kinds) sign.kinds.add(kind);
    sign.fold ||= fold;
    signs.set(i, sign);
  };
  for (const each of evidence) {
    const { first } = each;
    let i = 0;
    for (let at = next(first, text, 0); at >= 0; at = next(first, text, starts[i + 1] ?? text.length)) {
      while (i < count - 1 && (starts[i + 1] ?? 0) <= at) i++;
      mark(i, each);
    }
  }
  return signs;
}

/** Where a word or pattern is found next; -1 for nowhere. @param {string | RegExp} what @param {string} text @param {number} from */
function next(what, text, from) {
  if (typeof what === 'string') return text.indexOf(what, from);
  what.lastIndex = from;
  return what.exec(text)?.index ?? -1;
}
