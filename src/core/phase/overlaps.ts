import type { Ancestors } from './levels.js';
import { type ClaimGroup, claimGroups } from './file-claims.js';

/** Two plans, by position, the earlier first, and the paths on which they meet. */
export interface OverlapPair {
  readonly a: number;
  readonly b: number;
  readonly paths: readonly string[];
}

/** Pairs beyond this are not listed: nobody reads them, and a phase whose plans all touch one file has very many. */
export const PAIRS_LIMIT = 20_000;
/** Paths named for a pair. */
const PATHS_LIMIT = 20;

/**
 * The pairs of plans that touch the same files and of which neither waits for the other through any chain of dependencies.
 * @param claims for each plan the paths it declares
 * @returns the pairs in order; `cut` where there are more than `PAIRS_LIMIT`
 */
export function findOverlaps(
  claims: readonly (readonly string[])[],
  ignoreCase: boolean,
  ancestors: () => Ancestors,
): { readonly pairs: readonly OverlapPair[]; readonly cut: boolean } {
  const groups = claimGroups(claims, ignoreCase);
  if (groups.length === 0) return { pairs: [], cut: false };
  const { related } = ancestors();
  const found = new Map<number, string[]>();
  /** False once no more pairs are taken. */
  const meet = (x: number, y: number, path: string): boolean => {
    if (x === y || related(x, y)) return true;
    const key = x < y ? x * claims.length + y : y * claims.length + x;
    const paths = found.get(key);
    if (paths === undefined) {
      if (found.size >= PAIRS_LIMIT) return false;
      found.set(key, [path]);
    } else if (paths.length < PATHS_LIMIT && !paths.includes(path)) paths.push(path);
    return true;
  };
  const cut = !groups.every((group) => meetAll(group, meet));
  const pairs = [...found].map(([key, paths]) => {
    const a = Math.floor(key / claims.length);
    return { a, b: key - a * claims.length, paths };
  });
  return { pairs: pairs.sort((p, q) => p.a - q.a || p.b - q.b), cut };
}

function meetAll(group: ClaimGroup, meet: (x: number, y: number, path: string) => boolean): boolean {
  for (const [i, owner] of group.owners.entries()) {
    for (let j = i + 1; j < group.owners.length; j++)
      if (!meet(owner, group.owners[j] ?? owner, group.path)) return false;
    for (const member of group.members) if (!meet(owner, member.plan, member.path)) return false;
  }
  return true;
}
