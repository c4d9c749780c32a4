import { existsSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import type { Checkout, ListedWorktree, WorktreeHead } from './port.js';
import { operationInProgress } from './checkout.js';
import { type Git, must, nulParts } from './git.js';
import { looseHead } from './loose-ref.js';
import { mendWorktreeLink } from './worktree-link.js';
import { linkedGitDir, registrations } from './worktree-record.js';

/** Every worktree that git knows, the main checkout included, each with the owner on record. */
export async function listWorktrees(git: Git, checkout: Checkout): Promise<readonly ListedWorktree[]> {
  const said = must(await git(['worktree', 'list', '--porcelain', '-z'], { cwd: checkout.commonDir }));
  const owners = new Map(registrations(checkout.commonDir).map((entry) => [entry.path, entry.owner]));
  return said.stdout
    .split('\0\0')
    .filter(Boolean)
    .map((block) => {
      const fields = new Map(nulParts(block).map((line) => split(line)));
      const path = fields.get('worktree') ?? '';
      const owner = owners.get(path) ?? null;
      return {
        path,
        branch: fields.get('branch')?.replace(/^refs\/heads\//, '') ?? null,
        head: fields.get('HEAD') ?? null,
        owner: owner && { run: owner.run, plan: owner.plan },
        missing: !existsSync(join(path, '.git')) && !fields.has('bare'),
      };
    });
}

function split(line: string): [string, string] {
  const space = line.indexOf(' ');
  return space < 0 ? [line, ''] : [line.slice(0, space), line.slice(space + 1)];
}

/**
 * HEAD commit and branch of a worktree as they really are, or null where it is gone. A `.git` file that an agent deleted is
 * put back first.
 */
export async function worktreeHead(git: Git, path: string): Promise<WorktreeHead | null> {
  if (!existsSync(path)) return null;
  mendWorktreeLink(path);
  if (!existsSync(join(path, '.git'))) return null;
  const gitDir = linkedGitDir(path) ?? join(path, '.git');
  const operation = operationInProgress(gitDir);
  const loose = looseHead(gitDir);
  if (loose !== null) return { ...loose, operation };
  const at = { cwd: realpathSync(path), exact: true };
  const [head, branch] = await Promise.all([
    git(['rev-parse', '--verify', '--quiet', 'HEAD^{commit}'], { ...at, accept: [0, 1, 128] }),
    git(['symbolic-ref', '--quiet', '--short', 'HEAD'], { ...at, accept: [0, 1, 128] }),
  ]);
  if (must(head).exitCode !== 0) return null;
  const name = must(branch);
  return { oid: must(head).stdout.trim(), branch: name.exitCode === 0 ? name.stdout.trimEnd() : null, operation };
}
