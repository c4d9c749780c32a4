import { globCovers, globReachesBelow, globsMeet } from './path-glob.js';

/**
 * Which plans claim the same files. A plan claims paths; claims meet by meaning: the same path, a directory over what lies
 * below it, a pattern over what it names. Meetings are kept as groups and not as pairs, so that a file that every plan
 * touches costs one entry a plan.
 */

/** One claimed path or pattern, and who meets there. Two owners meet; an owner and a member meet; two members need not. */
export interface ClaimGroup {
  readonly path: string;
  /** Positions of the plans that claim the path itself. */
  readonly owners: readonly number[];
  /** Plans that claim something it covers, each with what. */
  readonly members: readonly { readonly plan: number; readonly path: string }[];
}

interface Claim {
  readonly path: string;
  readonly key: string;
  /** Things may lie below it. */
  directory: boolean;
  readonly owners: number[];
  readonly members: { plan: number; path: string }[];
}

/**
 * The groups in which at least two plans meet.
 * @param claims for each plan its paths as the index gives them (`src/a.ts`, `src/lib/`, `src/*.ts`; empty or `./`: the whole root)
 * @param ignoreCase paths that differ only in case are one (a disk that does not tell them apart)
 */
export function claimGroups(claims: readonly (readonly string[])[], ignoreCase: boolean): readonly ClaimGroup[] {
  const plain = new Map<string, Claim>();
  const globs = new Map<string, Claim>();
  claims.forEach((paths, plan) => {
    for (const path of paths) {
      const key = claimKey(path, ignoreCase);
      const kind = isPattern(key) ? globs : plain;
      let claim = kind.get(key);
      if (claim === undefined) {
        claim = { path, key, directory: mayBeDirectory(path), owners: [], members: [] };
        kind.set(key, claim);
      }
      if (path.endsWith('/')) claim.directory = true;
      if (claim.owners[claim.owners.length - 1] !== plan) claim.owners.push(plan);
    }
  });
  if (globs.size > 0) boundGlobs(plain, globs);
  for (const [key, claim] of plain) joinAncestors(key, claim, plain);
  if (globs.size > 0) joinGlobs(plain, globs);
  const groups: ClaimGroup[] = [];
  for (const claim of [...plain.values(), ...globs.values()]) {
    const first = claim.owners[0];
    if (claim.owners.length > 1 || claim.members.some(({ plan }) => plan !== first)) groups.push(claim);
  }
  return groups;
}

/** What claims compare by. */
export function claimKey(path: string, ignoreCase: boolean): string {
  const clean = path.endsWith('/') ? (path === './' ? '' : path.slice(0, -1)) : path;
  return ignoreCase ? clean.toLowerCase() : clean;
}

function joinAncestors(key: string, claim: Claim, plain: ReadonlyMap<string, Claim>): void {
  for (let end = key.length; end > 0; ) {
    end = Math.max(0, key.lastIndexOf('/', end - 1));
    join(claim, plain.get(key.slice(0, end)));
  }
}

function join(claim: Claim, group: Claim | undefined): void {
  if (group === undefined || group === claim) return;
  for (const plan of claim.owners) group.members.push({ plan, path: claim.path });
}

/** Patterns of one phase that are told apart, and paths that are compared with patterns. */
const GLOBS_LIMIT = 300;
const COMPARISONS_LIMIT = 500_000;

/**
 * Patterns that are too many are taken for the whole directory in which they begin: that keeps more plans apart than
 * need be, and costs nothing.
 */
function boundGlobs(plain: Map<string, Claim>, globs: Map<string, Claim>): void {
  const sorted = [...plain.keys()].sort();
  let comparisons = 0;
  let kept = 0;
  for (const [key, glob] of globs) {
    const front = fixedFront(segmentsOf(glob));
    const [start, end] = rangeBelow(sorted, front);
    comparisons += end - start;
    if (++kept <= GLOBS_LIMIT && comparisons <= COMPARISONS_LIMIT) continue;
    globs.delete(key);
    const claim = plain.get(front) ?? {
      path: front === '' ? './' : `${front}/`,
      key: front,
      directory: true,
      owners: [],
      members: [],
    };
    plain.set(front, claim);
    for (const owner of glob.owners) if (!claim.owners.includes(owner)) claim.owners.push(owner);
  }
}

/** A pattern is compared with what lies under its fixed front, with what claims that front or something above it, and with other patterns. */
function joinGlobs(plain: ReadonlyMap<string, Claim>, globs: ReadonlyMap<string, Claim>): void {
  const sorted = [...plain.keys()].sort();
  const byFront = new Map<string, Claim[]>();
  for (const glob of globs.values()) {
    const segments = segmentsOf(glob);
    const front = fixedFront(segments);
    const [start, end] = rangeBelow(sorted, front);
    for (let i = start; i < end; i++) {
      const claim = plain.get(sorted[i] ?? '');
      if (claim === undefined) continue;
      const path = segmentsOf(claim);
      if (globCovers(segments, path) || (claim.directory && globReachesBelow(segments, path))) join(claim, glob);
    }
    if (front !== '') for (const above of frontsOf(front)) join(glob, plain.get(above));
    const alike = byFront.get(front);
    if (alike) alike.push(glob);
    else byFront.set(front, [glob]);
  }
  for (const [front, deeper] of byFront)
    for (const above of frontsOf(front)) joinMeeting(byFront.get(above) ?? [], deeper);
}

/** Each pattern with each whose front lies at or below its own. */
function joinMeeting(globs: readonly Claim[], deeper: readonly Claim[]): void {
  globs.forEach((glob, i) => {
    for (const other of globs === deeper ? globs.slice(i + 1) : deeper)
      if (globsMeet(segmentsOf(glob), segmentsOf(other))) join(other, glob);
  });
}

/** Files without an extension that everyone knows as such. */
const KNOWN_FILE = /^(?:(?:Make|Docker|Proc|Gem|Rake|Vagrant|Jenkins|Brew|Just|Pod|Tilt|Earth)file|[A-Z]{4,})$/;

/** By its name: a slash at its end says so; else an extension, or a name that everyone knows, says that it is a file. */
function mayBeDirectory(path: string): boolean {
  if (path.endsWith('/')) return true;
  const name = path.slice(path.lastIndexOf('/') + 1);
  return !name.includes('.', 1) && !KNOWN_FILE.test(name);
}

function segmentsOf({ key }: Claim): readonly string[] {
  return key === '' ? [] : key.split('/');
}

function isPattern(path: string): boolean {
  return path.includes('*') || path.includes('?');
}

/** The segments before the first that holds a pattern. */
function fixedFront(segments: readonly string[]): string {
  const end = segments.findIndex(isPattern);
  return segments.slice(0, end).join('/');
}

/** The front itself and everything above it, the root last. */
function frontsOf(front: string): readonly string[] {
  const found = [front];
  for (let end = front.length; end > 0; ) {
    end = Math.max(0, front.lastIndexOf('/', end - 1));
    found.push(front.slice(0, end));
  }
  return found;
}

/** Which of the sorted paths lie below a directory: from the first number up to the second. */
function rangeBelow(sorted: readonly string[], directory: string): readonly [number, number] {
  if (directory === '') return [0, sorted.length];
  // `0` is the character behind `/`.
  return [firstAtLeast(sorted, `${directory}/`), firstAtLeast(sorted, `${directory}0`)];
}

function firstAtLeast(sorted: readonly string[], text: string): number {
  let low = 0;
  let high = sorted.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? '') < text) low = middle + 1;
    else high = middle;
  }
  return low;
}
