import { cleanText } from '#hooks/lib/untrusted-text.js';
import type { KeepReason } from '../../core/run/worktree-keep.js';
import { unreachable } from '../../core/unreachable.js';
import type { SurveyedWorktree } from '../../world/git/survey-worktrees.js';
import type { Saved } from '../../world/git/worktree-tools.js';

/** Names listed for a person; the rest is counted. `--json` has all. */
const LISTED = 5;

/** A worktree as `--json` prints it. */
export function worktreeJson(worktree: SurveyedWorktree) {
  const { path, branch, head, owner, inUse, missing, unmerged, uncommitted, untracked, operation, keeps } = worktree;
  return {
    path,
    branch,
    head,
    base: owner?.base ?? null,
    owner: owner && { run: owner.run, plan: owner.plan, createdAt: owner.createdAt },
    inUse,
    missing,
    unmerged,
    uncommitted,
    untracked,
    innerRepositories: worktree.innerRepositories,
    operation,
    keeps,
  };
}

/** A worktree for a person: where it is, whose, and a line for each thing that is only there. */
export function worktreeLines(worktree: SurveyedWorktree): readonly string[] {
  const { owner, path, branch } = worktree;
  const whose = owner === null ? 'not made by msd' : `plan ${cleanText(owner.plan)} of run ${cleanText(owner.run)}`;
  const on = branch === null ? 'no branch' : `on ${cleanText(branch, 100)}`;
  const why = worktree.keeps.filter((reason) => reason !== 'foreign').map((reason) => keepLine(worktree, reason));
  const free = worktree.keeps.length === 0 ? ['holds nothing that is not elsewhere'] : [];
  const gone = worktree.missing ? ['its folder is gone'] : [];
  return [`${cleanText(path, 500)}: ${whose}, ${on}`, ...[...gone, ...why, ...free].map((line) => `  ${line}`)];
}

function keepLine(worktree: SurveyedWorktree, reason: KeepReason): string {
  switch (reason) {
    case 'foreign':
      return 'msd did not make it';
    case 'in-use':
      return 'in use: its run or its agent is alive';
    case 'unmerged':
      return `${count(worktree.unmerged.length, 'commit')} that ${worktree.unmerged.length === 1 ? 'is' : 'are'} nowhere else: ${names(worktree.unmerged.map((oid) => oid.slice(0, 12)))}`;
    case 'uncommitted':
      return `not committed: ${names(worktree.uncommitted)}`;
    case 'untracked':
      return `untracked: ${names(worktree.untracked)}`;
    case 'operation':
      return `a ${worktree.operation} is under way`;
    case 'inner-repository':
      return `repositories of their own inside: ${names(worktree.innerRepositories)}`;
    case 'unreadable':
      return 'what is in it could not be found out';
    default:
      return unreachable(reason);
  }
}

/** What was saved, and how to get it back. */
export function savedLines(saved: Saved): readonly string[] {
  const files = saved.paths.length > 0 ? [`  files: ${names(saved.paths)}`] : [];
  const commits = saved.commits.length > 0 ? [`  commits: ${names(saved.commits.map((oid) => oid.slice(0, 12)))}`] : [];
  return [
    `  saved on ${saved.ref}`,
    ...files,
    ...commits,
    `  to look: git show --stat ${saved.ref}`,
    `  to get it back as a branch: git branch NAME ${saved.ref}`,
  ];
}

function names(list: readonly string[]): string {
  const shown = list.slice(0, LISTED).map((name) => cleanText(name, 120));
  return shown.join(', ') + (list.length > LISTED ? ` and ${list.length - LISTED} more` : '');
}

const count = (n: number, what: string) => `${n} ${what}${n === 1 ? '' : 's'}`;
