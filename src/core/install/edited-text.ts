/** A text under edit: what is left of the original, and what was put between. */
export interface EditedText {
  readonly text: string;
  readonly pieces: readonly Piece[];
}

/** A stretch of the original (`from` to `to`), or text that is new. */
type Piece = { readonly from: number; readonly to: number } | { readonly put: string };

/** Replaces `length` characters at `offset` of the text as it is now. */
export interface Edit {
  readonly offset: number;
  readonly length: number;
  readonly content: string;
}

/** One place that was changed: at `at` of the changed text stands `now`, where the original had `was`. */
export interface Part {
  readonly at: number;
  readonly now: string;
  readonly was: string;
}

export const unedited = (text: string): EditedText => ({ text, pieces: [{ from: 0, to: text.length }] });

export function edit({ text, pieces }: EditedText, { offset, length, content }: Edit): EditedText {
  const end = offset + length;
  const [before, after]: [Piece[], Piece[]] = [[], []];
  let at = 0;
  for (const piece of pieces) {
    const size = sizeOf(piece);
    if (at < offset) before.push(cut(piece, 0, Math.min(size, offset - at)));
    if (at + size > end) after.push(cut(piece, Math.max(0, end - at), size));
    at += size;
  }
  const put = content === '' ? [] : [{ put: content }];
  return { text: text.slice(0, offset) + content + text.slice(end), pieces: [...before, ...put, ...after] };
}

/** What is different from the original, in the order of the text. */
export function partsOf({ pieces }: EditedText, original: string): readonly Part[] {
  const parts: Part[] = [];
  let [at, seen, now, start] = [0, 0, '', 0];
  const close = (until: number) => {
    if (now !== '' || until > seen) parts.push({ at: start, now, was: original.slice(seen, until) });
  };
  for (const piece of pieces) {
    if ('put' in piece) {
      now += piece.put;
    } else if (piece.to > piece.from) {
      close(piece.from);
      [seen, now, start] = [piece.to, '', at + sizeOf(piece)];
    }
    at += sizeOf(piece);
  }
  close(original.length);
  return parts;
}

const sizeOf = (piece: Piece): number => ('put' in piece ? piece.put.length : piece.to - piece.from);

function cut(piece: Piece, from: number, to: number): Piece {
  return 'put' in piece ? { put: piece.put.slice(from, to) } : { from: piece.from + from, to: piece.from + to };
}
