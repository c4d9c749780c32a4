import { fail, ok, type Result } from '../../core/result.js';
import type { WorldFailure } from '../../core/world-failures.js';
import { hashFiles } from './checkout-noise.js';
import { readDirt } from './dirt.js';
import type { Git } from './git.js';
import { linkedGitDir, readOwner, writeOwner } from './worktree-record.js';

/** Files that are noted at most; a setup that writes more where git does not ignore it is worth being told of. */
const NOTED_LIMIT = 5000;

/**
 * Notes what is not committed in a worktree of msd's as nobody's work, each file with a hash of its bytes: what the setup
 * command wrote, before an agent is there. A file that changes afterwards counts again.
 */
export async function noteSetup(git: Git, dir: string): Promise<Result<null, WorldFailure>> {
  const dirt = await readDirt(git, dir);
  if (!dirt.ok) return dirt;
  const paths = [...dirt.value.tracked, ...dirt.value.untracked].slice(0, NOTED_LIMIT);
  const gitDir = linkedGitDir(dir);
  const owner = gitDir === null ? null : readOwner(gitDir);
  if (gitDir === null || owner === null || paths.length === 0) return ok(null);
  try {
    writeOwner(gitDir, { ...owner, noise: { ...owner.noise, ...hashFiles(dir, paths) } });
    return ok(null);
  } catch (error) {
    return fail({ reason: 'file-unwritable', path: gitDir, cause: (error as Error).message });
  }
}
