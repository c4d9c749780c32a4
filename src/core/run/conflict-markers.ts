const OPENING = /^<{7}(?: |\r?$)/;
const MIDDLE = /^={7}\r?$/;
const CLOSING = /^>{7}(?: |\r?$)/;

/**
 * Whether a text holds a conflict as git writes it into files: an opening marker, the line between the sides, a closing
 * one, in this order. A lone line of seven `=` is a heading somewhere, and none.
 */
export function holdsConflict(text: string): boolean {
  let seen: 'nothing' | 'opening' | 'middle' = 'nothing';
  for (const line of text.split('\n')) {
    if (OPENING.test(line)) seen = 'opening';
    else if (seen === 'opening' && MIDDLE.test(line)) seen = 'middle';
    else if (seen === 'middle' && CLOSING.test(line)) return true;
  }
  return false;
}

/** Whether any marker of a side is left in a file that was in conflict: half a conflict is not mended either. */
export function hasMarkerLeft(text: string): boolean {
  return text.split('\n').some((line) => OPENING.test(line) || CLOSING.test(line));
}
