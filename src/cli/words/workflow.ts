import type { WorkflowFailure } from '../../core/workflow/failures.js';
import type { WordsFor } from './words.js';

export const workflowWords: WordsFor<WorkflowFailure> = {
  'workflow-not-found': (f) => ({
    message: `there is no workflow "${f.name}"; there are: ${f.known.join(', ')}`,
    next: 'msd workflow list',
  }),
  'workflow-invalid': (f) => ({
    message: `${f.file} is not a workflow msd can run: ${f.problems.map((p) => `${p.file}:${p.line} ${p.code}: ${p.message}`).join('; ')}`,
    next: 'msd workflow check',
  }),
  'input-invalid': (f) => ({
    message: `workflow ${f.workflow}: input ${f.input} ${f.found === null ? 'is missing' : `is "${f.found}"`}; accepted: ${f.accepted}`,
    next: `msd workflow show ${f.workflow}`,
  }),
  'prompt-unrenderable': (f) => ({
    message: `no prompt can be made for plan ${f.plan}: ${f.detail}`,
    next: 'rename the plan file, or mend its text',
  }),
  'decision-missing': (f) => ({
    message: `no usable isolation decision is recorded for plan ${f.plan} of phase ${f.phase}`,
    next: `msd isolation record --phase ${f.phase} --plan ${f.plan}`,
  }),
  'trust-refused': (f) => ({ message: `nothing was accepted: ${f.detail}`, next: 'msd trust --show' }),
  'step-failed': (f) => ({
    message: `${f.workflow}:${f.line} step ${f.step} failed${f.exitCode === null ? '' : ` with exit code ${f.exitCode}`}: ${f.detail}`,
    next: null,
  }),
  'untrusted-commands': (f) => ({
    message: `this checkout asks to run what you have not accepted: ${f.items.map((i) => `${i.source} (${i.excerpt})`).join(', ')}`,
    next: 'msd trust --show, then msd trust',
  }),
};
