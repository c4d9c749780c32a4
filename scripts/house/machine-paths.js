// Nothing that is committed names the machine it was written on.
import { homedir } from 'node:os';
import { dirname } from 'node:path';
import { allowed, lineAt } from './source.js';

/** Folders that exist on one machine only, and addresses of a package registry. */
const KNOWN = [/(?<![\w.~*-])\/(?:work|root|farm)\/\w/g, /\/tmp\/hosts\b/g, /https?:\/\/[^\s/"']*registry[^\s/"']*\//g];

/** @param {string} root this checkout's folder @returns {import('./source.js').Finding[]} */
export function checkMachinePaths(files, root) {
  const here = [root, dirname(root), homedir()]
    .map((path) => path.replace(/[\\/]+$/, ''))
    .filter((path) => path.split(/[\\/]/).length > 2)
    .map((path) => new RegExp(path.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'), 'g'));
  return files.flatMap(({ path, text }) => {
    const byLine = new Map();
    for (const match of [...KNOWN, ...here].flatMap((pattern) => [...text.matchAll(pattern)]))
      byLine.set(lineAt(text, match.index), match[0]);
    return [...byLine]
      .filter(([line]) => !allowed(text, 'machine-path', line))
      .map(([line, name]) => ({ path, line, rule: 'machine-path', message: `names ${name}` }));
  });
}
