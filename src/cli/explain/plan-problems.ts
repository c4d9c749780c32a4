import { PHASE_PROBLEMS, PROBLEM_KINDS, type PlanProblem, type ProblemCode } from '../../core/phase/problems.js';
import { planProblemText } from '../words/plan-problems.js';
import type { AreaOf, Explained } from './explanation.js';
import { sampleFacts } from './sample.js';

/** Facts that choose between words. */
const CHOSEN: Partial<Record<ProblemCode, Readonly<Record<string, unknown>>>> = {
  'plan-id-unfit': { fault: 'unfit-character' },
};

/** What a problem does to its plan and its phase follows from how grave it is; the words say what it is. */
function explained(code: ProblemCode): Explained {
  const { severity, blocks } = PROBLEM_KINDS[code];
  const error = severity === 'error';
  const effect = blocks
    ? 'its plan does not run while this stands, and other plans are not touched'
    : 'nothing is kept from running by it alone';
  const whole = PHASE_PROBLEMS.has(code) ? ' No order can be made of the phase: none of its plans is scheduled.' : '';
  return {
    says: planProblemText(sampleFacts<PlanProblem>({ code, ...CHOSEN[code] })),
    means: `${error ? 'An error' : 'A warning'}: ${effect}.${whole}`,
    next: 'mend the file at the line that is named, then: msd plan check',
    exitCode: error ? 4 : null,
  };
}

export const planProblems = (): AreaOf<ProblemCode> =>
  Object.fromEntries((Object.keys(PROBLEM_KINDS) as ProblemCode[]).map((code) => [code, explained(code)])) as Record<
    ProblemCode,
    Explained
  >;
