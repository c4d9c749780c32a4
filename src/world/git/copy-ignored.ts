import { constants, copyFileSync, lstatSync, mkdirSync, realpathSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { fail, ok, type Result } from '../../core/result.js';
import type { WorldFailure } from '../../core/world-failures.js';
import { type Git, nulParts } from './git.js';

/**
 * Copies the ignored files that match `globs` from one checkout to another (`worktrees.copy`): plain files only, never
 * through a symlink, nothing of git's or msd's, and only what is ignored there too, so that no copy can be committed.
 * @returns the files that match and were left behind
 */
export async function copyIgnored(
  git: Git,
  from: string,
  to: string,
  globs: readonly string[],
): Promise<Result<readonly string[], WorldFailure>> {
  if (globs.length === 0) return ok([]);
  const specs = globs.map((glob) => `:(top,glob)${glob.replace(/^\.?\/+/, '')}`);
  const listed = await git(['ls-files', '-z', '--others', '--ignored', '--exclude-standard', '--', ...specs], {
    cwd: from,
  });
  if (!listed.ok) return listed;
  const found = nulParts(listed.value.stdout);
  const wanted = found.filter((path) => isPlainFileInside(from, path));
  if (wanted.length === 0) return ok(found);
  const ignored = await git(['check-ignore', '-z', '--stdin'], {
    cwd: to,
    exact: true,
    input: wanted.join('\0') + '\0',
    accept: [0, 1],
  });
  if (!ignored.ok) return ignored;
  const there = new Set<string>();
  for (const path of nulParts(ignored.value.stdout)) {
    try {
      mkdirSync(dirname(join(to, path)), { recursive: true });
      copyFileSync(join(from, path), join(to, path), constants.COPYFILE_EXCL | constants.COPYFILE_FICLONE);
      there.add(path);
    } catch (error) {
      const { code, message } = error as NodeJS.ErrnoException;
      if (code === 'EEXIST') there.add(path);
      else return fail({ reason: 'file-unwritable', path: join(to, path), cause: message });
    }
  }
  return ok(found.filter((path) => !there.has(path)));
}

function isPlainFileInside(root: string, path: string): boolean {
  const parts = path.split('/');
  if (parts.includes('..') || parts.includes('.git') || parts[0] === '.msd') return false;
  try {
    const real = realpathSync(root);
    const folder = realpathSync(dirname(join(root, path)));
    return lstatSync(join(root, path)).isFile() && (folder === real || folder.startsWith(real + sep));
  } catch {
    return false;
  }
}
