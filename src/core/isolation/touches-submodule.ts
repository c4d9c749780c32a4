/**
 * Whether a declared path may reach into a submodule: it is the submodule, lies in it, is a directory around it, or is a glob
 * that may match something of it. Errs towards "may": a needless sequential run costs time, a missed one loses work.
 * @param declared as the plan writes it, relative to the root
 * @param submodule relative to the root
 */
export function mayTouch(declared: string, submodule: string): boolean {
  const raw = declared.replaceAll('\\', '/').trim();
  // What leaves the root or begins at the disk's cannot be compared.
  if (raw.startsWith('/') || raw.startsWith('~') || /^[A-Za-z]:/.test(raw)) return true;
  const wild = raw.search(/[*?[{]/);
  const inside = normal(submodule);
  if (inside === null) return true;
  if (wild < 0) {
    const path = normal(raw);
    return path === null || path === '' || path === inside || reaches(path, inside) || reaches(inside, path);
  }
  const fixed = normal(raw.slice(0, wild), true);
  return fixed === null || inside.startsWith(fixed) || fixed.startsWith(`${inside}/`);
}

function reaches(outer: string, inner: string): boolean {
  return inner.startsWith(`${outer}/`);
}

/**
 * A path without `.`, `..`, doubled slashes, letter case and composed accents; null where it leaves the root.
 * @param open keep a slash at the end: the beginning of a longer path
 */
function normal(path: string, open = false): string | null {
  const parts: string[] = [];
  for (const part of path.normalize('NFC').toLowerCase().split('/')) {
    if (part === '' || part === '.') continue;
    if (part !== '..') parts.push(part);
    else if (parts.pop() === undefined) return null;
  }
  return parts.join('/') + (open && parts.length > 0 && path.endsWith('/') ? '/' : '');
}
