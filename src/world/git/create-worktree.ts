import { existsSync, mkdirSync, readFileSync, realpathSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { fail, ok, type Result } from '../../core/result.js';
import type { WorldFailure } from '../../core/world-failures.js';
import { ownIdentity } from '../process-identity.js';
import type { Worktree, WorktreeSpec } from '../world.js';
import { copyIgnored } from './copy-ignored.js';
import { type Git, nulParts } from './git.js';
import { withRegistryLock } from './registry-lock.js';
import { lockReason, type WorktreeOwner, writeOwner } from './worktree-record.js';

const POPULATE_MS = 30 * 60_000;

/** Registers under the repository's lock, populates outside it, and answers only for a worktree that is what was asked for. */
export async function createWorktree(git: Git, spec: WorktreeSpec, now: Date): Promise<Result<Worktree, WorldFailure>> {
  const owner: WorktreeOwner = {
    run: spec.owner.run,
    plan: spec.owner.plan,
    ...ownIdentity(),
    base: spec.base,
    branch: spec.branch,
    createdAt: now.toISOString(),
  };
  const registered = await withRegistryLock(spec.checkout.commonDir, () => register(git, spec, owner));
  if (!registered.ok) return registered;
  if (!registered.value.ok) return registered.value;
  const at = { cwd: spec.path, exact: true, timeoutMs: POPULATE_MS };
  const filled = await git(['reset', '--quiet', '--hard', '--no-recurse-submodules', spec.base, '--'], at);
  if (!filled.ok) return filled;
  const copied = await copyIgnored(git, spec.checkout.root, spec.path, spec.copy);
  if (!copied.ok) return copied;
  const verified = await verify(git, spec);
  if (!verified.ok) return verified;
  return ok({ path: spec.path, branch: spec.branch, base: spec.base });
}

async function register(git: Git, spec: WorktreeSpec, owner: WorktreeOwner): Promise<Result<null, WorldFailure>> {
  try {
    mkdirSync(dirname(spec.path), { recursive: true });
  } catch (error) {
    return fail({ reason: 'file-unwritable', path: dirname(spec.path), cause: (error as Error).message });
  }
  if (existsSync(spec.path)) return fail({ reason: 'file-unwritable', path: spec.path, cause: 'it is already there' });
  const args = ['worktree', 'add', '--quiet', '--no-checkout', '--no-track', '--lock', '--reason', lockReason(owner)];
  const added = await git([...args, '-b', spec.branch, '--', spec.path, spec.base], { cwd: spec.checkout.root });
  if (!added.ok) return added;
  const gitDir = /^gitdir: (.*)\n?$/.exec(readFileSync(resolve(spec.path, '.git'), 'utf8'))?.[1] ?? '';
  writeOwner(resolve(spec.path, gitDir), owner);
  return ok(null);
}

async function verify(git: Git, spec: WorktreeSpec): Promise<Result<null, WorldFailure>> {
  const at = { cwd: spec.path, exact: true };
  const [top, status] = await Promise.all([
    git(['rev-parse', '--show-toplevel'], at),
    git(['status', '--porcelain=v2', '--branch', '-z', '--untracked-files=normal'], at),
  ]);
  if (!top.ok) return top;
  if (!status.ok) return status;
  const lines = nulParts(status.value.stdout);
  const problems: string[] = [];
  if (realpathSync(top.value.stdout.replace(/\n$/, '')) !== realpathSync(spec.path))
    problems.push('its top level is elsewhere');
  if (!lines.includes(`# branch.oid ${spec.base}`)) problems.push('HEAD is not the base commit');
  if (!lines.includes(`# branch.head ${spec.branch}`)) problems.push('HEAD is not the branch');
  if (lines.some((line) => !line.startsWith('# '))) problems.push('it is not clean');
  if (problems.length === 0) return ok(null);
  const stderr = `the new worktree ${spec.path} is not what was asked for: ${problems.join(', ')}`;
  return fail({ reason: 'git-failed', args: ['worktree', 'add'], exitCode: 0, stderr });
}
