import type { WorkflowFailure } from '../../core/workflow/failures.js';
import type { WordsFor } from './words.js';

export const workflowWords: WordsFor<WorkflowFailure> = {
  'workflow-not-found': (f) => ({
    message: `there is no workflow "${f.name}"; there are: ${f.known.join(', ')}`,
    next: 'msd workflow list',
  }),
  'workflow-invalid': (f) => ({
    message: `${f.file} is not a workflow msd can run: ${f.problems.map((p) => `line ${p.line} ${p.code}: ${p.message}`).join('; ')}`,
    next: 'msd workflow check',
  }),
  'step-failed': (f) => ({
    message: `${f.workflow}:${f.line} step ${f.step} failed${f.exitCode === null ? '' : ` with exit code ${f.exitCode}`}: ${f.detail}`,
    next: null,
  }),
  'untrusted-commands': (f) => ({
    message: `this checkout names programs that you have not accepted: ${f.items.map((i) => `${i.source}: ${i.excerpt}`).join('; ')}`,
    next: 'msd trust --show, then msd trust',
  }),
};
