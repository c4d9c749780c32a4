import { fail, ok, type Result } from '../../core/result.js';
import type { Git, GitDoorFailure } from './git.js';

const WANTED = 'msd';

/**
 * The first part of msd's branch names: `msd`, or another where the repository has a branch called exactly that, since git
 * cannot keep `msd` beside `msd/...`. Case does not count, because disks may fold it.
 */
export async function freeBranchPrefix(git: Git, cwd: string): Promise<Result<string, GitDoorFailure>> {
  const args = ['for-each-ref', '--ignore-case', '--format=%(refname:lstrip=2)', `refs/heads/${WANTED}*`];
  const said = await git(args, { cwd });
  if (!said.ok) return said;
  const taken = new Set(said.value.stdout.toLowerCase().split('\n'));
  for (let n = 0; n < 1000; n++) {
    const name = n === 0 ? WANTED : `${WANTED}-${n}`;
    if (!taken.has(name)) return ok(name);
  }
  return fail({
    reason: 'git-failed',
    args: ['for-each-ref'],
    exitCode: 0,
    stderr: `every branch prefix from ${WANTED} on is taken`,
  });
}
