import { cleanText } from '#hooks/lib/untrusted-text.js';

/** One event of a host that prints a JSON object a line, or null for any other line. */
export function eventOf<T extends object>(line: string): T | null {
  if (!line.startsWith('{')) return null;
  try {
    return JSON.parse(line) as T;
  } catch {
    return null;
  }
}

/** The events of a piece of a log; its first line may be cut. */
export function eventsIn<T extends object>(log: string): readonly T[] {
  return log.split('\n').flatMap((line) => eventOf<T>(line) ?? []);
}

/** A line of another kind as progress: as it is, clean and bounded. A piece of JSON says nothing to a person. */
export const plainLine = (line: string): string | null =>
  line.trim() === '' || line.startsWith('{') ? null : cleanText(line, 200);

/** The first line of a text that says something, clean and bounded. */
export const firstWords = (text: string): string | null =>
  text.trim() === '' ? null : cleanText(text.trim().split('\n')[0], 200);

/** Names with how often each came, such as `Bash ×2`. */
export function counted(names: readonly string[]): readonly string[] {
  const times = new Map<string, number>();
  for (const name of names) times.set(name, (times.get(name) ?? 0) + 1);
  return [...times].map(([name, n]) => (n > 1 ? `${name} ×${n}` : name));
}
