import { existsSync, mkdirSync, realpathSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fail, ok, type Result } from '../../core/result.js';
import type { WorldFailure } from '../../core/world-failures.js';
import { ownIdentity } from '../process-identity.js';
import type { Worktree, WorktreeSpec } from './port.js';
import { hashFiles } from './checkout-noise.js';
import { copyIgnored } from './copy-ignored.js';
import { type Git, nulParts } from './git.js';
import { swapRef } from './refs.js';
import { withRegistryLock } from './registry-lock.js';
import { dropRegistration, releaseWorktree } from './release-worktree.js';
import { findRegistration, linkedGitDir, lockReason, type WorktreeOwner, writeOwner } from './worktree-record.js';

const POPULATE_MS = 30 * 60_000;

/**
 * Registers under the repository's lock, populates outside it, and answers only for a worktree that is what was asked for.
 * Whatever goes wrong, nothing half-made is left, and what lay at the path before is untouched.
 */
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
  const filled = await fill(git, spec, owner, registered.value.value);
  if (filled.ok) return ok({ path: spec.path, branch: spec.branch, base: spec.base, notCopied: filled.value });
  await releaseWorktree(spec.checkout, spec.path);
  if (spec.reopen !== true) await swapRef(git, spec.checkout.commonDir, `refs/heads/${spec.branch}`, null, spec.base);
  return filled;
}

/** @returns the worktree's git directory */
async function register(git: Git, spec: WorktreeSpec, owner: WorktreeOwner): Promise<Result<string, WorldFailure>> {
  if (existsSync(spec.path)) {
    const cause = 'something is there already; msd leaves it alone: move it away or remove it';
    return fail({ reason: 'file-unwritable', path: spec.path, cause });
  }
  const stale = findRegistration(spec.checkout.commonDir, spec.path);
  if (stale !== null) {
    // Its directory is gone, so nothing is lost with the entry; one that msd did not make may be on a disk that is away.
    const cause = `git has a worktree on record there that msd did not make (${stale.gitDir}); see git worktree list`;
    if (stale.owner === null) return fail({ reason: 'file-unwritable', path: spec.path, cause });
    dropRegistration(spec.checkout.commonDir, stale.gitDir);
  }
  try {
    mkdirSync(dirname(spec.path), { recursive: true });
  } catch (error) {
    return fail({ reason: 'file-unwritable', path: dirname(spec.path), cause: (error as Error).message });
  }
  const args = ['worktree', 'add', '--quiet', '--no-checkout', '--lock', '--reason', lockReason(owner)];
  const fresh = ['--no-track', '-b', spec.branch, '--', spec.path, spec.base];
  const what = spec.reopen === true ? ['--', spec.path, spec.branch] : fresh;
  const added = await git([...args, ...what], { cwd: spec.checkout.root });
  if (!added.ok) return added;
  const gitDir = linkedGitDir(spec.path);
  if (gitDir !== null) return ok(gitDir);
  return fail({ reason: 'file-unwritable', path: spec.path, cause: 'git left no .git file in it' });
}

/** @returns files that were to be copied and were not */
async function fill(
  git: Git,
  spec: WorktreeSpec,
  owner: WorktreeOwner,
  gitDir: string,
): Promise<Result<readonly string[], WorldFailure>> {
  const at = { cwd: spec.path, exact: true, timeoutMs: POPULATE_MS };
  const filled = await git(['reset', '--quiet', '--hard', '--no-recurse-submodules', spec.base, '--'], at);
  if (!filled.ok) return filled;
  const copied = await copyIgnored(git, spec.checkout.root, spec.path, spec.copy);
  if (!copied.ok) return copied;
  const noise = await verify(git, spec, gitDir);
  if (!noise.ok) return noise;
  const record = noise.value.length === 0 ? owner : { ...owner, noise: hashFiles(spec.path, noise.value) };
  try {
    writeOwner(gitDir, record);
    return copied;
  } catch (error) {
    return fail({ reason: 'file-unwritable', path: gitDir, cause: (error as Error).message });
  }
}

/** Of a linked worktree it is where its `.git` file lies, unless settings of its own say otherwise: then git is asked. */
async function topLevel(git: Git, path: string, gitDir: string): Promise<Result<string, WorldFailure>> {
  if (!existsSync(join(gitDir, 'config.worktree'))) return ok(path);
  const said = await git(['rev-parse', '--show-toplevel'], { cwd: path, exact: true });
  return said.ok ? ok(said.value.stdout.replace(/\n$/, '')) : said;
}

/** Toplevel, branch, HEAD, clean. @returns files that git calls modified although it just wrote them */
async function verify(git: Git, spec: WorktreeSpec, gitDir: string): Promise<Result<readonly string[], WorldFailure>> {
  const at = { cwd: spec.path, exact: true };
  const top = await topLevel(git, spec.path, gitDir);
  if (!top.ok) return top;
  const args = ['status', '--porcelain=v2', '--branch', '-z', '--untracked-files=normal', '--no-renames'];
  const status = await git(args, at);
  if (!status.ok) return status;
  const lines = nulParts(status.value.stdout);
  const noise = lines.filter((line) => /^1 \.M N/.test(line)).map((line) => line.split(' ').slice(8).join(' '));
  const problems: string[] = [];
  if (realpathSync(top.value) !== realpathSync(spec.path)) problems.push('its top level is elsewhere');
  if (!lines.includes(`# branch.oid ${spec.base}`)) problems.push('HEAD is not the base commit');
  if (!lines.includes(`# branch.head ${spec.branch}`)) problems.push('HEAD is not the branch');
  const dirty = lines.filter((line) => !line.startsWith('# ')).length - noise.length;
  if (dirty > 0) problems.push('it is not clean');
  if (problems.length === 0) return ok(noise);
  const stderr = `the new worktree ${spec.path} is not what was asked for: ${problems.join(', ')}`;
  return fail({ reason: 'git-failed', args: ['worktree', 'add'], exitCode: 0, stderr });
}
