import type { PlanNumber } from './plan-id.js';
import { type PhaseDirectory, referenceKey } from './phase-directory.js';
import { parsePhaseToken } from './phase-token.js';
import { parsePlanNumber } from './plan-number.js';

/** Where a name's phase part points: this phase, another one, or nowhere (none is given). */
export type NamedPhase = 'own' | 'other' | 'none';

/** A plan's name taken apart: `03-02-hardening` → own, `02`. */
export interface PlanStem {
  readonly phase: NamedPhase;
  readonly number: PlanNumber | null;
  /** The number stands at the end of a slug (`03-hardening-02`). */
  readonly numberLast: boolean;
  /** There is a phase, or nothing, and nothing behind it. */
  readonly bare: boolean;
}

/** What a file in a phase's directory is, by its name alone. */
export type PlanFileName =
  | {
      readonly kind: 'plan';
      readonly id: string;
      readonly stem: PlanStem;
      /** `<phase>-<plan>[-slug]-PLAN.md` of this phase; everything else is nearly a plan's name. */
      readonly proper: boolean;
      /** There are words in it and no number (`07-auth`, `MASTER`): perhaps a document about something else. */
      readonly nameless: boolean;
    }
  | { readonly kind: 'summary' }
  /** Not a plan, but called one: told only where a phase has no plan at all. */
  | { readonly kind: 'called-plan' }
  | { readonly kind: 'other' };

const OTHER: PlanFileName = { kind: 'other' };
const CALLED_PLAN: PlanFileName = { kind: 'called-plan' };
/** What stands behind a plan's name in documents about plans. */
const ABOUT =
  /^(?:REVIEWS?|CHECK|OUTLINE|INDEX|OBSOLETE|SUMMARY|VERIFICATION|CONTEXT|RESEARCH|VALIDATION|UAT|NOTES?|DRAFT|TEMPLATE)$/;

/** Reads a file's name in the directory of a phase. Hidden files and everything but `.md` are other files. */
export function readPlanFileName(file: string, phase: PhaseDirectory): PlanFileName {
  if (file.startsWith('.') || !file.endsWith('.md')) return calledPlan(file);
  const stem = file.slice(0, -3);
  if (stem.includes('SUMMARY')) return isSummary(stem, phase) ? { kind: 'summary' } : OTHER;
  if (!stem.includes('PLAN')) return calledPlan(file);
  if (stem === 'PLAN' || stem === '-PLAN')
    return { kind: 'plan', id: `${shortName(phase)}-PLAN`, stem: parseStem('', phase), proper: false, nameless: false };
  if (stem.endsWith('-PLAN')) {
    const id = stem.slice(0, -5);
    const parsed = parseStem(id, phase);
    const proper = parsed.phase === 'own' && parsed.number !== null;
    return { kind: 'plan', id, stem: parsed, proper, nameless: parsed.number === null && !parsed.bare };
  }
  return readMarkerFirst(stem, 'PLAN', phase) ?? calledPlan(file);
}

/**
 * The summary of a plan, by their files: `…/03-02-hardening-PLAN.md` → `…/03-02-hardening-SUMMARY.md`, `PLAN.md` →
 * `SUMMARY.md`, `07-PLAN-01.md` → `07-SUMMARY-01.md`. `readPlanFileName` knows it as that plan's.
 */
export function summaryFileOf(planFile: string): string {
  const cut = planFile.lastIndexOf('/') + 1;
  const name = planFile.slice(cut);
  const summary = name.endsWith('PLAN.md')
    ? `${name.slice(0, -'PLAN.md'.length)}SUMMARY.md`
    : name.replace('PLAN', 'SUMMARY');
  return planFile.slice(0, cut) + summary;
}

/** `07-PLAN-01`, `PLAN-01-slug`: the marker stands before the number. */
function readMarkerFirst(stem: string, marker: string, phase: PhaseDirectory): PlanFileName | null {
  const parsed = parseMarkerFirst(stem, marker, phase);
  return parsed && { kind: 'plan', id: stem, stem: parsed, proper: false, nameless: false };
}

