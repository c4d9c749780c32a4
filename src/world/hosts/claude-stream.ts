import { cleanText } from '#hooks/lib/untrusted-text.js';
import { addUsage, amount, type Usage } from '../../core/run/usage.js';
import type { AttemptEnd } from '../processes/port.js';
import type { HostReport, HostVerdict } from './port.js';
import { errorVerdict, wordsVerdict } from './host-words.js';
import { counted, eventOf, eventsIn, firstWords, plainLine } from './stream.js';

type Numbers = Readonly<Record<string, unknown>>;

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
  /** Of the last turn; `modelUsage` and the price are of the whole session. */
  readonly usage?: Numbers;
  readonly modelUsage?: Readonly<Record<string, Numbers>>;
  readonly total_cost_usd?: number;
  readonly permission_denials?: readonly { readonly tool_name?: string }[];
}
interface Block {
  readonly type?: string;
  readonly text?: string;
  readonly name?: string;
  readonly input?: Readonly<Record<string, unknown>>;
}

/** What the client does, in one line: the tool and what it is used on, or the first line of what it says. */
export function claudeProgress(line: string): string | null {
  const event = eventOf<StreamEvent>(line);
  if (event === null) return plainLine(line);
  if (event.type === 'system' && event.subtype === 'api_retry')
    return cleanText(`waits for its service (${event.error}), try ${event.attempt} of ${event.max_retries}`, 200);
  if (event.type !== 'assistant' || !Array.isArray(event.message?.content)) return null;
  for (const block of [...event.message.content].reverse() as Block[]) {
    if (block.type === 'tool_use') return cleanText(`${block.name} ${toolTarget(block.input ?? {})}`.trim(), 200);
    const words = block.type === 'text' ? firstWords(block.text ?? '') : null;
    if (words !== null) return words;
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

/** The end of a session; where agents worked in the background there are several, the last tells of all. */
const resultIn = (log: string): StreamEvent | null =>
  eventsIn<StreamEvent>(log)
    .filter((event) => event.type === 'result')
    .pop() ?? null;

/** The end as the client tells it. An API error ends with exit code 1 and an event of subtype `success` and `is_error`. */
export function claudeVerdict(end: AttemptEnd, logTail: string, now: Date): HostVerdict {
  const result = resultIn(logTail);
  if (result === null) return end.exitCode === 0 ? { kind: 'ended' } : wordsVerdict('claude', logTail, now);
  if (result.is_error !== true) return { kind: 'ended' };
  return errorVerdict(String(result.result ?? result.subtype ?? 'error'), now, result.api_error_status ?? null);
}

export function claudeReport(logTail: string): HostReport {
  const result = resultIn(logTail);
  if (result === null) return { usage: null, denied: [] };
  const denials = Array.isArray(result.permission_denials) ? result.permission_denials : [];
  return { usage: usageOf(result), denied: counted(denials.map((one) => cleanText(one.tool_name ?? 'a tool', 64))) };
}

function usageOf({ modelUsage, usage, total_cost_usd: price }: StreamEvent): Usage | null {
  const models = Object.values(modelUsage ?? {}).map((one) =>
    tokens(one['inputTokens'], one['cacheCreationInputTokens'], one['cacheReadInputTokens'], one['outputTokens']),
  );
  const turn = usage
    ? tokens(
        usage['input_tokens'],
        usage['cache_creation_input_tokens'],
        usage['cache_read_input_tokens'],
        usage['output_tokens'],
      )
    : null;
  const used = addUsage(models) ?? turn;
  return used && { ...used, usd: typeof price === 'number' ? amount(price) : null };
}

function tokens(fresh: unknown, written: unknown, cached: unknown, output: unknown): Usage {
  return {
    inputTokens: amount(fresh) + amount(written) + amount(cached),
    cachedTokens: amount(cached),
    outputTokens: amount(output),
    usd: null,
  };
}
