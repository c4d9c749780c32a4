import { cleanText } from '#hooks/lib/untrusted-text.js';
import { shellWord } from '../../core/run/shell-word.js';
import type { SurveyedWorktree } from '../../world/git/survey-worktrees.js';
import type { CommitLine } from '../../world/git/worktree-tools.js';
import { worktreeLines } from './worktrees.js';

/** Lines of one kind for a person; `--json` has all. */
const LISTED = 50;

/** What `msd worktree show` was asked about. */
export interface ShownWorktree {
  readonly worktree: SurveyedWorktree;
  /** What is on no other branch or ref, oldest first. */
  readonly commits: readonly CommitLine[];
  /** Refs that hold what was saved from it before. */
  readonly saved: readonly { readonly ref: string; readonly oid: string }[];
}

/** One worktree for a person: every commit and file that is only there, and the commands that go on from here. */
export function shownLines({ worktree, commits, saved }: ShownWorktree): readonly string[] {
  const { owner, head, uncommitted, untracked } = worktree;
  const made = owner === null ? [] : [`  made ${owner.createdAt} from ${owner.base.slice(0, 12)}`];
  return [
    ...worktreeLines(worktree).slice(0, 1),
    ...made,
    `  HEAD ${head === null ? 'unknown' : head.slice(0, 12)}`,
    ...listed(
      'commits that are nowhere else',
      commits.map(({ oid, subject }) => `${oid.slice(0, 12)} ${subject}`),
    ),
    ...listed('changed and not committed', uncommitted),
    ...listed('untracked', untracked),
    ...listed('repositories of their own inside', worktree.innerRepositories),
    ...(worktree.operation === null ? [] : [`  a ${worktree.operation} is under way`]),
    ...states(worktree).map((line) => `  ${line}`),
    ...listed(
      'saved from it before',
      saved.map(({ ref }) => ref),
    ),
    ...next(worktree),
  ];
}

function states({ owner, inUse, missing, keeps }: SurveyedWorktree): readonly string[] {
  return [
    ...(missing ? ['its folder is gone'] : []),
    ...(owner !== null && inUse ? ['in use: its run or its agent is alive'] : []),
    ...(keeps.includes('unreadable') ? ['what is in it could not be found out'] : []),
    ...(keeps.length === 0 ? ['holds nothing that is not elsewhere'] : []),
  ];
}

function listed(what: string, items: readonly string[]): readonly string[] {
  if (items.length === 0) return [];
  const more = items.length > LISTED ? [`    and ${items.length - LISTED} more`] : [];
  return [`  ${what}:`, ...items.slice(0, LISTED).map((item) => `    ${cleanText(item, 300)}`), ...more];
}

function next(worktree: SurveyedWorktree): readonly string[] {
  if (worktree.owner === null || worktree.inUse) return [];
  if (worktree.keeps.length === 0) return ['  next: msd worktree prune removes it'];
  const plan = shellWord(worktree.owner.plan);
  return [`  next: msd worktree salvage ${plan} saves what is only there`];
}
