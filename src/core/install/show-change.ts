/** One line of a shown change. */
export interface ShownLine {
  readonly sign: ' ' | '+' | '-';
  readonly line: string;
}

const AROUND = 2;
const FAR = 400;

/** What changes between two texts, line by line, with a little of what stands around. For reading; nothing applies it. */
export function changedLines(before: string, after: string): readonly ShownLine[] {
  const [old, now] = [split(before), split(after)];
  let start = 0;
  while (start < old.length && start < now.length && old[start] === now[start]) start++;
  let [oldEnd, nowEnd] = [old.length, now.length];
  while (oldEnd > start && nowEnd > start && old[oldEnd - 1] === now[nowEnd - 1])
    [oldEnd, nowEnd] = [oldEnd - 1, nowEnd - 1];
  const lines: ShownLine[] = context(old, Math.max(0, start - AROUND), start);
  let [i, j] = [start, start];
  while (i < oldEnd || j < nowEnd) {
    if (i < oldEnd && j < nowEnd && old[i] === now[j]) {
      const same = i;
      while (i < oldEnd && j < nowEnd && old[i] === now[j]) [i, j] = [i + 1, j + 1];
      lines.push(
        ...(i - same > 2 * AROUND
          ? [...context(old, same, same + AROUND), ...context(old, i - AROUND, i)]
          : context(old, same, i)),
      );
      continue;
    }
    const added = i < oldEnd ? distance(now, j, nowEnd, old[i] as string) : nowEnd - j;
    const removed = j < nowEnd ? distance(old, i, oldEnd, now[j] as string) : oldEnd - i;
    if (i < oldEnd && (removed <= added || j >= nowEnd)) lines.push({ sign: '-', line: old[i++] as string });
    else lines.push({ sign: '+', line: now[j++] as string });
  }
  return [...lines, ...context(old, oldEnd, Math.min(old.length, oldEnd + AROUND))];
}

const split = (text: string): readonly string[] => (text === '' ? [] : text.replace(/\r?\n$/, '').split(/\r?\n/));

const context = (lines: readonly string[], from: number, to: number): ShownLine[] =>
  lines.slice(from, to).map((line) => ({ sign: ' ', line }));

/** How far on a line stands; beyond what is looked at, far. */
function distance(lines: readonly string[], from: number, to: number, sought: string): number {
  const end = Math.min(to, from + FAR);
  for (let i = from; i < end; i++) if (lines[i] === sought) return i - from;
  return Number.POSITIVE_INFINITY;
}
