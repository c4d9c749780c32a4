import type { Brand } from '../brand.js';

/**
 * The owner of the phase grammar (DESIGN §4). `hooks/lib/dispatch-identity.js` holds its one pinned mirror, because hooks load
 * nothing from `src/`; `test/parity/` holds the pin. Every pattern is a source string without anchors or capturing groups,
 * so that it can be built into larger ones.
 */

/** A phase token: digits, one optional letter, any number of `.digits` (`3`, `03`, `12A`, `2.1`, `23.1.2`, `12A.1`). */
export const PHASE_TOKEN_SOURCE = '[0-9]+[A-Za-z]?(?:\\.[0-9]+)*';

/** What may stand before the token in a directory's name: `phase-`, in any case. */
export const PHASE_PREFIX_SOURCE = '(?:[Pp][Hh][Aa][Ss][Ee]-)?';

/** Matches a text that is a phase token and nothing else. */
export const PHASE_TOKEN_PATTERN: RegExp = new RegExp(`^(?:${PHASE_TOKEN_SOURCE})$`);

/** A directory name that begins with a phase token: 1 = the token, 2 = the slug behind a dash (absent for none). */
export const PHASE_DIRECTORY_PATTERN: RegExp = new RegExp(
  `^${PHASE_PREFIX_SOURCE}(${PHASE_TOKEN_SOURCE})(?:-(.*))?$`,
  's',
);

/** A phase as it is written in one place (`03`): spelled as found. */
export type PhaseToken = Brand<'PhaseToken'>;

/** A phase as it is compared: no leading zeros in the whole number, letter in upper case, decimals as written (`3`, `12A.01`). */
export type PhaseKey = Brand<'PhaseKey'>;

/** The parts of a token. Numbers stay strings: they are ids, of any length, and never calculated with. */
export interface PhaseParts {
  /** Whole number without leading zeros; `0` for zero. */
  readonly integer: string;
  /** One upper-case letter, or empty. */
  readonly letter: string;
  /** Segments behind dots as written: `01` and `1` are different phases. */
  readonly decimals: readonly string[];
}

/** The token in this text, or null: a text with anything before or behind a token is not a phase. */
export function parsePhaseToken(text: string): PhaseToken | null {
  return PHASE_TOKEN_PATTERN.test(text) ? (text as PhaseToken) : null;
}

/** The token and the slug of a directory's name (`03-auth`, `phase-3`, `19-1m-bench`), or null where it holds no plain number. */
export function parsePhaseDirectory(name: string): { readonly token: PhaseToken; readonly slug: string | null } | null {
  const match = PHASE_DIRECTORY_PATTERN.exec(name);
  return match ? { token: match[1] as PhaseToken, slug: match[2] ? match[2] : null } : null;
}

/** Takes a token apart. */
export function phaseParts(token: PhaseToken | PhaseKey): PhaseParts {
  const [head = '', ...decimals] = token.split('.');
  const last = head.charAt(head.length - 1);
  const letter = last >= '0' && last <= '9' ? '' : last.toUpperCase();
  const integer = stripZeros(letter === '' ? head : head.slice(0, -1));
  return { integer, letter, decimals };
}

/** The canonical spelling of parts; `parsePhaseToken` reads it back to the same parts. */
export function renderPhase(parts: PhaseParts): PhaseKey {
  return [parts.integer + parts.letter, ...parts.decimals].join('.') as PhaseKey;
}

/** The key by which phases are compared: `3` = `03` = `003`, `12a` = `12A`, `22.1` ≠ `22.10`, `4.1` ≠ `4.01`. */
export function phaseKey(token: PhaseToken): PhaseKey {
  return renderPhase(phaseParts(token));
}

/** Order of phases: 9 < 10; 3 < 3.1 < 3A; 36 < 36.1; 3.9 < 3.10; 3.1 < 3.01. Zero only for equal keys. */
export function comparePhases(a: PhaseKey, b: PhaseKey): number {
  const x = phaseParts(a);
  const y = phaseParts(b);
  const head = compareDigits(x.integer, y.integer) || compareText(x.letter, y.letter);
  if (head !== 0) return head;
  const length = Math.max(x.decimals.length, y.decimals.length);
  for (let i = 0; i < length; i++) {
    const p = x.decimals[i];
    const q = y.decimals[i];
    if (p === undefined || q === undefined) return p === undefined ? -1 : 1;
    const order = compareDigits(stripZeros(p), stripZeros(q)) || p.length - q.length;
    if (order !== 0) return order;
  }
  return 0;
}

function stripZeros(digits: string): string {
  let start = 0;
  while (start < digits.length - 1 && digits.charCodeAt(start) === 48) start++;
  return digits.slice(start);
}

/** Compares numbers of any length, written without leading zeros. */
function compareDigits(a: string, b: string): number {
  return a.length - b.length || compareText(a, b);
}

function compareText(a: string, b: string): number {
  return a === b ? 0 : a < b ? -1 : 1;
}
