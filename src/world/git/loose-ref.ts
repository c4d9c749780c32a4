import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** A whole object name, as git writes it. */
const OID = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;

/**
 * The commit that a branch names where both are files of their own, as what a run makes mostly is; such a ref always goes
 * before a packed one. Null for anything else (packed, symbolic, another format of refs, not there, a commit that is not
 * there): git is to be asked then. No process is started.
 * @param ref a full name below `refs/heads/`
 */
export function looseBranch(commonDir: string, ref: string): string | null {
  if (!isPlainBranch(ref)) return null;
  const text = read(join(commonDir, ref));
  return text !== null && isLooseObject(commonDir, text) ? text : null;
}

/** What HEAD of a checkout is, with its branch short or null where detached; null: git is to be asked. */
export function looseHead(gitDir: string): { readonly oid: string; readonly branch: string | null } | null {
  const text = read(join(gitDir, 'HEAD'));
  if (text === null) return null;
  const common = read(join(gitDir, 'commondir'));
  const commonDir = common === null ? gitDir : resolve(gitDir, common);
  if (isLooseObject(commonDir, text)) return { oid: text, branch: null };
  const ref = /^ref: (.+)$/.exec(text)?.[1] ?? '';
  const oid = looseBranch(commonDir, ref);
  return oid === null ? null : { oid, branch: ref.slice('refs/heads/'.length) };
}

function isLooseObject(commonDir: string, oid: string): boolean {
  return OID.test(oid) && existsSync(join(commonDir, 'objects', oid.slice(0, 2), oid.slice(2)));
}

/** A name that leads below `refs/heads` as a path too. */
function isPlainBranch(ref: string): boolean {
  return ref.startsWith('refs/heads/') && !/[\0\\]/.test(ref) && !ref.split('/').some((part) => /^\.{0,2}$/.test(part));
}

/** Without the newline at the end. */
function read(path: string): string | null {
  try {
    return readFileSync(path, 'utf8').replace(/\n$/, '');
  } catch {
    return null;
  }
}
