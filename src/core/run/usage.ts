/** What sessions of agents used, as their hosts reported it. */
export interface Usage {
  /** All tokens that went in, those read from a cache included. */
  readonly inputTokens: number;
  /** Of these, read from a cache. */
  readonly cachedTokens: number;
  readonly outputTokens: number;
  /** US dollars; null where the host names no price. */
  readonly usd: number | null;
}

/** Together; null for none. A price that some do not name is the sum of those that are named. */
export function addUsage(all: readonly (Usage | null)[]): Usage | null {
  const known = all.filter((one) => one !== null);
  const [first, ...rest] = known;
  if (first === undefined) return null;
  return rest.reduce(
    (sum, one) => ({
      inputTokens: sum.inputTokens + one.inputTokens,
      cachedTokens: sum.cachedTokens + one.cachedTokens,
      outputTokens: sum.outputTokens + one.outputTokens,
      usd: sum.usd === null && one.usd === null ? null : (sum.usd ?? 0) + (one.usd ?? 0),
    }),
    first,
  );
}

/** A number that a host printed, where it can be one of a count or a price; else 0. */
export function amount(value: unknown): number {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : 0;
}
