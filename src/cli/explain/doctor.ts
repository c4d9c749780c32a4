import { ENVIRONMENT, FINDING_CODES, type FindingCode } from '../../core/doctor/finding.js';
import { FINDING_WORDS } from '../words/findings.js';
import type { AreaOf } from './explanation.js';

/** What `msd doctor` finds, in the words that it finds it with. */
export const findings = (): AreaOf<FindingCode> => {
  const entries = FINDING_CODES.map((code) => {
    const { what, why, fix } = FINDING_WORDS[code];
    return [code, { says: what, means: why, next: fix, exitCode: ENVIRONMENT.has(code) ? 7 : 1 }] as const;
  });
  return Object.fromEntries(entries) as unknown as AreaOf<FindingCode>;
};
