import type { Failure, UsageFailure } from '../../core/failure.js';
import { channelWords } from './channels.js';
import { isolationWords } from './isolation.js';
import { phaseWords } from './phase.js';
import { runWords } from './run.js';
import type { Words, WordsFor } from './words.js';
import { workflowWords } from './workflow.js';
import { worldWords } from './world.js';

const usageWords: WordsFor<UsageFailure> = {
  usage: (f) => ({ message: f.message, next: f.command ? `msd ${f.command} --help` : 'msd --help' }),
};

const TABLE: WordsFor<Failure> = {
  ...usageWords,
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
