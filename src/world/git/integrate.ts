import { fail, ok, type Result } from '../../core/result.js';
import type { WorldFailure } from '../../core/world-failures.js';
import type { Checkout, IntegrateOutcome, IntegrateRequest } from './port.js';
import { type Git, nulParts } from './git.js';
import { isAncestor, resolveCommit } from './history.js';
import { asSomebody } from './identity.js';
import { swapRef } from './refs.js';

const MERGE_MS = 10 * 60_000;

/**
 * Merges a commit into a ref without any checkout: the merged tree is made in the object store, a commit with two parents
 * is put on it, and the ref moves only from where it was (ADR 0008). Where another merger was first, the merge is made anew.
 */
export async function integrate(
  git: Git,
  checkout: Checkout,
  request: IntegrateRequest,
): Promise<Result<IntegrateOutcome, WorldFailure>> {
  const cwd = checkout.root;
  const { ref, theirs } = request;
  for (;;) {
    const before = await resolveCommit(git, checkout, ref);
    if (before === null)
      return fail({ reason: 'git-failed', args: ['rev-parse', ref], exitCode: 128, stderr: 'there is no such ref' });
    if (before !== request.lacking && (await isAncestor(git, checkout, theirs, before)))
      return ok({ kind: 'already', oid: before });
    const sides = request.theirsFirst ? [theirs, before] : [before, theirs];
    const merge = ['merge-tree', '--write-tree', '-z', '--name-only', '--no-messages', '--end-of-options'];
    const tried = await git([...merge, ...sides], { cwd, accept: [0, 1], timeoutMs: MERGE_MS });
    if (!tried.ok) return tried;
    const [tree = '', ...files] = nulParts(tried.value.stdout);
    if (tried.value.exitCode === 1) return ok({ kind: 'conflict', files: [...new Set(files.filter(Boolean))].sort() });
    const commit = ['commit-tree', ...sides.flatMap((side) => ['-p', side]), '-F', '-', tree];
    const made = await asSomebody(git, commit, { cwd, input: `${request.message.trimEnd()}\n` });
    if (!made.ok) return made;
    const oid = made.value.stdout.trim();
    if (await swapRef(git, cwd, ref, oid, before)) return ok({ kind: 'merged', oid, before });
  }
}
