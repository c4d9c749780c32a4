import { cleanText } from '#hooks/lib/untrusted-text.js';
import type { Diagnosis, Finding, FindingCode, Note } from '../../core/doctor/finding.js';
import { TITLES } from '../../core/install/setups.js';
import type { HostThere } from '../doctor/host-findings.js';
import { FINDING_WORDS, NOTE_WORDS } from '../words/findings.js';

/** What was looked at, and what `--fix` did. */
export interface DoctorTold {
  readonly root: string;
  readonly versions: Readonly<Record<string, string | null>>;
  readonly hosts: readonly HostThere[];
  readonly fixed: readonly FindingCode[];
}

export function doctorJson({ findings, notes }: Diagnosis, { root, versions, hosts, fixed }: DoctorTold): unknown {
  return {
    root,
    versions,
    hosts,
    findings: findings.map(({ code, subject, found }) => ({ code, subject, found, ...FINDING_WORDS[code] })),
    notes: notes.map((note) => ({ ...note, says: NOTE_WORDS[note.code] })),
    fixed,
  };
}

export function doctorText({ findings, notes }: Diagnosis, { root, versions, hosts, fixed }: DoctorTold): string {
  const known = Object.entries(versions).map(
    ([name, version]) => `${name} ${version === null ? 'not found' : cleanText(version, 80)}`,
  );
  const end = findings.length === 0 ? 'nothing is wrong' : `${findings.length} found; msd explain CODE tells more`;
  return [
    `in ${cleanText(root, 500)}: ${known.join(', ')}`,
    `hosts: ${hosts.map(hostText).join(', ')}`,
    ...fixed.map((code) => `mended  [${code}] ${FINDING_WORDS[code].what}`),
    ...findings.flatMap(findingLines),
    ...notes.map(noteLine),
    end,
  ].join('\n');
}

const hostText = ({ host, setUp, program }: HostThere): string =>
  `${TITLES[host]} ${setUp ? 'set up' : 'not set up'} (${program === null ? 'not on the PATH' : cleanText(program, 200)})`;

function findingLines({ code, subject, found }: Finding): readonly string[] {
  const { what, why, fix } = FINDING_WORDS[code];
  return [
    `wrong   [${code}] ${cleanText(subject, 200)}: ${what} (${cleanText(found, 300)})`,
    `  why   ${why}`,
    `  next  ${fix}`,
  ];
}

const noteLine = ({ code, subject, found }: Note): string =>
  `note    ${cleanText(subject, 200)}: ${NOTE_WORDS[code]}${found === '' ? '' : ` (${cleanText(found, 300)})`}`;
