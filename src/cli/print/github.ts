import { cleanText } from '#hooks/lib/untrusted-text.js';

/** One thing that a GitHub job shows at its line of the changed files. */
export interface Annotation {
  readonly level: 'error' | 'warning';
  /** Relative to the checkout, forward slashes. */
  readonly file: string;
  /** From 1; null where the whole file is meant. */
  readonly line: number | null;
  readonly title: string;
  readonly message: string;
}

/**
 * A workflow command as GitHub reads it from a job's output. What stands in it can end neither a value nor the line: text
 * from a file must not become a command of its own.
 */
export function annotation({ level, file, line, title, message }: Annotation): string {
  const values = [
    `file=${property(cleanText(file, 400))}`,
    ...(line === null ? [] : [`line=${line}`]),
    `title=${property(cleanText(title, 120))}`,
  ];
  return `::${level} ${values.join(',')}::${data(cleanText(message, 1000))}`;
}

function data(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function property(text: string): string {
  return data(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
