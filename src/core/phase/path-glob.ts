/**
 * Path patterns, segment by segment: `*` is any run of characters inside a segment, `?` one of them, `**` as a whole
 * segment any number of segments. Brackets are letters like others: `[slug]` is a directory's name. Every question here
 * costs at most the product of the two lengths.
 */

/** The path, or a directory above it, is named by the pattern. */
export function globCovers(glob: readonly string[], path: readonly string[]): boolean {
  return reaches(glob, path, segmentMatches, 'prefix-of-path');
}

/** Something below the directory may be named by the pattern. */
export function globReachesBelow(glob: readonly string[], directory: readonly string[]): boolean {
  return reaches(glob, directory, segmentMatches, 'whole-path');
}

/** Some path may be covered by both: named, or below a directory that is named. What has an extension names no directory. */
export function globsMeet(a: readonly string[], b: readonly string[]): boolean {
  const aNamesDirectories = namesDirectories(a);
  const bNamesDirectories = namesDirectories(b);
  // One row a segment of `a`; a cell says whether a[0..i) and b[0..j) can name the same segments.
  let row = new Array<boolean>(b.length + 1).fill(false);
  row[0] = true;
  for (let j = 1; j <= b.length; j++) row[j] = row[j - 1] === true && b[j - 1] === '**';
  for (const one of a) {
    // `b` names a directory here, and `a` goes on below it.
    if (bNamesDirectories && row[b.length]) return true;
    const next = new Array<boolean>(b.length + 1).fill(false);
    next[0] = row[0] === true && one === '**';
    for (let j = 1; j <= b.length; j++) {
      const other = b[j - 1] ?? '';
      if (one === '**') next[j] = row[j] === true || next[j - 1] === true;
      else if (other === '**') next[j] = next[j - 1] === true || row[j] === true;
      else next[j] = row[j - 1] === true && segmentsMeet(one, other);
    }
    row = next;
  }
  return row[b.length] === true || (aNamesDirectories && row.includes(true));
}

function namesDirectories(glob: readonly string[]): boolean {
  return glob[glob.length - 1]?.includes('.', 1) !== true;
}

type Matches = (pattern: string, text: string) => boolean;

/** Walks the pattern over the path; every state is one place in the pattern. */
function reaches(
  glob: readonly string[],
  path: readonly string[],
  matches: Matches,
  end: 'prefix-of-path' | 'whole-path',
): boolean {
  let states = closure(glob, new Set([0]));
  if (end === 'prefix-of-path' && states.has(glob.length)) return true;
  for (const segment of path) {
    const next = new Set<number>();
    for (const at of states) {
      const part = glob[at];
      if (part === undefined) continue;
      if (part === '**') next.add(at);
      else if (matches(part, segment)) next.add(at + 1);
    }
    states = closure(glob, next);
    if (states.size === 0) return false;
    if (end === 'prefix-of-path' && states.has(glob.length)) return true;
  }
  return end === 'whole-path';
}

/** `**` may also stand for nothing. */
function closure(glob: readonly string[], states: Set<number>): Set<number> {
  for (const at of states) if (glob[at] === '**') states.add(at + 1);
  return states;
}

/** Greedy, with one place to come back to: linear but for that. */
export function segmentMatches(pattern: string, text: string): boolean {
  if (!pattern.includes('*') && !pattern.includes('?')) return pattern === text;
  let p = 0;
  let t = 0;
  let star = -1;
  let from = 0;
  while (t < text.length) {
    const part = pattern[p];
    if (part === '*') {
      star = p++;
      from = t;
    } else if (part !== undefined && (part === '?' || part === text[t])) {
      p++;
      t++;
    } else if (star >= 0) {
      p = star + 1;
      t = ++from;
    } else return false;
  }
  while (pattern[p] === '*') p++;
  return p === pattern.length;
}

/** Some text may be named by both segments. */
export function segmentsMeet(a: string, b: string): boolean {
  let row = new Array<boolean>(b.length + 1).fill(false);
  row[0] = true;
  for (let j = 1; j <= b.length; j++) row[j] = row[j - 1] === true && b[j - 1] === '*';
  for (const one of a) {
    const next = new Array<boolean>(b.length + 1).fill(false);
    next[0] = row[0] === true && one === '*';
    for (let j = 1; j <= b.length; j++) {
      const other = b[j - 1];
      if (one === '*') next[j] = row[j] === true || next[j - 1] === true;
      else if (other === '*') next[j] = next[j - 1] === true || row[j] === true;
      else next[j] = row[j - 1] === true && (one === other || one === '?' || other === '?');
    }
    row = next;
  }
  return row[b.length] === true;
}
