import { existsSync, readdirSync } from 'node:fs';
import { relative } from 'node:path';
import type { Checkout } from './port.js';
import type { Git } from './git.js';

/**
 * The folder of a repository's own hooks (`core.hooksPath`), where it is in the person's checkout and not in a worktree:
 * made by a tool and not tracked, it does not come along, and what is committed in the worktree runs none of them.
 * @returns relative to the checkout's root; null: there is no such difference, or git does not say
 */
export async function hooksMissing(git: Git, checkout: Checkout, worktree: string): Promise<string | null> {
  const ask = ['rev-parse', '--path-format=absolute', '--git-path', 'hooks'];
  const there = await git(ask, { cwd: worktree, exact: true, userHooks: true });
  if (!there.ok) return null;
  const dir = there.value.stdout.replace(/\n$/, '');
  const below = relative(worktree, dir);
  if (below === '' || below.startsWith('..') || existsSync(dir)) return null;
  return holdsHooks(`${checkout.root}/${below}`) ? below : null;
}

function holdsHooks(dir: string): boolean {
  try {
    return readdirSync(dir).some((name) => !name.endsWith('.sample') && !name.startsWith('.'));
  } catch {
    return false;
  }
}
