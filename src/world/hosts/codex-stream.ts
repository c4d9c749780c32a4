import { cleanText } from '#hooks/lib/untrusted-text.js';
import { amount } from '../../core/run/usage.js';
import type { AttemptEnd } from '../processes/port.js';
import type { HostReport, HostVerdict } from './port.js';
import { errorVerdict, wordsVerdict } from './host-words.js';
import { counted, eventOf, eventsIn, firstWords, plainLine } from './stream.js';

/** One event of `codex exec --json`, as far as msd reads it. */
interface CodexEvent {
  readonly type?: string;
  readonly item?: Item;
  /** Of `error`. */
  readonly message?: string;
  /** Of `turn.failed`. */
  readonly error?: { readonly message?: string };
  /** Of `turn.completed`: of the whole thread; cached tokens are part of those that went in. */
  readonly usage?: Readonly<Record<string, unknown>>;
}
interface Item {
  readonly type?: string;
  readonly text?: string;
  readonly status?: string;
  readonly command?: string;
  readonly changes?: readonly { readonly path?: string }[];
  readonly server?: string;
  readonly tool?: string;
  readonly query?: string;
  readonly message?: string;
}

/** What the client does, in one line: said when it begins, or when it is done where it has no beginning. */
export function codexProgress(line: string): string | null {
  const event = eventOf<CodexEvent>(line);
  if (event === null) return plainLine(line);
  if (event.type === 'error') return cleanText(event.message, 200) || null;
  const { item } = event;
  if (typeof item !== 'object' || item === null) return null;
  const begins = event.type === 'item.started';
  if (!begins && event.type !== 'item.completed') return null;
  switch (item.type) {
    case 'command_execution':
      return begins ? cleanText(bareCommand(item.command ?? ''), 200) : null;
    case 'mcp_tool_call':
      return begins ? cleanText(`${item.server} ${item.tool}`, 200) : null;
    case 'file_change':
      return begins ? null : changed(item);
    case 'web_search':
      return begins ? null : cleanText(`web search ${item.query ?? ''}`, 200);
    case 'agent_message':
    case 'reasoning':
      return begins ? null : firstWords(String(item.text ?? ''));
    default:
      return null;
  }
}

/** `/bin/bash -lc 'COMMAND'` as the command alone. */
function bareCommand(command: string): string {
  return (/^\S*\/(?:ba|z|da)?sh -l?c (['"])([^]*)\1$/.exec(command)?.[2] ?? command).split('\n')[0] ?? '';
}

function changed({ changes = [] }: Item): string {
  const paths = Array.isArray(changes) ? changes.map((one) => one?.path ?? '') : [];
  return cleanText(
    `edits ${paths.slice(0, 3).join(', ')}${paths.length > 3 ? ` and ${paths.length - 3} more` : ''}`,
    200,
  );
}

/** The end as the client tells it: a turn that failed says why, and the process ends with 1. */
export function codexVerdict(end: AttemptEnd, logTail: string, now: Date): HostVerdict {
  const turn = eventsIn<CodexEvent>(logTail)
    .filter((event) => event.type === 'turn.completed' || event.type === 'turn.failed' || event.type === 'error')
    .pop();
  if (turn === undefined) return end.exitCode === 0 ? { kind: 'ended' } : wordsVerdict('codex', logTail, now);
  if (turn.type === 'turn.completed') return { kind: 'ended' };
  // It goes on after some errors: then it is the end that counts.
  if (turn.type === 'error' && end.exitCode === 0) return { kind: 'ended' };
  return errorVerdict(String(turn.error?.message ?? turn.message ?? 'error'), now);
}

export function codexReport(logTail: string): HostReport {
  const events = eventsIn<CodexEvent>(logTail);
  const used = events.filter((event) => event.type === 'turn.completed').pop()?.usage;
  const declined = events.flatMap(({ type, item }) =>
    type === 'item.completed' && item?.status === 'declined' ? [nameOf(item)] : [],
  );
  return {
    usage: used
      ? {
          inputTokens: amount(used['input_tokens']),
          cachedTokens: amount(used['cached_input_tokens']),
          outputTokens: amount(used['output_tokens']),
          usd: null,
        }
      : null,
    denied: counted(declined),
  };
}

function nameOf(item: Item): string {
  return cleanText(item.type === 'mcp_tool_call' ? `${item.server} ${item.tool}` : (item.type ?? 'a tool'), 64);
}
