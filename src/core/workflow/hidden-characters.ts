const INVISIBLE = /[\p{Cf}\p{Zl}\p{Zp}]|[^\P{Cc}\t\n\r]/u;
const REORDERING = /\p{Bidi_Control}|[^\P{Cc}\t\n\r]/u;

/**
 * The offset of the first character that a reader cannot see or that reorders what they see; null for none.
 * @param strict also those that prose may hold (a joined emoji): in blocks what is read must be what is run
 */
export function findHidden(text: string, strict: boolean): number | null {
  return (strict ? INVISIBLE : REORDERING).exec(text)?.index ?? null;
}

/** `U+202E` of the character at an offset. */
export function characterName(text: string, at: number): string {
  return `U+${(text.codePointAt(at) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}
