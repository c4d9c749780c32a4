import { cleanText } from '#hooks/lib/untrusted-text.js';
import type { HostVerdict } from './port.js';

/** Words of a service and of the network, not of the work: no plan failed by them. */
const UNAVAILABLE =
  /API Error\b.*\b(429|5\d\d)\b|rate.?limit|overloaded|usage limit|quota|resource.exhausted|internal server error|service unavailable|connection error|stream disconnected|ECONNREFUSED|ENOTFOUND|ETIMEDOUT|ECONNRESET|EAI_AGAIN|fetch failed|request timed out/i;

/** Words by which parsers of arguments refuse one. */
const REFUSED = /unexpected argument|unknown (option|argument)|unrecognized (option|argument)|invalid value .* for/i;

/** A status that the error names decides before its words do: the body of a refusal may say anything. */
const STATUS = /\b(?:status|API Error)\b\D{0,12}(\d{3})\b/i;

/**
 * An error that a host told: its service is down or limits the rate, or it failed.
 * @param status what the host says that the service answered; null where it does not say it apart
 */
export function errorVerdict(text: string, now: Date, status: number | null = null): HostVerdict {
  const detail = cleanText(text, 300);
  const named = status ?? Number(STATUS.exec(text)?.[1] ?? Number.NaN);
  const down = Number.isNaN(named) ? UNAVAILABLE.test(detail) : named === 429 || named >= 500;
  return down ? { kind: 'host-unavailable', detail, retryAfterMs: retryAfter(text, now) } : { kind: 'failed', detail };
}

/** The end of a process that ended badly and told of it in plain words only. */
export function wordsVerdict(host: string, logTail: string, now: Date): HostVerdict {
  const lines = logTail.trim().split('\n');
  const refused = lines.find((line) => REFUSED.test(line));
  if (refused !== undefined) {
    const detail = `${host} did not take its arguments: ${cleanText(refused, 200)}; msd and this version of it do not agree`;
    return { kind: 'failed', detail };
  }
  const verdict = errorVerdict(lines.at(-1) ?? '', now);
  return verdict.kind === 'host-unavailable' ? verdict : { kind: 'ended' };
}

const UNITS: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 };

/** `limit reached|1764500000` (seconds), `retry after 30`, `try again in 20s`, `try again in 3 hours 5 minutes`. */
function retryAfter(text: string, now: Date): number | null {
  const at = /\|(\d{10})\b/.exec(text);
  if (at) return Math.max(0, Number(at[1]) * 1000 - now.getTime());
  const after = /retry[- ]after[: ]+(\d{1,6})/i.exec(text);
  if (after) return Number(after[1]) * 1000;
  const again = /try again in((?:[\s,]*(?:and )?\d+(?:\.\d+)?\s*(?:days?|hours?|minutes?|seconds?|[smhd])\b)+)/i.exec(
    text,
  );
  if (!again) return null;
  const parts = [...(again[1] ?? '').matchAll(/(\d+(?:\.\d+)?)\s*([smhd])/gi)];
  return Math.ceil(parts.reduce((ms, [, n, unit]) => ms + Number(n) * (UNITS[(unit ?? '').toLowerCase()] ?? 0), 0));
}
