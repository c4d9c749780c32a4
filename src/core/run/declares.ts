import { readDeclaredPaths } from '../phase/declared-path.js';
import { globCovers } from '../phase/path-glob.js';

/**
 * Whether a plan's declared files name a path, by meaning and not by spelling: the path itself, a directory above it, a
 * pattern over it (DESIGN §8).
 * @param entries `files_modified`, `files_deleted` as written
 * @param path relative to the project's root, forward slashes
 * @param root absolute path of the project's root, for entries written as absolute paths
 */
export function declares(entries: readonly string[], path: string, root: string): boolean {
  const segments = path.normalize('NFC').split('/');
  return entries.some((entry) =>
    readDeclaredPaths(entry, root).some((declared) => {
      if (declared.kind !== 'path') return false;
      if (declared.path === '') return true;
      const own = declared.path.split('/');
      if (declared.glob) return globCovers(own, segments);
      return own.length <= segments.length && own.every((segment, i) => segment === segments[i]);
    }),
  );
}
