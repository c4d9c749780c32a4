import { existsSync, realpathSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fail, ok, type Result } from '../../core/result.js';
import type { WorldFailure } from '../../core/world-failures.js';
import type { Checkout } from './port.js';
import { type Git, nulParts } from './git.js';
import { freeBranchPrefix } from './branch-prefix.js';
import { checkVersion } from './git-version.js';
import { innerRepositories } from './inner-repositories.js';

/** The checkout that holds `dir`, told apart from "definitely none" and "could not tell" (a hung or failing git). */
export async function findCheckout(git: Git, dir: string): Promise<Result<Checkout, WorldFailure>> {
  const version = await checkVersion(git, dir);
  if (!version.ok) return version;
  const where = await locate(git, dir);
  if (!where.ok) return where;
  const { root, gitDir, commonDir } = where.value;
  const [head, branch, prefix, nested] = await Promise.all([
    git(['rev-parse', '--verify', '--quiet', 'HEAD^{commit}'], { cwd: root, accept: [0, 1, 128] }),
    git(['symbolic-ref', '--quiet', '--short', 'HEAD'], { cwd: root, accept: [0, 1] }),
    freeBranchPrefix(git, root),
    innerRepositories(git, root),
  ]);
  if (!head.ok) return head;
  if (!branch.ok) return branch;
  if (!prefix.ok) return prefix;
  if (!nested.ok) return nested;
  const name = branch.value.exitCode === 0 ? branch.value.stdout.trimEnd() : null;
  if (head.value.exitCode !== 0) {
    if (name !== null) return fail({ reason: 'no-commits', dir: root, branch: name });
    return fail({ reason: 'git-failed', args: ['rev-parse', 'HEAD'], exitCode: 128, stderr: head.value.stderr.trim() });
  }
  const linked = gitDir !== commonDir;
  return ok({
    root,
    gitDir,
    commonDir,
    mainRoot: linked ? await mainCheckout(git, commonDir) : root,
    linked,
    branch: name,
    head: head.value.stdout.trim(),
    operation: operationInProgress(gitDir),
    submodules: nested.value,
    branchPrefix: prefix.value,
  });
}

interface Place {
  readonly root: string;
  readonly gitDir: string;
  readonly commonDir: string;
}

async function locate(git: Git, dir: string): Promise<Result<Place, WorldFailure>> {
  const ask = (...what: string[]) =>
    git(['rev-parse', '--path-format=absolute', ...what], { cwd: dir, accept: [0, 128] });
  const all = await ask('--git-common-dir', '--absolute-git-dir', '--show-toplevel');
  if (!all.ok) return all;
  const { exitCode, stderr, stdout } = all.value;
  if (exitCode !== 0) {
    // A `.git` that leads nowhere is another message: then there is a repository, and it is broken.
    if (/^fatal: not a git repository \(or any/m.test(stderr)) return fail({ reason: 'not-a-repository', dir });
    if (/must be run in a work tree/.test(stderr)) return fail({ reason: 'bare-repository', dir });
    return fail({ reason: 'git-failed', args: ['rev-parse'], exitCode, stderr: stderr.trim() });
  }
  const lines = stdout.split('\n');
  // Paths may hold newlines: then each is asked for alone, where only the last newline is git's.
  const [common, own, top] =
    lines.length === 4
      ? lines
      : await Promise.all(
          ['--git-common-dir', '--absolute-git-dir', '--show-toplevel'].map(async (what) => {
            const said = await ask(what);
            return said.ok ? said.value.stdout.slice(0, -1) : '';
          }),
        );
  return ok({ root: top ?? '', gitDir: real(own ?? ''), commonDir: real(common ?? '') });
}

function real(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    return path;
  }
}

/** The main checkout of a repository, from its common directory; null where it is bare. */
async function mainCheckout(git: Git, commonDir: string): Promise<string | null> {
  const at = { cwd: commonDir, accept: [0, 1, 128] };
  const bare = await git(['--git-dir=.', 'config', '--type=bool', '--get', 'core.bare'], at);
  if (bare.ok && bare.value.stdout.trim() === 'true') return null;
  const moved = await git(['--git-dir=.', 'config', '--type=path', '-z', '--get', 'core.worktree'], at);
  if (moved.ok && moved.value.exitCode === 0) return real(join(commonDir, nulParts(moved.value.stdout)[0] ?? ''));
  return basename(commonDir) === '.git' ? dirname(commonDir) : null;
}

const OPERATIONS: readonly (readonly [string, string])[] = [
  ['rebase-merge', 'rebase'],
  ['rebase-apply', 'rebase'],
  ['MERGE_HEAD', 'merge'],
  ['CHERRY_PICK_HEAD', 'cherry-pick'],
  ['REVERT_HEAD', 'revert'],
  ['BISECT_LOG', 'bisect'],
];

/** The operation that git itself would say is under way, from the files it leaves for one. */
export function operationInProgress(gitDir: string): string | null {
  for (const [file, name] of OPERATIONS) if (existsSync(join(gitDir, file))) return name;
  return null;
}
