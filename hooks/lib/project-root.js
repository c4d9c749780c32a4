'use strict';

/** The one finder of a project's root (DESIGN §3). Starts no program. */

const fs = require('node:fs');
const path = require('node:path');

/** @import * as F from './functions' */
/** @import {AgentWorktree, FoundCheckout, FoundPlace, WorktreeOwner} from './types' */

const LONGEST_PATH = 4096;
/** Bytes of a `.git`, `commondir` or owner file that are read. */
const SMALL_FILE = 8192;
/** Bytes; a larger index counts as tracking everything. */
const LARGEST_INDEX = 1 << 28;
/** Flags of an index entry. */
const NAME_LENGTH = 0xfff;
const EXTENDED = 0x4000;
const SLASH = 0x2f;

/** @type {F.FindProject} */
function findProject(dir) {
  const start = nearestExisting(dir);
  if (start === null) return null;

  let nearest = /** @type {FoundCheckout | null} */ (null);
  let agent = /** @type {AgentWorktree | null} */ (null);
  let found = /** @type {FoundPlace | null} */ (null);
  let copy = /** @type {FoundPlace | null} */ (null);

  const queue = [start];
  const seen = new Set();
  for (let from = queue.shift(); from !== undefined; from = queue.shift()) {
    if (seen.has(from)) continue;
    seen.add(from);
    const checkout = checkoutOf(from);
    const enclosing = within(start, checkout === null ? from : checkout.top);
    if (found !== null && !enclosing) continue;
    const owner = checkout?.linked && enclosing ? agentOf(checkout) : null;
    if (enclosing) {
      nearest ??= checkout;
      agent ??= owner;
    }
    if (found === null) {
      const hit = searchUp(from, checkout, owner !== null);
      if (hit?.copy) copy ??= hit;
      else found = hit;
    }
    if (checkout === null) continue;
    if (checkout.linked && checkout.mainRoot !== null) queue.push(path.dirname(checkout.mainRoot));
    queue.push(path.dirname(checkout.top));
  }

  const place = found ?? copy;
  if (place === null) return null;
  const planning = below(place.root, '.planning');
  const msd = below(place.root, '.msd');
  const boundary = place.rootCheckout ?? place.root;
  return {
    root: place.root,
    planning,
    msd,
    checkout: nearest?.top ?? null,
    gitDir: nearest?.gitDir ?? null,
    commonDir: nearest?.commonDir ?? null,
    linked: nearest?.linked === true,
    rootCheckout: place.rootCheckout,
    agentWorktree: agent,
    problem: leavesCheckout(planning, boundary) ?? leavesCheckout(msd, boundary),
  };
}

/** @type {F.SearchUp} */
function searchUp(from, checkout, inAgents) {
  const top = checkout?.top ?? null;
  const mainRoot = checkout?.linked ? checkout.mainRoot : null;
  for (let at = from; ; at = path.dirname(at)) {
    const here = isProject(at);
    if (checkout !== null && mainRoot !== null) {
      const relative = path.relative(checkout.top, at);
      const main = path.join(mainRoot, relative);
      if (isProject(main) && (!here || inAgents || isCopy(at, main, relative, checkout.gitDir)))
        return { root: main, rootCheckout: mainRoot, copy: false };
    }
    if (here) return { root: at, rootCheckout: top, copy: inAgents };
    if (at === top || at === path.dirname(at)) return null;
  }
}

/** @param {string} dir */
function isProject(dir) {
  const planning = below(dir, '.planning');
  if (!fs.existsSync(planning)) return false;
  if (fs.existsSync(below(planning, 'config.json')) || fs.existsSync(below(planning, 'ROADMAP.md'))) return true;
  return statOf(below(planning, 'phases'))?.isDirectory() === true;
}

/** @type {F.IsCopy} */
function isCopy(at, main, relative, gitDir) {
  const planning = path.join(at, '.planning');
  if (realPath(planning) === realPath(path.join(main, '.planning'))) return true;
  return gitDir === null || tracks(gitDir, path.join(relative, '.planning').split(path.sep).join('/'));
}

/** @type {F.Tracks} */
function tracks(gitDir, name) {
  const file = path.join(gitDir, 'index');
  let data;
  try {
    const names = fs.readdirSync(gitDir);
    if (!names.includes('index')) return false;
    if (names.some((other) => other.startsWith('sharedindex.')) || fs.statSync(file).size > LARGEST_INDEX) return true;
    data = fs.readFileSync(file);
  } catch {
    return true;
  }
  // Version 4 shortens names by what they share with the one before.
  if (data.length < 12 || data.toString('latin1', 0, 4) !== 'DIRC' || data.readUInt32BE(4) > 3) return true;
  const wanted = Buffer.from(name);
  for (let at = data.indexOf(wanted, 12); at >= 16; at = data.indexOf(wanted, at + 1)) {
    const next = data[at + wanted.length];
    if (next !== SLASH && next !== 0) continue;
    const length = Math.min(data.indexOf(0, at) - at, NAME_LENGTH);
    const extended = data.readUInt16BE(at - 4);
    if ((data.readUInt16BE(at - 2) & NAME_LENGTH) === length) return true;
    if ((extended & EXTENDED) !== 0 && (extended & NAME_LENGTH) === length) return true;
  }
  return false;
}

