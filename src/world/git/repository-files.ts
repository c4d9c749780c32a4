import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gitlinks } from './index-links.js';

/**
 * What a repository's own files say, for questions that must not cost the start of git. Where a format is not understood
 * the answer is `unknown`, never a guess; the caller asks git then.
 */
export interface GitDirs {
  readonly gitDir: string;
  readonly commonDir: string;
}

export type Commit = { readonly oid: string } | 'none' | 'unknown';

const OID = /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/;
/** Symbolic refs that are followed before it counts as a circle; git's own limit. */
const DEPTH = 5;

/** The commit HEAD names; `none` on a branch without one. */
export function headCommit(dirs: GitDirs): Commit {
  return follow(dirs, 'HEAD', DEPTH);
}

/** The commit that the remote's default branch was at when it was last heard of; `none` without such a remote. */
export function remoteDefault(dirs: GitDirs, remote = 'origin'): Commit {
  const found = follow(dirs, `refs/remotes/${remote}/HEAD`, DEPTH);
  if (found !== 'none') return found;
  return hasRemote(dirs, remote) ? 'unknown' : 'none';
}

/**
 * Submodules and repositories that the index holds as links, and what `.gitmodules` names, relative to `top`.
 * @param top of the checkout that `dirs` belong to
 */
export function submodulePaths(dirs: GitDirs, top: string): readonly string[] | 'unknown' {
  const links = linksOf(dirs);
  if (links === 'unknown') return links;
  const named = [...(read(join(top, '.gitmodules')) ?? '').matchAll(/^[ \t]*path[ \t]*=[ \t]*(.+?)[ \t]*$/gm)];
  return [...new Set([...links, ...named.map((match) => unquoted(match[1] ?? ''))])];
}

function linksOf({ gitDir, commonDir }: GitDirs): readonly string[] | 'unknown' {
  if (list(gitDir).some((name) => name.startsWith('sharedindex.'))) return 'unknown';
  let index: Buffer;
  try {
    index = readFileSync(join(gitDir, 'index'));
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT' ? [] : 'unknown';
  }
  const sha256 = /^\s*objectformat\s*=\s*"?sha256/im.test(read(join(commonDir, 'config')) ?? '');
  return gitlinks(index, sha256 ? 32 : 20) ?? 'unknown';
}

function follow(dirs: GitDirs, name: string, depth: number): Commit {
  if (depth === 0 || usesOtherStore(dirs)) return 'unknown';
  const text = (read(join(dirs.gitDir, name)) ?? read(join(dirs.commonDir, name)))?.trim();
  if (text === undefined) return packed(dirs, name);
  const target = /^ref:[ \t]*(refs\/.+)$/.exec(text)?.[1];
  if (target !== undefined) return target.includes('..') ? 'unknown' : follow(dirs, target, depth - 1);
  return OID.test(text) ? { oid: text } : 'unknown';
}

function packed({ commonDir }: GitDirs, name: string): Commit {
  const refs = read(join(commonDir, 'packed-refs'));
  const end = refs === null ? -1 : `\n${refs}`.indexOf(` ${name}\n`);
  if (refs === null || end < 0) return 'none';
  const oid = `\n${refs}`.slice(0, end).split('\n').pop() ?? '';
  return OID.test(oid) ? { oid } : 'unknown';
}

/** Refs that are not files: the reftable format. */
function usesOtherStore({ commonDir }: GitDirs): boolean {
  return existsSync(join(commonDir, 'reftable'));
}

function hasRemote({ commonDir }: GitDirs, remote: string): boolean {
  const config = read(join(commonDir, 'config')) ?? '';
  return config.includes(`[remote "${remote}"]`) || existsSync(join(commonDir, 'refs', 'remotes', remote));
}

function unquoted(value: string): string {
  return value.startsWith('"') ? value.replace(/^"|"$/g, '').replace(/\\(.)/g, '$1') : value;
}

function list(dir: string): readonly string[] {
  try {
    return readdirSync(dir);
  } catch {
    return [];
  }
}

function read(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}
