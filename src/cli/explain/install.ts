import type { LeftAloneCode } from '../../core/install/plan.js';
import type { AreaOf, Explained } from './explanation.js';

const AGAIN = 'mend it, then run msd init again';

const left = (means: string, next: string | null = AGAIN): Explained => ({ says: null, means, next, exitCode: null });

/** Why `msd init` leaves a file, or a value in it, as it is (docs/install.md). */
export const leftAlone = (): AreaOf<LeftAloneCode> => ({
  'symlink-leaves-checkout': left(
    'A link on the path of the file leads out of the checkout, or nowhere. msd does not write there.',
  ),
  'symlink-refused-by-host': left(
    'The file is a link, and its host reads none: whatever were written would not count.',
  ),
  'read-only': left('The file may not be written. msd does not change who may.'),
  'not-a-file': left('Something else is where the file would be.'),
  'not-utf8': left('The file is not text in UTF-8, so nothing can be put in without changing the rest.'),
  'too-large': left('The file is larger than any settings are; it is not read.'),
  unreadable: left('The file cannot be read; taking it for absent would overwrite it.'),
  'not-json': left(
    'The file is no JSON, or holds comments or commas that its host does not read. Claude Code skips such a file whole.',
  ),
  'not-toml': left('The file is no TOML, so nothing can be put in with certainty.'),
  'not-as-documented': left(
    'Something in the file is not what its host documents. The host skips or refuses such a file.',
  ),
  'key-twice': left('A name stands twice in one object. What it means depends on who reads.'),
  'other-value': left(
    'The value is set already, to something else. It is yours.',
    'keep it, or take it out and run msd init again',
  ),
  'changed-by-hand': left(
    'A file of msd’s is not as msd wrote it. It is yours now.',
    'keep it, or delete it and run msd init again',
  ),
  'registered-by-hand': left(
    'An entry that no init wrote down starts the guard already. Two would ask it twice.',
    'keep it, or take it out and run msd init again',
  ),
  'written-by-newer': left(
    'A newer msd set the host up. This one would put older guards in their place, and leaves all of it alone.',
    'update msd',
  ),
  'not-found-again': left(
    'What was put in is there, but changed, so taking it out might take more.',
    'take it out by hand',
  ),
});
