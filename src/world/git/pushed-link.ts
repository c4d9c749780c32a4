import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Git } from './git.js';

/**
 * Whether a commit that a checkout links to (a submodule's) is on a branch of some remote, as far as it was last heard of.
 * Where the repository that would know is not there, or does not have the commit, it is not.
 * @param places checkouts in which the submodule may be, tried in order
 */
export async function isLinkPushed(
  git: Git,
  places: readonly string[],
  link: { readonly path: string; readonly oid: string },
): Promise<boolean> {
  for (const place of places) {
    const dir = join(place, link.path);
    if (!existsSync(join(dir, '.git'))) continue;
    const args = ['for-each-ref', '--count=1', '--format=%(refname)', `--contains=${link.oid}`, 'refs/remotes'];
    const said = await git(args, { cwd: dir, exact: true, accept: [0, 129, 128, 1] });
    if (said.ok && said.value.exitCode === 0 && said.value.stdout.trim() !== '') return true;
  }
  return false;
}
