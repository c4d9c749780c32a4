import type { Checkout, FileChange } from '../world.js';
import { type Git, must, nulParts } from './git.js';

/** The mode of a link to a commit of another repository. */
const GITLINK = '160000';

/** Full hash of the commit that a revision names, or null. */
export async function resolveCommit(git: Git, checkout: Checkout, rev: string): Promise<string | null> {
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

/** The best common ancestor, or null for unrelated histories. */
export async function mergeBase(git: Git, checkout: Checkout, a: string, b: string): Promise<string | null> {
  const said = must(await git(['merge-base', '--end-of-options', a, b], { cwd: checkout.root, accept: [0, 1] }));
  return said.exitCode === 0 ? said.stdout.trim() : null;
}

/** Whether a commit's tree holds a file at `path`, relative to the repository's root. */
export async function hasFile(git: Git, checkout: Checkout, commit: string, path: string): Promise<boolean> {
  const args = ['--literal-pathspecs', 'ls-tree', '-z', '--full-tree', commit, '--', path];
  const said = must(await git(args, { cwd: checkout.root, accept: [0, 128] }));
  return /^\d+ blob /.test(said.stdout);
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