/** The plan named by a text in which the marker stands before the number; null where it does not. */
export function parseMarkerFirst(stem: string, marker: string, phase: PhaseDirectory): PlanStem | null {
  const segments = stem.split('-');
  const at = segments.indexOf(marker);
  const number = at < 0 ? null : parsePlanNumber(segments[at + 1] ?? '');
  if (number === null || segments.slice(at + 2).some((segment) => ABOUT.test(segment))) return null;
  const named = (phase: NamedPhase): PlanStem => ({ phase, number, numberLast: false, bare: false });
  if (at === 0) return named('none');
  const front = segments.slice(0, at).join('-');
  const { phase: whose, number: second } = parseStem(front, phase);
  if (whose === 'own') return second === null ? named('own') : null;
  return parsePhaseToken(front) === null ? null : named('other');
}

/**
 * A plan's name less its marker. The phase's own number in front is looked for first, in every way it is written (padding,
 * `phase-`, the code before it left out); then another phase's; then a number that stands alone.
 */
export function parseStem(stem: string, phase: PhaseDirectory): PlanStem {
  const segments = stem === '' ? [] : withoutWord(stem).split('-');
  let own = false;
  let bare = segments.length === 0;
  for (const { id, length } of phase.fronts) {
    // Most files spell their phase as its directory does.
    const same = length === 1 && segments[0] === phase.token && id === phase.ids[0];
    if (!same && referenceKey(segments.slice(0, length).join('-')) !== id) continue;
    own = true;
    bare ||= segments.length === length;
    const found = numberIn(segments.slice(length));
    if (found) return { phase: 'own', ...found, bare: false };
  }
  if (own) return { phase: 'own', number: null, numberLast: false, bare };
  const other = parsePhaseToken(segments[0] ?? '') !== null;
  if (other && segments.length > 1) {
    const found = numberIn(segments.slice(1));
    if (found && (phase.numbered || !found.numberLast)) return { phase: 'other', ...found, bare: false };
  }
  const alone = numberIn(segments);
  if (alone) return { phase: 'none', ...alone, bare: false };
  return { phase: 'none', number: null, numberLast: false, bare };
}

function withoutWord(stem: string): string {
  return stem.length > 6 && stem[5] === '-' ? stem.replace(/^phase-(?=[0-9])/i, '') : stem;
}

/** The plan's number in what stands behind a phase: at once, or at the end of a slug. */
export function numberIn(
  segments: readonly string[],
): { readonly number: PlanNumber; readonly numberLast: boolean } | null {
  const first = parsePlanNumber(segments[0] ?? '');
  if (first !== null) return { number: first, numberLast: false };
  const last = segments.length > 1 ? parsePlanNumber(segments[segments.length - 1] ?? '') : null;
  return last === null ? null : { number: last, numberLast: true };
}

/** The plan files that a summary names outright, by its own file's name. */
export function plansOfSummary(file: string): readonly string[] {
  const stem = file.slice(0, -3);
  if (stem === 'SUMMARY') return ['PLAN.md'];
  if (!stem.endsWith('-SUMMARY')) return [`${stem.replace('SUMMARY', 'PLAN')}.md`];
  const base = stem.slice(0, -8);
  return base.endsWith('-PLAN') ? [`${base}.md`] : [`${base}-PLAN.md`, `${base}.md`];
}

/** The phase and number in a summary's name; null where it has neither. */
export function parseSummaryStem(file: string, phase: PhaseDirectory): PlanStem | null {
  const stem = file.slice(0, -3);
  if (stem === 'SUMMARY') return null;
  if (!stem.endsWith('-SUMMARY')) return parseMarkerFirst(stem, 'SUMMARY', phase);
  const bare = stem.slice(0, -8).replace(/-PLAN$/, '');
  return parseMarkerFirst(bare, 'PLAN', phase) ?? parseStem(bare, phase);
}

function isSummary(stem: string, phase: PhaseDirectory): boolean {
  return stem === 'SUMMARY' || stem.endsWith('-SUMMARY') || parseMarkerFirst(stem, 'SUMMARY', phase) !== null;
}

function shortName(phase: PhaseDirectory): string {
  return phase.numbered ? phase.token : (phase.ids[0] ?? phase.dir);
}

function calledPlan(file: string): PlanFileName {
  return !file.startsWith('.') && /\.(?:md|markdown)$/i.test(file) && /(?:^|[^a-z])plan(?:[^a-z]|$)/i.test(file)
    ? CALLED_PLAN
    : OTHER;
}
