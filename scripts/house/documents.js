// What the documents point to is there: links, and files of this repository named in backticks.
import { posix } from 'node:path';
import { allowed, lineAt } from './source.js';

const DOCUMENTS = /^(README|ARCHITECTURE|CHANGELOG)\.md$|^docs\/|^examples\/README\.md$/;
/** A name that stands for any. */
const PLACEHOLDER = /(^|\/)(NAME|NNNN)\b/;
/** Where a named file may be: as written, below the sources, or beside the document. */
const PLACES = ['', 'src/'];

/** @returns {import('./source.js').Finding[]} */
export function checkDocuments(files) {
  const paths = new Set(files.map((file) => file.path));
  const folders = new Set(
    files.flatMap(({ path }) => path.split('/').map((_, i, all) => all.slice(0, i + 1).join('/'))),
  );
  return files
    .filter(({ path }) => DOCUMENTS.test(path) && path.endsWith('.md'))
    .flatMap(({ path, text }) => {
      const beside = posix.dirname(path);
      const named = [
        ...text.matchAll(/\]\(((?![a-z]+:)[^)#\s]+)(?:#[^)]*)?\)/g),
        ...text.matchAll(
          /`((?:src|core|world|engine|cli|hooks|scripts|docs|test|examples|workflows|references|bench|bin)\/[\w./-]*\.(?:ts|js|md|json))`/g,
        ),
      ];
      return named
        .filter(({ 1: target }) => !PLACEHOLDER.test(target))
        .filter(({ 1: target }) => {
          const places = [...PLACES.map((place) => place + target), posix.join(beside, target)];
          return !places.some((place) => paths.has(place) || folders.has(place.replace(/\/$/, '')));
        })
        .map(({ 1: target, index }) => ({
          path,
          line: lineAt(text, index),
          rule: 'documents',
          message: `${target} is not there`,
        }))
        .filter(({ line }) => !allowed(text, 'documents', line));
    });
}
