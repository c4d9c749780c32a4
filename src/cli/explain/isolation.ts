import type { UnusableCode } from '#hooks/lib/types.js';
import type { IsolationReason } from '../../core/isolation/vocabulary.js';
import { whyText } from '../print/isolation.js';
import type { AreaOf, Explained } from './explanation.js';

const because = (means: string, next: string | null = null): Explained => ({ says: null, means, next, exitCode: null });

export const isolationReasons = (): AreaOf<IsolationReason> => ({
  'host-makes-worktree': because('The host makes a worktree for each dispatch, told so by a parameter.'),
  'msd-makes-worktree': because('msd makes the worktree and starts the agent inside it.'),
  'opted-out': because('workflow.use_worktrees is false: one plan after the other, in your checkout.'),
  'host-cannot-isolate': because('The host has no way to isolate one dispatch.', 'msd execute-phase PHASE --host HOST'),
  'harness-flag-unknown': because('The host makes worktrees, and nobody knows by which parameter.', 'msd doctor'),
  'not-a-repository': because(
    'The project is certainly in no git repository, so there is nothing to make a worktree from.',
  ),
  'several-repositories': because('The project holds several repositories; isolation is per repository.'),
  'no-commits': because('The repository has no commit to make a worktree from.', 'git add -A && git commit -m start'),
  'git-unverified': because('git’s answer could not be had, so the strict value stands.', 'msd doctor'),
  'base-differs': because('The host would begin from another commit than the one that is checked out.', 'msd doctor'),
  'base-unknown': because('Nobody can say which commit the host would begin from.', 'msd doctor'),
  'plan-touches-submodule': because(
    'The plan changes files in a submodule, which a worktree does not carry: it runs alone in your checkout.',
  ),
  'plan-files-unknown': because(
    'There are submodules, and the plan does not say which files it changes.',
    'write files_modified in the plan',
  ),
  'tool-cannot-isolate': because('The tool by which the caller dispatches cannot isolate.'),
  'segmented-plan': because('This segment of the plan runs in the main checkout by design.'),
  'run-decided': because('The run itself decided, for its own worktree.'),
  'by-hand': because('A person decided, by msd isolation record.'),
});

const RECORD = 'msd isolation record --phase PHASE --plan PLAN';

const unused = (why: UnusableCode, means: string): Explained => ({
  says: whyText(why),
  means,
  next: RECORD,
  exitCode: null,
});

/** Each is told with the identifiers of both sides; a record that does not apply is never dropped in silence. */
export const unusedRecords = (): AreaOf<UnusableCode> => ({
  malformed: unused('malformed', 'A value in the record is in no list of accepted ones; nothing is read into it.'),
  'wrong-type': unused('wrong-type', 'A value in the record has another type than it is written with.'),
  foreign: unused('foreign', 'A permission does not travel with a copy of the file.'),
  ambiguous: unused('ambiguous', 'Two records of one scope, or a dispatch that names two plans, decide nothing.'),
  'no-identity': unused('no-identity', 'A dispatch that does not say which plan it is for cannot take a permission.'),
  'other-phase': unused('other-phase', 'A decision never counts for another phase.'),
  'other-plan': unused('other-plan', 'A decision for one plan never counts for another.'),
  future: unused('future', 'The record is dated later than now, so its age says nothing.'),
  stale: unused('stale', 'What the decision was made from may have changed since.'),
});
