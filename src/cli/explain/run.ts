import type { AlertCode } from '../../core/channels/watchdog.js';
import type { OwnNoticeCode } from '../../core/event.js';
import type { RepairRule } from '../../core/run/repair.js';
import type { AreaOf, Explained } from './explanation.js';

const told = (means: string, next: string | null = null): Explained => ({ says: null, means, next, exitCode: null });

/** Besides these a run tells of failures by their own codes. */
export const notices = (): AreaOf<OwnNoticeCode | AlertCode> => ({
  'worktree-kept': told('A worktree stays because something in it is nowhere else.', 'msd worktree list'),
  'worktree-gone': told('A plan’s worktree was removed while it was worked on; its branch was looked at instead.'),
  'common-dir-restored': told(
    'An agent changed git’s configuration or hooks, which would have run later as you. It was undone.',
    'look at what the message names',
  ),
  'isolation-violation': told('Executors started in the main checkout.', 'git status, then: msd guard violations'),
  escaped: told('Something outside the worktrees changed and no plan accounts for it. Nothing lands.', 'msd run show'),
  'checkout-changed': told(
    'Your checkout changed while agents ran, in files that no running plan touches. It counts as yours.',
  ),
  'not-copied': told('Files that worktrees.copy names were left behind: only plain files that git ignores are copied.'),
  'hooks-missing': told(
    'The repository’s hooks are in a folder that git does not track: commits in worktrees run none of them.',
    'worktrees.setup can make them, e.g. npm run prepare',
  ),
  'common-dir-unrecorded': told(
    'What git’s configuration and hooks were before agents began could not be written down: if msd dies, what they plant meanwhile is not undone.',
  ),
  'host-unavailable': told('The host is rate-limited or down; the plan waits and is tried again.'),
  'tools-denied': told(
    'The host refused tools to an agent, which went on without them.',
    'msd run logs PLAN; what it may use: docs/hosts.md',
  ),
  expired: told('An answer did not come before its deadline.', 'msd obligation list'),
  'proposal-accepted': told('msd.proposals is "accept": the agent may depart from its plan as it proposed.'),
  'proposal-declined': told('msd.proposals is "decline": the agent keeps to its plan.'),
  stalled: told(
    'An agent that had begun gives no sign of work: no output, commit, file or message.',
    'msd run logs PLAN',
  ),
  'silent-executor': told('An agent has given no sign of work since it was started.', 'msd run logs PLAN'),
  unacknowledged: told('A COMMAND has not been taken up.', 'msd obligation stalled'),
  'circular-handoff': told('An obligation came back to an agent that had handed it on.', 'msd obligation show ID'),
  'deep-handoff': told('An obligation was handed on many times.', 'msd obligation show ID'),
});

export const repairs = (): AreaOf<RepairRule> => ({
  'run-resumed': told('A run had not come to its end and its process is dead: this one goes on with it.'),
  'run-abandoned': told(
    'A run had not come to its end and nobody goes on with it now: the phase is free.',
    'msd execute-phase PHASE goes on',
  ),
  'attempt-adopted': told('An agent still works, though the run that started it is dead: it is waited for.'),
  'attempt-finished': told('An agent finished after its run had died: its work is brought home.'),
  'attempt-lost': told(
    'Agent and supervisor ended without a record: what was owed is closed, and the plan runs again.',
  ),
  'attempt-handed-on': told('An obligation had been handed to a fresh agent that was not started yet.'),
  'attempt-salvaged': told(
    'What an attempt that came to nothing left is on a ref; its worktree and branch are gone.',
    'msd worktree salvage',
  ),
  'home-tidied': told('Work was home, and worktree or branch were still there.'),
  'worktree-without-dispatch': told('A dead run’s worktree that no attempt knows.'),
  'planted-undone': told(
    'Agents changed git’s configuration or hooks while the run that watched them was dead. It was undone, and what stood there is kept in .git/msd/undone.',
    'look at what the message names',
  ),
  'notices-passed-on': told(
    'An agent ended with notices unread that nobody had been told of: the primary is told now.',
    'msd notices',
  ),
  'leavings-removed': told('Temporary files, locks and empty folders of dead processes.'),
});
