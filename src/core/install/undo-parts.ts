import type { Part } from './edited-text.js';

/** A change as it is kept, to be found again: with some of the text on either side. */
export interface KeptPart extends Part {
  readonly before: string;
  readonly after: string;
}

const CONTEXT = 32;

/** @param text the changed text, which the parts are of */
export function keep(parts: readonly Part[], text: string): readonly KeptPart[] {
  return parts.map((part) => {
    const end = part.at + part.now.length;
    return {
      ...part,
      before: text.slice(Math.max(0, part.at - CONTEXT), part.at),
      after: text.slice(end, end + CONTEXT),
    };
  });
}

/** Takes the parts out of the very text that they were put into. Null where it is another text. */
export function undoExactly(text: string, parts: readonly Part[]): string | null {
  let result = text;
  for (const { at, now, was } of [...parts].reverse()) {
    if (!result.startsWith(now, at)) return null;
    result = result.slice(0, at) + was + result.slice(at + now.length);
  }
  return result;
}

/**
 * Takes the parts out of a text that was changed elsewhere since: each is looked for by its own text and what stood beside
 * it, and must be there exactly once. Null where one is not.
 */
export function undoAnywhere(text: string, parts: readonly KeptPart[]): string | null {
  let result = text;
  for (const part of parts) {
    const at = placeOf(result, part);
    if (at === null) return null;
    result = result.slice(0, at) + part.was + result.slice(at + part.now.length);
  }
  return result;
}

function placeOf(text: string, { before, now, after }: KeptPart): number | null {
  for (const [left, right] of [
    [before, after],
    [before, ''],
    ['', after],
    ['', ''],
  ] as const) {
    const sought = left + now + right;
    const at = sought === '' ? -1 : text.indexOf(sought);
    if (at >= 0) return text.indexOf(sought, at + 1) < 0 ? at + left.length : null;
  }
  return null;
}
