import { cleanText } from '#hooks/lib/untrusted-text.js';
import type { Failure } from '../../core/failure.js';
import type { Io } from '../io.js';
import { wordsFor } from '../words/failures.js';

/** DESIGN §13: `{"error":{"code","message","details"}}`. */
export function failureJson(failure: Failure): unknown {
  const { reason, ...details } = failure;
  return { error: { code: reason, message: wordsFor(failure).message, details } };
}

/** `error: <what was found>` and, on a line of its own, what to do. */
export function failureText(failure: Failure): string {
  const words = wordsFor(failure);
  const lines = [`error: ${words.message} [${failure.reason}]`];
  if (words.next) lines.push(`next:  ${words.next}`);
  return lines.map((line) => cleanText(line, 4000)).join('\n');
}

/** A bug of ours: said as such, with what is needed to report it. */
export function bugReport(error: unknown, json: boolean, io: Io): string {
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  if (json)
    io.stdout(
      `${JSON.stringify({ error: { code: 'bug', message: 'msd failed by a fault of its own', details: { cause: text.slice(0, 2000) } } })}\n`,
    );
  return `error: msd failed by a fault of its own; nothing of yours was discarded. Please report it with these lines:\n${text}\n`;
}
