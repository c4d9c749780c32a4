import { fail, ok, type Result } from '../../core/result.js';
import type { WorldFailure } from '../../core/world-failures.js';
import type { Checkout, IntegrateOutcome, IntegrateRequest } from '../world.js';
import { type Git, nulParts } from './git.js';
import { isAncestor } from './history.js';
import { committerEnv } from './identity.js';
import { readRef, swapRef } from './refs.js';

/**
 * Merges a commit into a ref without any checkout: the merged tree is made in the object store, a commit with two parents
 * is put on it, and the ref moves only from where it was. Where another merger was first, the merge is made anew.
 */
export async function integrate(
  git: Git,
  checkout: Checkout,
  request: IntegrateRequest,
): Promise<Result<IntegrateOutcome, WorldFailure>> {
  const cwd = checkout.root;
  const env = committerEnv(git, cwd);
  for (;;) {
    const before = await readRef(git, cwd, request.ref);
    if (before === null) {
      return fail({
        reason: 'git-failed',
        args: ['rev-parse', request.ref],
        exitCode: 1,
        stderr: 'there is no such ref',
      });
    }
    if (await isAncestor(git, checkout, request.theirs, before)) return ok({ kind: 'already', oid: before });
    const args = [
      'merge-tree',
      '--write-tree',
      '-z',
      '--name-only',
      '--no-messages',
      '--end-of-options',
      before,
      request.theirs,
    ];
    const tried = await git(args, { cwd, accept: [0, 1], timeoutMs: 10 * 60_000 });
    if (!tried.ok) return tried;
    const [tree = '', ...files] = nulParts(tried.value.stdout);
    if (tried.value.exitCode === 1) return ok({ kind: 'conflict', files: [...new Set(files.filter(Boolean))].sort() });
    const commit = ['commit-tree', '-p', before, '-p', request.theirs, '-F', '-', tree];
    const made = await git(commit, { cwd, env: await env, input: `${request.message.trimEnd()}\n` });
    if (!made.ok) return made;
    const oid = made.value.stdout.trim();
    if (await swapRef(git, cwd, request.ref, oid, before)) return ok({ kind: 'merged', oid, before });
  }
}
