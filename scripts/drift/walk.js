// @ts-check
import { readdirSync, realpathSync, statSync } from 'node:fs';
import { join, relative, sep } from 'node:path';

/** Never looked into, at any depth. */
const NEVER = new Set(['.git', 'node_modules', '.msd', '.hg', '.svn']);

/**
 * @typedef {{path: string, language: import('./walk.js').Language}} Entry path below the root, with `/`
 * @typedef {{path: string, why: 'leaves-the-tree' | 'unreadable' | 'dangling'}} Skipped
 */

/**
 * The files below a folder. Links are followed only to places inside the root, each folder once.
 * @param {string} root real path @param {string} start below the root, '' for the root itself
 * @param {(path: string) => boolean} leaveOut paths that are not looked into
 * @returns {{entries: Entry[], skipped: Skipped[]}}
 */
export function walk(root, start, leaveOut) {
  /** @type {Entry[]} */
  const entries = [];
  /** @type {Skipped[]} */
  const skipped = [];
  const linked = new Set();

  /** @param {string} folder below the root */
  const visit = (folder) => {
    /** @type {import('node:fs').Dirent[]} */
    let found;
    try {
      found = readdirSync(folder === '' ? root : join(root, folder), { withFileTypes: true });
    } catch {
      skipped.push({ path: folder, why: 'unreadable' });
      return;
    }
    found.sort((a, b) => (a.name < b.name ? -1 : 1));
    for (const entry of found) {
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (NEVER.has(entry.name) || leaveOut(path)) continue;
      if (entry.isDirectory()) visit(path);
      else if (entry.isFile()) add(path);
      else if (entry.isSymbolicLink()) follow(path);
    }
  };

  /** @param {string} path */
  const add = (path) => {
    const language = languageOf(path);
    if (language !== 'binary') entries.push({ path, language });
  };

  /** @param {string} path of a symbolic link */
  const follow = (path) => {
    let target;
    let kind;
    try {
      target = realpathSync(join(root, path));
      kind = statSync(target);
    } catch {
      skipped.push({ path, why: 'dangling' });
      return;
    }
    const inside = relative(root, target);
    if (inside === '..' || inside.startsWith(`..${sep}`)) skipped.push({ path, why: 'leaves-the-tree' });
    else if (kind.isFile()) add(path);
    else if (kind.isDirectory() && !linked.has(target) && !`${join(root, path)}${sep}`.startsWith(`${target}${sep}`)) {
      linked.add(target);
      visit(path);
    }
  };

  visit(start);
  return { entries, skipped };
}

/** How a file is read. `text`: prose without fences. @typedef {'js' | 'markdown' | 'shell' | 'text' | 'binary'} Language */

/** @type {Readonly<Record<string, Language>>} */
const BY_EXTENSION = {
  js: 'js',
  cjs: 'js',
  mjs: 'js',
  jsx: 'js',
  ts: 'js',
  cts: 'js',
  mts: 'js',
  tsx: 'js',
  json: 'js',
  jsonc: 'js',
  md: 'markdown',
  mdx: 'markdown',
  mdc: 'markdown',
  markdown: 'markdown',
  sh: 'shell',
  bash: 'shell',
  zsh: 'shell',
  bats: 'shell',
};
const BINARY =
  /\.(?:png|jpe?g|gif|webp|avif|ico|icns|bmp|pdf|zip|gz|tgz|xz|zst|7z|tar|wasm|node|woff2?|ttf|otf|eot|mp[34]|mov|webm|wav|db|db-shm|db-wal|sqlite3?|bin|exe|dll|so|dylib)$/i;

/** @param {string} path @returns {Language} */
export function languageOf(path) {
  const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase();
  if (BINARY.test(name)) return 'binary';
  return BY_EXTENSION[name.slice(name.lastIndexOf('.') + 1)] ?? 'text';
}
