import type { CodeUnknown, Failure, UsageFailure } from '../../core/failure.js';
import { channelWords } from './channels.js';
import { isolationWords } from './isolation.js';
import { phaseWords } from './phase.js';
import { runWords } from './run.js';
import type { Words, WordsFor } from './words.js';
import { workflowWords } from './workflow.js';
import { worldWords } from './world.js';

const ownWords: WordsFor<UsageFailure | CodeUnknown> = {
  usage: (f) => ({ message: f.message, next: f.command ? `msd ${f.command} --help` : 'msd --help' }),
  'code-unknown': (f) => ({
    message: `"${f.found}" is no code of msd${f.near.length > 0 ? `; near to it: ${f.near.join(', ')}` : ''}`,
    next: 'msd explain',
  }),
};

const TABLE: WordsFor<Failure> = {
  ...ownWords,
  ...phaseWords,
  ...isolationWords,
  ...workflowWords,
  ...worldWords,
  ...channelWords,
  ...runWords,
};

/** The words of a failure. */
export function wordsFor(failure: Failure): Words {
  return (TABLE[failure.reason] as (f: Failure) => Words)(failure);
}
