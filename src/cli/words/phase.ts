import { cleanText } from '#hooks/lib/untrusted-text.js';
import type { PlanningFailure } from '../../core/phase/failures.js';
import type { WordsFor } from './words.js';

const FORMS =
  'A phase is digits, one optional letter, and decimals (3, 03, 12A, 2.1), or the full name of its directory';

/** Names out of the project, bounded. */
const listed = (names: readonly string[]): string =>
  `${names
    .slice(0, 20)
    .map((name) => cleanText(name, 200))
    .join(', ')}${names.length > 20 ? ` and ${names.length - 20} more` : ''}` || 'none';

export const phaseWords: WordsFor<PlanningFailure> = {
  'project-not-found': (f) => ({
    message: `no msd project at ${f.dir} or above it: a project is a directory .planning/ with a config.json, a ROADMAP.md or phases/`,
    next: 'go to your project, or make .planning/phases/01-name/01-01-PLAN.md',
  }),
  'phase-invalid': (f) => ({
    message: `"${cleanText(f.query)}" is not a phase. ${FORMS}${f.meant.length > 0 ? `; did you mean ${listed(f.meant)}?` : ''}`,
    next: 'msd phase list',
  }),
  'phase-not-found': (f) => ({
    message: `there is no phase "${cleanText(f.query)}"; there are: ${listed(f.known)}`,
    next: 'msd phase list',
  }),
  'phase-ambiguous': (f) => ({
    message: `"${cleanText(f.query)}" fits ${f.candidates.length} directories: ${listed(f.candidates)}`,
    next: `give the full name, e.g. ${cleanText(f.candidates[0], 200)}`,
  }),
  'phase-empty': (f) => ({
    message: `phase ${cleanText(f.phase)} has no plans: no file in ${cleanText(f.dir, 300)} is named like one, such as ${cleanText(f.phase)}-01-PLAN.md`,
    next: `write ${cleanText(f.dir, 300)}/${cleanText(f.phase)}-01-PLAN.md`,
  }),
  'plan-not-found': (f) => ({
    message:
      f.phase === ''
        ? `no run knows a plan "${cleanText(f.plan)}" that waits to come home; there are: ${listed(f.known)}`
        : `phase ${cleanText(f.phase)} has no plan "${cleanText(f.plan)}"; it has: ${listed(f.known)}`,
    next: f.phase === '' ? 'msd run show' : `msd plan index ${cleanText(f.phase)}`,
  }),
  'plans-invalid': (f) => ({
    message: `the plans of phase ${f.phase} cannot be scheduled: ${f.problems.map((p) => `${p.file}${p.line === null ? '' : `:${p.line}`} ${p.code}`).join('; ')}`,
    next: `msd plan check ${f.phase}`,
  }),
};
