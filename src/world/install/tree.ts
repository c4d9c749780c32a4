import { createHash } from 'node:crypto';
import { accessSync, constants, lstatSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import type { Found, Tree } from '../../core/install/plan.js';

const LARGEST = 32 * 1024 * 1024;

/** The files of a project as they are when asked for; each is read once. Links are followed where they stay in the checkout. */
export function readTree(root: string, boundary: string): Tree {
  const seen = new Map<string, Found>();
  return {
    file(path) {
      const found = seen.get(path) ?? readFound(join(root, path), boundary);
      seen.set(path, found);
      return found;
    },
    folderExists: (path) => statSync(join(root, path), { throwIfNoEntry: false })?.isDirectory() === true,
    hash: hashText,
  };
}

/** 16 hexadecimal digits; line ends do not count, since git may change them between machines. */
export const hashText = (text: string): string =>
  createHash('sha256').update(text.replaceAll('\r\n', '\n')).digest('hex').slice(0, 16);

/** Where writing to a path really ends: its own place, or where a link inside the checkout leads. Null: outside. */
export function realPlace(path: string, boundary: string): string | null {
  const inside = (real: string) => real === boundary || real.startsWith(boundary + sep);
  try {
    const real = realpathSync(path);
    return inside(real) ? real : null;
  } catch {
    if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink()) return null;
    const parent = dirname(path);
    const real = parent === path ? null : realPlace(parent, boundary);
    return real === null ? null : join(real, path.slice(parent.length + 1));
  }
}

function readFound(path: string, boundary: string): Found {
  try {
    const real = realPlace(path, realpathSync(boundary));
    if (real === null)
      return {
        kind: 'blocked',
        code: 'symlink-leaves-checkout',
        found: 'a link on its path leaves the checkout, or leads nowhere',
      };
    const stat = statSync(real, { throwIfNoEntry: false });
    if (stat === undefined) return { kind: 'absent' };
    if (!stat.isFile()) return { kind: 'blocked', code: 'not-a-file', found: 'it is not a file' };
    if (stat.size > LARGEST) return { kind: 'blocked', code: 'too-large', found: `${stat.size} bytes` };
    const text = decode(readFileSync(real));
    if (text === null) return { kind: 'blocked', code: 'not-utf8', found: 'it is not text in UTF-8' };
    const symlink = lstatSync(path).isSymbolicLink();
    return { kind: 'text', text, symlink, readOnly: (stat.mode & 0o222) === 0 || !mayWrite(real) };
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? 'unknown';
    if (code === 'ENOTDIR') return { kind: 'blocked', code: 'not-a-file', found: 'a part of its path is not a folder' };
    return { kind: 'blocked', code: 'unreadable', found: code };
  }
}

/** A byte order mark stays in the text: it is the file's. */
function decode(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return null;
  }
}

function mayWrite(path: string): boolean {
  try {
    accessSync(path, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