/** @type {F.CheckoutOf} */
function checkoutOf(dir) {
  for (let at = dir; ; at = path.dirname(at)) {
    const dotGit = below(at, '.git');
    if (fs.existsSync(below(dotGit, 'HEAD')))
      return { top: at, gitDir: dotGit, commonDir: dotGit, linked: false, mainRoot: at };
    if (fs.existsSync(dotGit) && statOf(dotGit)?.isFile()) return fromGitFile(at, dotGit);
    if (at === path.dirname(at)) return null;
  }
}

/** @type {F.FromGitFile} */
function fromGitFile(top, dotGit) {
  const target = /^gitdir: (.+?)[\r\n]*$/s.exec(readSmall(dotGit) ?? '')?.[1];
  if (target === undefined) return { top, gitDir: null, commonDir: null, linked: false, mainRoot: null };
  const gitDir = path.resolve(top, target);
  const common = readSmall(path.join(gitDir, 'commondir'))?.trim();
  // An admin directory that was pruned still says by its place whose it was.
  const pruned = fs.existsSync(gitDir) ? null : /^(.+)[\\/]worktrees[\\/][^\\/]+$/.exec(gitDir)?.[1];
  const shared = common ? path.resolve(gitDir, common) : pruned;
  if (!shared) return { top, gitDir, commonDir: gitDir, linked: false, mainRoot: top };
  const commonDir = realPath(shared) ?? shared;
  return { top, gitDir, commonDir, linked: true, mainRoot: mainRootOf(commonDir) };
}

/** Null for a bare or separate one. @param {string} commonDir */
function mainRootOf(commonDir) {
  if (path.basename(commonDir) === '.git') return path.dirname(commonDir);
  const worktree = /^\s*worktree\s*=\s*(.+?)\s*$/m.exec(readSmall(path.join(commonDir, 'config')) ?? '')?.[1];
  return worktree ? realPath(path.resolve(commonDir, worktree)) : null;
}

/** @type {F.AgentOf} */
function agentOf({ gitDir, top }) {
  if (gitDir === null) return null;
  const record = readSmall(path.join(gitDir, 'msd-owner.json')) ?? lockNote(gitDir);
  if (record !== null) return { by: 'msd', owner: parseOwner(record) };
  if (/[\\/]\.claude[\\/]worktrees[\\/](?:agent-|wf_)[^\\/]*$/.test(top)) return { by: 'claude', owner: null };
  const { HOME, USERPROFILE, CODEX_HOME } = process.env;
  const home = HOME || USERPROFILE || top;
  if (within(top, realPath(path.join(home, '.cursor', 'worktrees')))) return { by: 'cursor', owner: null };
  if (within(top, realPath(path.join(CODEX_HOME || path.join(home, '.codex'), 'worktrees'))))
    return { by: 'codex', owner: null };
  return null;
}

/** The owner as git's own lock keeps it from the first moment. @param {string} gitDir */
function lockNote(gitDir) {
  return /^made by msd: (.*)/s.exec(readSmall(path.join(gitDir, 'locked')) ?? '')?.[1] ?? null;
}

/** @param {string} text @returns {WorktreeOwner | null} */
function parseOwner(text) {
  try {
    const value = JSON.parse(text);
    return typeof value?.run === 'string' ? value : null;
  } catch {
    return null;
  }
}

/** @type {F.LeavesCheckout} */
function leavesCheckout(link, boundary) {
  if (fs.existsSync(link) && realPath(link) === link) return null;
  let target;
  try {
    if (!fs.lstatSync(link, { throwIfNoEntry: false })?.isSymbolicLink()) return null;
    target = fs.readlinkSync(link);
  } catch {
    return null;
  }
  const real = realPath(link);
  if (real !== null && within(real, realPath(boundary))) return null;
  return { code: 'symlink-escape', path: link, target: real ?? path.resolve(path.dirname(link), target) };
}

/** Real path of the nearest thing that exists. @param {unknown} dir */
function nearestExisting(dir) {
  if (typeof dir !== 'string' || !path.isAbsolute(dir) || dir.includes('\0')) return null;
  let at = path.resolve(dir);
  if (at.length > LONGEST_PATH) at = path.dirname(at.slice(0, LONGEST_PATH));
  for (;;) {
    const real = realPath(at);
    if (real !== null) return real;
    const parent = path.dirname(at);
    if (parent === at) return null;
    at = parent;
  }
}

/** As `path.join`, cheaper. @param {string} dir @param {string} name */
function below(dir, name) {
  return dir.endsWith(path.sep) ? dir + name : dir + path.sep + name;
}

/** @type {F.IsWithin} */
function within(file, dir) {
  if (dir === null) return false;
  return file === dir || file.startsWith(dir.endsWith(path.sep) ? dir : dir + path.sep);
}

/** @param {string} file */
function realPath(file) {
  try {
    return fs.realpathSync.native(file);
  } catch {
    return null;
  }
}

/** @param {string} file */
function statOf(file) {
  try {
    return fs.statSync(file, { throwIfNoEntry: false }) ?? null;
  } catch {
    return null;
  }
}

/** @param {string} file */
function readSmall(file) {
  let fd;
  try {
    fd = fs.openSync(file, 'r');
    const buffer = Buffer.allocUnsafe(SMALL_FILE);
    return buffer.toString('utf8', 0, fs.readSync(fd, buffer, 0, SMALL_FILE, 0));
  } catch {
    return null;
  } finally {
    if (fd !== undefined) fs.closeSync(fd);
  }
}

module.exports = { findProject, realPath };
