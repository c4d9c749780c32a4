import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { git, tryGit } from '../git.js';
import { PLAN_IDS } from './prepared.js';
import { runMsd } from './run.js';

/** What is left to see after a run, by content: nothing in it depends on times, run ids or the order of merges. */
export type EndState = Readonly<Record<string, unknown>>;

/** The state that a run of the prepared phase must end in, whatever happened on the way. */
export async function endState(root: string): Promise<EndState> {
  const subjects = git(root, 'log', '--format=%s', 'main').split('\n');
  const verify = await runMsd(root, ['ledger', 'verify', '--json']);
  return {
    commits: subjects.filter((subject) => !subject.startsWith('Bring home')).sort(),
    merges: subjects.filter((subject) => subject.startsWith('Bring home')).sort(),
    files: files(root),
    status: git(root, 'status', '--porcelain').split('\n').sort(),
    readme: readFileSync(join(root, 'README.md'), 'utf8'),
    notes: readFileSync(join(root, 'notes.txt'), 'utf8'),
    head: git(root, 'symbolic-ref', 'HEAD'),
    branches: git(root, 'for-each-ref', '--format=%(refname)', 'refs/heads').split('\n'),
    refs: git(root, 'for-each-ref', '--format=%(refname)')
      .split('\n')
      .filter((ref) => !ref.startsWith('refs/heads/') && !ref.startsWith('refs/msd/salvage/')),
    worktrees: git(root, 'worktree', 'list', '--porcelain').match(/^worktree /gm)?.length,
    fsck: tryGit(root, 'fsck', '--strict', '--no-dangling', '--connectivity-only').code,
    ledger: verify.code,
    plans: PLAN_IDS.map((id) => existsSync(join(root, '.planning/phases/01-base', `${id}-SUMMARY.md`))),
    left: await leftovers(root),
    salvaged: salvaged(root),
  };
}

/** The tree of main; of the SUMMARY that msd writes only that it is there, for it names run and commits. */
function files(root: string): string[] {
  return git(root, 'ls-tree', '-r', 'main')
    .split('\n')
    .map((line) => (line.endsWith('01-02-next-SUMMARY.md') ? 'the SUMMARY that msd wrote' : line));
}

/** The file that an agent left and nobody declared is on some salvage ref. */
function salvaged(root: string): boolean {
  const refs = git(root, 'for-each-ref', '--format=%(refname)', 'refs/msd/salvage').split('\n').filter(Boolean);
  return refs.some((ref) => tryGit(root, 'cat-file', '-e', `${ref}:stray.txt`).code === 0);
}

const SUSPECT = /\.(tmp|lock|lock\..*|claim-.*)$|^index\.msd|^\.msd-trash|^msd-restore$|^landing\.json$/;

/** Locks, temporary files, worktrees and deletions that nobody finishes. What is being deleted in the background is waited for. */
export async function leftovers(root: string): Promise<string[]> {
  for (let looks = 0; ; looks++) {
    const found = [...below(root, '.git'), ...below(root, '.msd')].filter((path) => {
      const name = path.slice(path.lastIndexOf('/') + 1);
      return SUSPECT.test(name) || /^\.git\/worktrees|^\.msd\/worktrees/.test(path);
    });
    if (found.length === 0 || looks === 20) return found.map(withoutNames).sort();
    await pause(50);
  }
}

const withoutNames = (path: string): string => path.replace(/r-\d{8}-\d{6}-[0-9a-f]{6}/, 'RUN');

function below(root: string, dir: string): string[] {
  if (!existsSync(join(root, dir))) return [];
  return readdirSync(join(root, dir), { withFileTypes: true }).flatMap((entry) => {
    const path = `${dir}/${entry.name}`;
    return entry.isDirectory() ? [path, ...below(root, path)] : [path];
  });
}
