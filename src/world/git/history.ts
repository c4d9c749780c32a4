import type { Checkout, FileChange, History } from './port.js';
import { type Git, must, nulParts } from './git.js';
import { looseBranch } from './loose-ref.js';

/** The mode of a link to a commit of another repository. */
const GITLINK = '160000';

/** Full hash of the commit that a revision names, or null. */
export async function resolveCommit(git: Git, checkout: Checkout, rev: string): Promise<string | null> {
  const loose = looseBranch(checkout.commonDir, rev);
  if (loose !== null) return loose;
  const args = ['rev-parse', '--verify', '--quiet', '--end-of-options', `${rev}^{commit}`];
  const said = must(await git(args, { cwd: checkout.root, accept: [0, 1, 128] }));
  return said.exitCode === 0 ? said.stdout.trim() : null;
}

/** False also where one of the two names nothing. */
export async function isAncestor(git: Git, checkout: Checkout, ancestor: string, descendant: string): Promise<boolean> {
  const args = ['merge-base', '--is-ancestor', '--end-of-options', ancestor, descendant];
  return must(await git(args, { cwd: checkout.root, accept: [0, 1, 128] })).exitCode === 0;
}

/** Commits of `base..head`, oldest first. */
export async function commitsBetween(
  git: Git,
  checkout: Checkout,
  base: string,
  head: string,
): Promise<readonly string[]> {
  const args = ['rev-list', '--reverse', '--topo-order', '--end-of-options', head, `^${base}`, '--'];
  return must(await git(args, { cwd: checkout.root }))
    .stdout.split('\n')
    .filter(Boolean);
}

/**
 * What `head` has beyond `base`, and where it left it: two questions that one walk answers. Every best common ancestor is
 * among the commits in which the walk meets `base`'s history, so a single one is the fork.
 */
export async function historySince(git: Git, checkout: Checkout, base: string, head: string): Promise<History> {
  const args = ['rev-list', '--reverse', '--topo-order', '--boundary', '--end-of-options', head, `^${base}`, '--'];
  const lines = must(await git(args, { cwd: checkout.root }))
    .stdout.split('\n')
    .filter(Boolean);
  const commits = lines.filter((line) => !line.startsWith('-'));
  const [met = null, ...more] = lines.filter((line) => line.startsWith('-')).map((line) => line.slice(1));
  if (commits.length === 0) return { commits, fork: head };
  return { commits, fork: more.length === 0 ? met : await mergeBase(git, checkout, base, head) };
}

/** The best common ancestor, or null for unrelated histories. */
async function mergeBase(git: Git, checkout: Checkout, a: string, b: string): Promise<string | null> {
  const said = must(await git(['merge-base', '--end-of-options', a, b], { cwd: checkout.root, accept: [0, 1] }));
  return said.exitCode === 0 ? said.stdout.trim() : null;
}

/** Files that differ between two commits, renames found. */
export async function changesBetween(
  git: Git,
  checkout: Checkout,
  from: string,
  to: string,
): Promise<readonly FileChange[]> {
  const args = ['diff-tree', '-r', '-z', '-M', '--raw', '--no-abbrev', '--end-of-options', from, to, '--'];
  const parts = nulParts(must(await git(args, { cwd: checkout.root })).stdout);
  const changes: FileChange[] = [];
  for (let i = 0; i + 1 < parts.length; ) {
    const [, mode = '', , oid = '', letter = ''] = (parts[i++] ?? '').split(' ');
    const path = parts[i++] ?? '';
    const link = mode === GITLINK ? oid : null;
    if (letter[0] === 'R' || letter[0] === 'C') {
      changes.push({ path: parts[i++] ?? '', kind: 'added', renamedFrom: letter[0] === 'R' ? path : null, link });
    } else {
      const kind = letter === 'A' ? 'added' : letter === 'D' ? 'deleted' : 'modified';
      changes.push({ path, kind, renamedFrom: null, link });
    }
  }
  return changes;
}
