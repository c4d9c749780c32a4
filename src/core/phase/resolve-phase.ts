import { fail, ok, type Result } from '../result.js';
import type { PhaseAmbiguous, PhaseInvalid, PhaseNotFound } from './failures.js';
import { comparePhaseDirectories, describePhase, isParked, type PhaseDirectory } from './phase-directory.js';
import { parsePhaseToken, phaseKey } from './phase-token.js';

/**
 * The one directory that a query means (DESIGN §4). A directory's name given whole always wins; else the query must be a
 * phase token, and the one directory with that number answers. Nothing is cut to something that exists.
 * @param names names of the directories directly under `phases/`
 */
export function resolvePhase(
  query: string,
  names: readonly string[],
): Result<PhaseDirectory, PhaseInvalid | PhaseNotFound | PhaseAmbiguous> {
  const whole = names.includes(query) ? query : onlyOne(names.filter((name) => sameText(name, query)));
  if (whole !== null) return ok(describePhase(whole));
  const token = parsePhaseToken(query);
  if (token === null) {
    const meant = names.filter((name) => query.length > 1 && name.toLowerCase().startsWith(`${query.toLowerCase()}-`));
    return fail({ reason: 'phase-invalid', query, meant });
  }
  const key = phaseKey(token);
  const directories = names.filter((name) => !isParked(name)).map(describePhase);
  const found = directories.filter((phase) => phase.numbered && phase.key === key);
  if (found.length === 1 && found[0]) return ok(found[0]);
  if (found.length > 1) return fail({ reason: 'phase-ambiguous', query, candidates: found.map((phase) => phase.dir) });
  return fail({ reason: 'phase-not-found', query, known: directories.sort(comparePhaseDirectories).map((p) => p.dir) });
}

/** The same characters in another Unicode form: some disks hand names out decomposed. */
function sameText(a: string, b: string): boolean {
  return a.normalize('NFC') === b.normalize('NFC');
}

function onlyOne(names: readonly string[]): string | null {
  return names.length === 1 ? (names[0] ?? null) : null;
}
