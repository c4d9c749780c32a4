import type { RunFailure } from '../../core/run/failures.js';
import type { WordsFor } from './words.js';

export const runWords: WordsFor<RunFailure> = {
  'phase-held': (f) => ({
    message: `phase ${f.phase} is held by run ${f.run} (process ${f.pid}) since ${f.since}`,
    next: `msd run show ${f.run}, or msd run stop ${f.run}`,
  }),
  'run-not-found': (f) => ({ message: `there is no run "${f.query}"`, next: 'msd run list' }),
  'plan-not-done': (f) => ({ message: `plan ${f.plan} is ${f.status}: ${f.detail}`, next: null }),
  'no-session': (f) => ({
    message: `msd ${f.verb} is a step of a run and no run is going on here`,
    next: `msd execute-phase ${f.phase}`,
  }),
  'not-handed-over': (f) => ({
    message: `plan ${f.plan} is not at work in this session; at work: ${f.atWork.join(', ') || 'none'}`,
    next: `msd dispatch next --phase ${f.phase}`,
  }),
  'report-refused': (f) => ({
    message: `${f.branch === null ? 'a report' : `branch ${f.branch}`} cannot be taken for the work of ${f.plan}: ${f.detail}`,
    next: `msd plan home --phase ${f.phase} --plan ${f.plan} --branch BRANCH, with the branch that the agent's own result names`,
  }),
  'worktree-not-found': (f) => ({
    message: `no worktree that msd made is at, or for, "${f.query}"; there are: ${f.known.join(', ') || 'none'}`,
    next: 'msd worktree list',
  }),
  'nothing-to-resolve': (f) => ({
    message: `plan ${f.plan} has no conflict to mend: ${RESOLVED[f.why]}`,
    next: f.kept
      ? `git fetch . ${f.kept.ref}:refs/heads/${f.kept.branch}, then the same command again; or msd execute-phase ${f.phase} --restart ${f.plan}`
      : f.why === 'home'
        ? null
        : `msd execute-phase ${f.phase}`,
  }),
  interrupted: (f) => ({
    message: `interrupted${f.run ? `; run ${f.run} can be continued` : ''}`,
    next: f.run ? 'run the same command again' : null,
  }),
};

const RESOLVED = {
  home: 'its work is home',
  unfinished: 'its agent has not ended with "done"',
  failed: 'its last attempt came to nothing, and it runs again with the next run',
  elsewhere: 'its worktree stood on other work when it was let go, and its branch does not hold that',
  'in-checkout': 'it works on your branch, and nothing of it is merged',
  'no-work': 'its branch has no commit of its own; msd worktree list says what else holds its work',
} as const;
