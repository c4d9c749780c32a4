import type { FailureReason } from '../core/failure.js';

/** DESIGN §8. */
export type ExitCode = 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 130;

/** The number of each failure. Does not compile until every reason has one. */
export const EXIT_CODES = {
  usage: 2,
  'project-not-found': 3,
  'phase-invalid': 3,
  'phase-not-found': 3,
  'phase-ambiguous': 3,
  'plan-not-found': 3,
  'plans-invalid': 4,
  'isolation-unknown': 2,
  'producer-unknown': 2,
  'sentinel-unwritable': 7,
  'workflow-not-found': 3,
  'workflow-invalid': 4,
  'step-failed': 1,
  'untrusted-commands': 5,
  'git-missing': 7,
  'git-too-old': 7,
  'git-failed': 7,
  'not-a-repository': 7,
  'bare-repository': 7,
  'no-commits': 7,
  'detached-head': 5,
  'operation-in-progress': 5,
  'in-agent-worktree': 7,
  'file-unreadable': 7,
  'file-unwritable': 7,
  'symlink-escape': 7,
  'config-invalid': 7,
  'repository-busy': 7,
  'host-unknown': 2,
  'host-missing': 7,
  'store-unreadable': 7,
  'store-newer': 7,
  'store-busy': 7,
  'phase-held': 6,
  'run-not-found': 3,
  interrupted: 130,
} as const satisfies Record<FailureReason, ExitCode>;
