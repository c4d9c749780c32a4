import { cleanText } from '#hooks/lib/untrusted-text.js';
import type { AttemptEnd, HostVerdict } from '../world.js';

/** One event of `--output-format stream-json`, as far as msd reads it. */
interface StreamEvent {
  readonly type?: string;
  readonly subtype?: string;
  readonly is_error?: boolean;
  readonly result?: string;
  /** HTTP status of the error that ended the session. */
  readonly api_error_status?: number | null;
  readonly message?: { readonly content?: readonly Block[] };
  readonly attempt?: number;
  readonly max_retries?: number;
  readonly error?: string;
}
interface Block {
  readonly type?: string;
  readonly text?: string;
  readonly name?: string;
  readonly input?: Readonly<Record<string, unknown>>;
}

function parse(line: string): StreamEvent | null {
  if (!line.startsWith('{')) return null;
  try {
    return JSON.parse(line) as StreamEvent;
  } catch {
    return null;
  }
}

/** What the client does, in one line: the tool and what it is used on, or the first line of what it says. */
export function claudeProgress(line: string): string | null {
  const event = parse(line);
  if (event === null) return line.trim() === '' || line.startsWith('{') ? null : cleanText(line, 200);
  if (event.type === 'system' && event.subtype === 'api_retry')
    return cleanText(`waits for its service (${event.error}), try ${event.attempt} of ${event.max_retries}`, 200);
  if (event.type !== 'assistant' || !Array.isArray(event.message?.content)) return null;
  for (const block of [...event.message.content].reverse() as Block[]) {
    if (block.type === 'tool_use') return cleanText(`${block.name} ${toolTarget(block.input ?? {})}`.trim(), 200);
    if (block.type === 'text' && block.text?.trim()) return cleanText(block.text.trim().split('\n')[0], 200);
  }
  return null;
}

function toolTarget(input: Readonly<Record<string, unknown>>): string {
  for (const key of ['file_path', 'command', 'pattern', 'description', 'path', 'url']) {
    const value = input[key];
    if (typeof value === 'string') return value.split('\n')[0] ?? '';
  }
  return '';
}

/** Words of the service and the network, not of the work: no plan failed by them. */
const UNAVAILABLE =
  /API Error\b.*\b(429|5\d\d)\b|rate.?limit|overloaded|usage limit|quota|internal server error|service unavailable|connection error|ECONNREFUSED|ENOTFOUND|ETIMEDOUT|ECONNRESET|EAI_AGAIN|fetch failed|request timed out/i;

/**
 * The end as the client tells it. An API error ends with exit code 1 and an event of subtype `success` and `is_error`.
 * @param logTail the last lines of its output; the event may be missing from it where it is very long
 */
export function claudeVerdict(end: AttemptEnd, logTail: string, now: Date): HostVerdict {
  if (end.kind !== 'exited') return { kind: 'ended' };
  const result =
    logTail
      .split('\n')
      .map(parse)
      .filter((event) => event?.type === 'result')
      .pop() ?? null;
  if (result === null) {
    if (end.exitCode === 0) return { kind: 'ended' };
    const said = cleanText(logTail.trim().split('\n').pop(), 300);
    return UNAVAILABLE.test(said) ? { kind: 'host-unavailable', detail: said, retryAfterMs: null } : { kind: 'ended' };
  }
  if (result.is_error !== true) return { kind: 'ended' };
  const detail = cleanText(result.result ?? result.subtype ?? 'error', 300);
  const status = result.api_error_status ?? null;
  const down = status === null ? UNAVAILABLE.test(detail) : status === 429 || status >= 500;
  return down
    ? { kind: 'host-unavailable', detail, retryAfterMs: retryAfter(result.result ?? '', now) }
    : { kind: 'failed', detail };
}

/** `…limit reached|1764500000` (seconds) or `retry after 30`. */
function retryAfter(text: string, now: Date): number | null {
  const at = /\|(\d{10})\b/.exec(text);
  if (at) return Math.max(0, Number(at[1]) * 1000 - now.getTime());
  const after = /retry[- ]after[: ]+(\d{1,6})/i.exec(text);
  return after ? Number(after[1]) * 1000 : null;
}
