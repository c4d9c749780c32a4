import type { LedgerFailure } from '../../core/channels/failures.js';
import type { WordsFor } from './words.js';

export const channelWords: WordsFor<LedgerFailure> = {
  'store-unreadable': (f) => ({
    message: `the ledger ${f.path} cannot be read: ${f.cause}; it was left as it is`,
    next: 'msd ledger verify',
  }),
  'store-newer': (f) => ({
    message: `the ledger ${f.path} was written by a newer msd (version ${f.found}, this one knows ${f.known})`,
    next: 'update msd',
  }),
  'store-busy': (f) => ({
    message: `the ledger ${f.path} was held by other writers for too long`,
    next: 'run the command again',
  }),
};
