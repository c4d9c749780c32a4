import {
  comparePhases,
  PHASE_TOKEN_SOURCE,
  type PhaseKey,
  parsePhaseDirectory,
  parsePhaseToken,
  phaseKey,
} from './phase-token.js';

/** A directory under `phases/`, by its name. */
export interface PhaseDirectory {
  readonly dir: string;
  /** The phase as its directory spells it (`03`); the whole name where it holds no plain number (`M11-search`, `notes`). */
  readonly token: string;
  /** What phases compare by (`3`); the whole name where there is no plain number. */
  readonly key: string;
  /** The slug behind the number; null for none. */
  readonly name: string | null;
  /** The name begins with a plain number. */
  readonly numbered: boolean;
  /** How references and plan files name this phase, as `referenceKey`s: `3`; `M11`; `INV-2`. The first is the best. */
  readonly ids: readonly string[];
  /** How they name it where nothing else is meant: `INV-2` and `V2.0-3` without what stands before the number, `1.5` for `01-5-x`. */
  readonly shortIds: readonly string[];
  /** All its ids with the number of their segments, those of most segments first: what a plan file's name may begin with. */
  readonly fronts: readonly { readonly id: string; readonly length: number }[];
  /** What stands before the number (`INV`, `V2.0`); empty for none. Short ids are shared only inside one family. */
  readonly family: string;
}

/** `M11`, `v5.2`, `BOS1`: letters with a number of their own. */
const CODE = new RegExp(`^([A-Za-z]{1,8})(${PHASE_TOKEN_SOURCE})$`);
/** `v2.0`: a version, shared by several phases. */
const VERSION = /^[Vv][0-9]+\.[0-9]+(?:\.[0-9]+)*$/;
/** `INV`, `PROJ`, `A_1`: a project's code. */
const PROJECT_CODE = /^[A-Z][A-Z0-9_]*$/;

export function describePhase(dir: string): PhaseDirectory {
  const plain = parsePhaseDirectory(dir);
  if (plain === null) {
    const coded = codedIds(dir);
    return { dir, token: dir, key: dir, name: null, numbered: false, ...coded, fronts: frontsOf(coded) };
  }
  const key = phaseKey(plain.token);
  const second = plain.slug?.split('-', 1)[0] ?? '';
  const dotted = /^[0-9]+$/.test(second) && /^[0-9]+$/.test(plain.token);
  const ids = { ids: [key as string], shortIds: dotted ? [`${key}.${second}`, `${key}-${stripZeros(second)}`] : [] };
  const { token, slug } = plain;
  return { dir, token, key, name: slug, numbered: true, ...ids, fronts: frontsOf(ids), family: '' };
}

/** Longest first, so that `04-05-01` in `04-5-x` is plan 01 of 4-5. */
function frontsOf({ ids, shortIds }: Pick<PhaseDirectory, 'ids' | 'shortIds'>): PhaseDirectory['fronts'] {
  const fronts = [...ids, ...shortIds].map((id) => ({ id, length: id.split('-').length }));
  return fronts.sort((a, b) => b.length - a.length);
}

function codedIds(dir: string): Pick<PhaseDirectory, 'ids' | 'shortIds' | 'family'> {
  const [first = '', second = ''] = dir.split('-', 2);
  const number = parsePhaseToken(second);
  const code = CODE.exec(first);
  const shared = VERSION.test(first) || (code === null && PROJECT_CODE.test(first));
  if (shared && number !== null)
    return { ids: [referenceKey(`${first}-${second}`)], shortIds: [phaseKey(number)], family: first.toUpperCase() };
  if (code === null) return { ids: [], shortIds: [], family: '' };
  const shortIds = [referenceKey(code[2] ?? '')];
  if (number !== null) shortIds.unshift(referenceKey(`${first}-${second}`));
  return { ids: [referenceKey(first)], shortIds, family: first.toUpperCase() };
}

/**
 * By what a phase named in a reference or in a plan's file name is compared: without `phase-`, segment by segment, leading
 * zeros and case not counting (`phase-03` = `3`, `inv-02` = `INV-2`).
 */
export function referenceKey(text: string): string {
  return text
    .replace(/^phase-(?=[0-9])/i, '')
    .split('-')
    .map((segment) => {
      const token = parsePhaseToken(segment);
      if (token !== null) return phaseKey(token) as string;
      const code = CODE.exec(segment);
      return (code ? code[1] + stripZeros(code[2] ?? '') : segment).toUpperCase();
    })
    .join('-');
}

function stripZeros(digits: string): string {
  return digits.replace(/^0+(?=[0-9])/, '');
}

/** A directory put aside: its name begins with `_` or `.`. It is found by its full name only. */
export function isParked(dir: string): boolean {
  return dir.startsWith('_') || dir.startsWith('.');
}

/** Order of phases: by number, then those without a plain number by name. */
export function comparePhaseDirectories(a: PhaseDirectory, b: PhaseDirectory): number {
  if (a.numbered !== b.numbered) return a.numbered ? -1 : 1;
  const order = a.numbered ? comparePhases(a.key as PhaseKey, b.key as PhaseKey) : 0;
  return order || (a.dir < b.dir ? -1 : a.dir > b.dir ? 1 : 0);
}
