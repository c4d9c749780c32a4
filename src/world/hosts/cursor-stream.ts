import { cleanText } from '#hooks/lib/untrusted-text.js';
import { amount } from '../../core/run/usage.js';
import type { AttemptEnd } from '../processes/port.js';
import type { HostReport, HostVerdict } from './port.js';
import { errorVerdict, wordsVerdict } from './host-words.js';
import { counted, eventOf, eventsIn, firstWords, plainLine } from './stream.js';

/** One event of `--output-format stream-json`, as far as msd reads it. */
interface CursorEvent {
  readonly type?: string;
  readonly subtype?: string;
  readonly is_error?: boolean;
  readonly result?: string;
  readonly message?: { readonly content?: readonly { readonly type?: string; readonly text?: string }[] };
  /** One key, which names the tool: `shellToolCall`, `writeToolCall`, `function`, … */
  readonly tool_call?: Readonly<Record<string, ToolCall>>;
  /** Of `result`, in newer versions. */
  readonly usage?: Readonly<Record<string, unknown>>;
}
interface ToolCall {
  readonly name?: string;
  readonly args?: Readonly<Record<string, unknown>>;
  /** One key, which says how it went: `success`, `rejected`, … */
  readonly result?: Readonly<Record<string, unknown>>;
}

/** What the client does, in one line: the tool and what it is used on, or the first line of what it says. */
export function cursorProgress(line: string): string | null {
  const event = eventOf<CursorEvent>(line);
  if (event === null) return plainLine(line);
  if (event.type === 'tool_call' && event.subtype === 'started') {
    const [name, call] = toolOf(event);
    return cleanText(`${name} ${targetOf(call.args)}`.trim(), 200);
  }
  if (event.type !== 'assistant' || !Array.isArray(event.message?.content)) return null;
  const text = event.message.content.map((part) => (part?.type === 'text' ? (part.text ?? '') : '')).join('');
  return firstWords(text);
}

function toolOf(event: CursorEvent): readonly [string, ToolCall] {
  const [key, call] = Object.entries(event.tool_call ?? {})[0] ?? ['tool', {}];
  const known: ToolCall = typeof call === 'object' && call !== null ? call : {};
  return [key === 'function' ? String(known.name ?? key) : key.replace(/ToolCall$/, ''), known];
}

function targetOf(args: ToolCall['args']): string {
  for (const key of ['command', 'path', 'pattern', 'globPattern', 'query', 'url']) {
    const value = args?.[key];
    if (typeof value === 'string') return value.split('\n')[0] ?? '';
  }
  return '';
}

const resultIn = (log: string): CursorEvent | null =>
  eventsIn<CursorEvent>(log)
    .filter((event) => event.type === 'result')
    .pop() ?? null;

/** A failure ends the stream without an event, with words on standard error and another exit code than 0. */
export function cursorVerdict(end: AttemptEnd, logTail: string, now: Date): HostVerdict {
  const result = resultIn(logTail);
  if (result?.is_error === true) return errorVerdict(String(result.result ?? result.subtype ?? 'error'), now);
  return end.exitCode === 0 ? { kind: 'ended' } : wordsVerdict('cursor-agent', logTail, now);
}

export function cursorReport(logTail: string): HostReport {
  const used = resultIn(logTail)?.usage;
  const rejected = eventsIn<CursorEvent>(logTail).flatMap((event) => {
    if (event.type !== 'tool_call' || event.subtype !== 'completed') return [];
    const [name, call] = toolOf(event);
    return call.result && ('rejected' in call.result || 'permissionDenied' in call.result) ? [cleanText(name, 64)] : [];
  });
  const cached = amount(used?.['cacheReadTokens']);
  return {
    usage: used
      ? {
          inputTokens: amount(used['inputTokens']) + cached + amount(used['cacheWriteTokens']),
          cachedTokens: cached,
          outputTokens: amount(used['outputTokens']),
          usd: null,
        }
      : null,
    denied: counted(rejected),
  };
}
