/** Longer is a slip, and a time so far away is none that a clock can tell. */
const LONGEST_MS = 3650 * 86_400_000;

/** Milliseconds of `90s`, `10m`, `2h`, `1d`, `500ms`, ten years at most; null for anything else. */
export function parseDuration(duration: string): number | null {
  const match = /^(\d{1,9})(ms|s|m|h|d)$/.exec(duration.trim());
  if (!match) return null;
  const unit = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 }[match[2] as 'ms' | 's' | 'm' | 'h' | 'd'];
  const ms = Number(match[1]) * unit;
  return ms <= LONGEST_MS ? ms : null;
}
