import { cleanText } from '#hooks/lib/untrusted-text.js';
import { LIMITS } from '../core/workflow/limits.js';

/**
 * A value of a plan as it may stand in a prompt: data that looks like data.
 * - Within a line: one clean line, bounded, backticks straightened so that it stays inside a code span.
 * - Alone on its line: a text becomes quoted lines (`> …`), a list becomes items (`- …`), both bounded.
 */
export function promptValue(value: unknown, alone: boolean): string {
  if (!alone) return inline(value, LIMITS.promptInline);
  if (Array.isArray(value)) return items(value);
  return quoted(textOf(value));
}

function inline(value: unknown, limit: number): string {
  if (Array.isArray(value)) return inline(value.map((item) => inline(item, limit)).join(', ') || '(none)', limit);
  return cleanText(textOf(value), limit).replaceAll('`', "'");
}

function textOf(value: unknown): string {
  if (value === undefined || value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function items(values: readonly unknown[]): string {
  const shown = values.slice(0, LIMITS.promptLines).map((value) => `- \`${inline(value, LIMITS.promptInline)}\``);
  const left = values.length - shown.length;
  if (left > 0) shown.push(`- and ${left} more`);
  return shown.join('\n') || '- (none)';
}

function quoted(text: string): string {
  const lines = text
    .split(/\r\n|[\n\r\u2028\u2029]/)
    .map((line) => (line.trim() === '' ? '' : cleanText(line, LIMITS.promptLine)))
    .filter((line, i, all) => line !== '' || (i > 0 && i < all.length - 1));
  const shown = lines.slice(0, LIMITS.promptLines).map((line) => `> ${line}`.trimEnd());
  if (lines.length > shown.length) shown.push(`> … (${lines.length - shown.length} lines more)`);
  return shown.join('\n') || '> (none)';
}
