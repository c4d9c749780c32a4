import type { IsolationFailure } from '../../core/isolation/failures.js';
import type { WordsFor } from './words.js';

export const isolationWords: WordsFor<IsolationFailure> = {
  'isolation-unknown': (f) => ({
    message: `"${f.found}" is not an isolation; accepted: ${f.accepted.join(', ')}`,
    next: null,
  }),
  'producer-unknown': (f) => ({
    message: `"${f.found}" is not a producer of decisions; accepted: ${f.accepted.join(', ')}`,
    next: null,
  }),
  'isolation-reason-unknown': (f) => ({
    message: `"${f.found}" is not a reason for a decision; accepted: ${f.accepted.join(', ')}`,
    next: null,
  }),
  'sentinel-unreadable': (f) => ({
    message: `the isolation record ${f.path} is ${f.problem} and was left as it is`,
    next: 'msd isolation clear, which moves it aside',
  }),
  'sentinel-unwritable': (f) => ({
    message: `the isolation record ${f.path} cannot be written: ${f.cause}`,
    next: `ls -la ${f.path}`,
  }),
  'isolation-violated': (f) => ({
    message: `${f.violations.map((each) => `${each.type} (agent ${each.agent}, ${each.at})`).join(', ')} started in the main checkout though nothing allowed it`,
    next: 'git status, then: msd guard violations',
  }),
};
