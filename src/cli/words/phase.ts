import type { PlanningFailure } from '../../core/phase/failures.js';
import type { WordsFor } from './words.js';

const FORMS =
  'A phase is digits, one optional letter, and decimals (3, 03, 12A, 2.1), or the full name of its directory';

export const phaseWords: WordsFor<PlanningFailure> = {
  'project-not-found': (f) => ({
    message: `no msd project at ${f.dir} or above it: a project is a directory .planning/ with a config.json, a ROADMAP.md or phases/`,
    next: 'go to your project, or make .planning/phases/01-name/01-01-PLAN.md',
  }),
  'phase-invalid': (f) => ({ message: `"${f.query}" is not a phase. ${FORMS}`, next: 'msd phase list' }),
  'phase-not-found': (f) => ({
    message: `there is no phase "${f.query}"; there are: ${f.known.slice(0, 20).join(', ') || 'none'}`,
    next: 'msd phase list',
  }),
  'phase-ambiguous': (f) => ({
    message: `"${f.query}" fits ${f.candidates.length} directories: ${f.candidates.join(', ')}`,
    next: `give the full name, e.g. ${f.candidates[0] ?? ''}`,
  }),
  'plan-not-found': (f) => ({
    message: `phase ${f.phase} has no plan "${f.plan}"; it has: ${f.known.slice(0, 20).join(', ') || 'none'}`,
    next: `msd plan index ${f.phase}`,
  }),
  'plans-invalid': (f) => ({
    message: `the plans of phase ${f.phase} cannot be scheduled: ${f.problems.map((p) => `${p.file}${p.line === null ? '' : `:${p.line}`} ${p.code}`).join('; ')}`,
    next: `msd plan check ${f.phase}`,
  }),
};
