import type { Usage } from '../../core/run/usage.js';

/** `12.3k tokens in (8k cached), 1.2k out, $0.04`. */
export function usageText({ inputTokens, cachedTokens, outputTokens, usd }: Usage): string {
  const cached = cachedTokens > 0 ? ` (${short(cachedTokens)} cached)` : '';
  const price = usd === null ? '' : `, $${usd < 0.1 ? usd.toFixed(4) : usd.toFixed(2)}`;
  return `${short(inputTokens)} tokens in${cached}, ${short(outputTokens)} out${price}`;
}

function short(count: number): string {
  if (count < 1000) return String(Math.round(count));
  const [size, unit] = count < 999_950 ? [count / 1000, 'k'] : [count / 1_000_000, 'M'];
  return `${size.toFixed(1).replace(/\.0$/, '')}${unit}`;
}
