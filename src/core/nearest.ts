/**
 * The name that was probably meant: the one that the fewest slips of the finger turn into what was typed, where a slip
 * is a letter too many, missing, wrong, or swapped with its neighbour, and a third of the letters may be slips.
 * @returns null where nothing is near; of equals the first
 */
export function nearest(typed: string, names: readonly string[]): string | null {
  let best: string | null = null;
  let fewest = Math.floor(Math.min(typed.length, 64) / 3) + 1;
  for (const name of names) {
    const count = slips(typed.slice(0, 64), name);
    if (count < fewest) [best, fewest] = [name, count];
  }
  return best;
}

/** Up to five names that were perhaps meant: those that hold what was typed, or share a word with it, or are a few slips away. */
export function nearestFew(typed: string, names: readonly string[]): readonly string[] {
  const words = typed.split('-').filter((word) => word.length > 2);
  const first = nearest(typed, names);
  const close = names.filter((name) => typed.length > 2 && name.includes(typed));
  const akin = names
    .map((name) => ({ name, shared: words.filter((word) => name.split('-').includes(word)).length }))
    .filter(({ shared }) => shared > 0)
    .sort((a, b) => b.shared - a.shared)
    .map(({ name }) => name);
  return [...new Set([...(first === null ? [] : [first]), ...close, ...akin])].slice(0, 5);
}

/** Optimal string alignment distance. */
function slips(a: string, b: string): number {
  const rows: number[][] = [Array.from({ length: b.length + 1 }, (_, j) => j)];
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1];
      let count = Math.min(rows[i - 1]![j]! + 1, row[j - 1]! + 1, rows[i - 1]![j - 1]! + (same ? 0 : 1));
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        count = Math.min(count, rows[i - 2]![j - 2]! + 1);
      row.push(count);
    }
    rows.push(row);
  }
  return rows[a.length]![b.length]!;
}
