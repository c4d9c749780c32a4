/**
 * What `msd doctor` can find. A closed list: the codes are a promise. Words, reasons and fixes are in `cli/words/findings.ts`,
 * which does not compile while one is missing.
 */
export const FINDING_CODES = [
  ...['node-too-old', 'git-unusable', 'not-a-repository', 'no-commits'],
  ...['config-invalid', 'plans-invalid', 'workflows-invalid', 'untrusted-commands', 'msd-tracked', 'msd-not-ignored'],
  ...['ledger-damaged', 'decisions-unreadable', 'isolation-violated', 'recovery-due', 'worktrees-left'],
  ...['config-unread', 'hooks-disabled', 'event-unknown', 'executor-denied', 'base-not-head', 'worktrees-not-ignored'],
  ...[
    'hook-missing',
    'hook-script-missing',
    'hook-outdated',
    'msd-older',
    'hook-changed',
    'hook-twice',
    'hook-fails-open',
  ],
  ...['hook-matcher', 'hook-unreachable', 'hook-wrong-answer', 'second-guard', 'agent-missing', 'receipt-missing'],
  ...['setup-ignored', 'codex-untrusted', 'codex-hooks-off'],
] as const;

export type FindingCode = (typeof FINDING_CODES)[number];

/** One thing that is wrong. */
export interface Finding {
  readonly code: FindingCode;
  /** What it is about: a file relative to the project, a worktree, a host's name. Not yet cleaned for display. */
  readonly subject: string;
  /** What was found there. */
  readonly found: string;
}

/** Something that is as it may be, and worth knowing: it does not count as wrong. */
export interface Note {
  readonly code:
    | 'works-as-it-is'
    | 'opted-out'
    | 'host-not-set-up'
    | 'other-guard'
    | 'codex-trust-unknown'
    | 'tools-not-on-path';
  readonly subject: string;
  readonly found: string;
}

/** All that is not msd's to mend but the machine's: it makes the exit code 7. */
export const ENVIRONMENT: ReadonlySet<FindingCode> = new Set(['node-too-old', 'git-unusable']);

export interface Diagnosis {
  readonly findings: readonly Finding[];
  readonly notes: readonly Note[];
}
