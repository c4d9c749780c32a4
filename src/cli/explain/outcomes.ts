import { notDone, type PlanReason, runVerdict } from '../../core/run/plan-outcome.js';
import type { AreaOf, Explained } from './explanation.js';

const LOGS = 'msd run logs PLAN';
const AGAIN = 'mend that, then: msd execute-phase PHASE';
const LOOK = 'msd run show';
const RESTART = 'msd execute-phase PHASE --restart PLAN';

/** Why a plan ended so, and what to do; `false` where the code may come with a plan that is done, or was not to run. */
const OUTCOMES: Readonly<Record<PlanReason, readonly [means: string, next: string | null, stops?: false]>> = {
  'no-work': [
    'The agent said done, and there is no commit of its. An agent whose work needs none says "noChanges".',
    LOGS,
  ],
  'agent-failed': ['The agent ended with another exit code than 0, or said that it failed.', LOGS],
  'agent-declined': [
    'The agent refused the plan; its reason is in the words behind the code.',
    'change the plan, then run it again',
  ],
  'agent-signalled': ['Something ended the agent by a signal: you, the system, or the machine’s memory.', AGAIN],
  'agent-lost': ['Agent and supervisor ended without a record. What it left is kept.', 'msd execute-phase PHASE'],
  timeout: ['The agent took longer than msd.planTimeout.', 'msd execute-phase PHASE --plan-timeout 4h'],
  stopped: ['The run was stopped, and the agent with it.', 'msd execute-phase PHASE'],
  stalled: ['The agent gave no sign of work for msd.stallAfter, and msd.onStall is "kill".', LOGS],
  'result-invalid': ['The agent wrote a result file that cannot be read. A success that cannot be read is none.', LOGS],
  'host-unavailable': [
    'The host is rate-limited or down. The plan is not to blame, and was waited for.',
    'msd execute-phase PHASE, later',
  ],
  'setup-failed': ['worktrees.setup failed in the new worktree, so no agent was started there.', AGAIN],
  'worktree-failed': ['The worktree could not be made.', AGAIN],
  'main-checkout-dirty': [
    'The plan must run alone in your checkout, where uncommitted changes would be mixed with its own.',
    'commit or stash them, then: msd execute-phase PHASE',
  ],
  'check-failed': ['msd.check failed on the plan’s work, so it was not merged.', LOGS],
  conflict: [
    'The plan’s work and what came home before it change the same lines. Branch and worktree are kept.',
    'msd run resolve PLAN',
  ],
  'undeclared-deletion': [
    'The plan deletes files that it does not declare in files_deleted or files_modified. Nothing was merged.',
    'declare them in the plan, or restore them, then run it again',
  ],
  'undeclared-changes': [
    'The plan changes files outside of those that it declares. msd.undeclared says whether that stops it, or is only told.',
    'declare them in files_modified, or take them back, then: msd execute-phase PHASE',
  ],
  overlap: [
    'The plan changed what another plan changed too while it ran, though neither declares it. It is told.',
    LOOK,
    false,
  ],
  'conflict-markers': [
    'A file of the plan still holds the marks of a conflict, so it was not merged.',
    'mend it in the worktree that is named, then: msd execute-phase PHASE',
  ],
  'submodule-unpushed': [
    'The plan points a submodule at a commit that is on none of its remotes: nobody else could check it out.',
    'push it from the submodule, then: msd execute-phase PHASE',
  ],
  escaped: [
    'The agent changed something outside its worktree. Nothing lands until you have looked.',
    'git log and git status in your checkout, then: msd execute-phase PHASE',
  ],
  'base-rewritten': [
    'The branch that the work began from was rewritten, so nobody can say what is the plan’s own.',
    LOOK,
  ],
  'branch-mismatch': ['Worktree or checkout is on another branch than it was put on.', LOOK],
  leftovers: [
    'The agent left changes uncommitted. msd.leftovers says what becomes of them; here it kept the plan from being done, or is told beside it.',
    LOOK,
    false,
  ],
  'summary-written': ['The executor wrote no SUMMARY, so msd did, and says so in it.', null, false],
  checkpoint: ['The agent asks a person. The other plans go on.', 'msd answer ID'],
  'isolation-violation': [
    'An executor worked in the main checkout though nothing allowed it.',
    'git status, then: msd guard violations',
  ],
  'gate-failed': ['A step before the dispatch failed, or recorded no decision, so no agent was started.', LOOK],
  dependency: ['A plan that this one depends on is not home.', 'see to that plan first: msd run show'],
  'plan-problem': ['The plan’s file has an error that keeps it from running.', 'msd plan check'],
  'not-selected': ['The plan was not among those asked for by --plan or --wave.', null, false],
  'already-complete': ['The plan was complete before. It is not run twice.', RESTART, false],
  superseded: ['By its own status another plan took its place.', null, false],
  interrupted: ['The run was interrupted before the plan could end.', 'msd execute-phase PHASE'],
  environment: ['Disk, rights or the ledger failed. No plan is to blame.', AGAIN],
  internal: ['msd met a state that it does not know. Please report it.', LOOK],
};

function explained(code: PlanReason): Explained {
  const [means, next, stops = true] = OUTCOMES[code];
  const { exitCode } =
    code === 'interrupted'
      ? runVerdict([], 'nothing', true)
      : runVerdict([notDone('failed', code, '')], 'nothing', false);
  return { says: null, means, next, exitCode: stops ? exitCode : null };
}

export const planOutcomes = (): AreaOf<PlanReason> =>
  Object.fromEntries((Object.keys(OUTCOMES) as PlanReason[]).map((code) => [code, explained(code)])) as Record<
    PlanReason,
    Explained
  >;
