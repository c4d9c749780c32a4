import { elsewhereRef } from '../core/run/elsewhere-ref.js';
import type { Checkout, GitWorld } from '../world/git/port.js';

/**
 * The ref that keeps what a plan's worktree, gone since, stood on, where the plan's branch does not hold that: the branch
 * alone may be a part of the work and is not to be taken for done. Merged there by a person, it no longer counts.
 * @param branch short name of the plan's branch
 */
export async function workElsewhere(
  git: Pick<GitWorld, 'resolve' | 'isAncestor'>,
  checkout: Checkout,
  branch: string,
): Promise<string | null> {
  const ref = elsewhereRef(branch);
  const kept = await git.resolve(checkout, ref);
  if (kept === null) return null;
  return (await git.isAncestor(checkout, kept, `refs/heads/${branch}`)) ? null : ref;
}
