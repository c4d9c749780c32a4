// @ts-check

/**
 * @typedef {object} Block
 * @property {'prose' | 'fence' | 'comment'} type `prose`: lines without an empty one between; `comment`: one HTML comment
 * @property {number} start offset of the block; for a fence of its opening line
 * @property {number} end
 * @property {number} from offset of the content
 * @property {number} to
 * @property {string} info of a fence, trimmed
 */

const FENCE = /^[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*(`{3,}|~{3,})([^\r\n]*)$/;

/**
 * The blocks of a Markdown text (or of any text that is not code: then without fences). One pass; never fails.
 * @param {string} text
 * @param {boolean} fences
 * @returns {Block[]}
 */
export function scanMarkdown(text, fences) {
  /** @type {Block[]} */
  const blocks = [];
  /** @type {Block | null} */
  let open = null;
  /** What closes the open fence. */
  let mark = '';
  for (let at = 0; at < text.length; ) {
    const newline = text.indexOf('\n', at);
    const end = newline < 0 ? text.length : newline;
    const next = Math.min(end + 1, text.length) + (newline < 0 ? 1 : 0);
    const line = text.slice(at, end).replace(/\r$/, '');
    if (open?.type === 'fence') {
      const bare = line.replace(/^[ \t>]+/, '').trimEnd();
      if (bare.length >= mark.length && bare === mark.charAt(0).repeat(bare.length)) {
        open.to = at;
        open.end = end;
        blocks.push(open);
        open = null;
      }
      at = next;
      continue;
    }
    const fence = fences ? FENCE.exec(line) : null;
    if (fence && !(fence[1]?.startsWith('`') && fence[2]?.includes('`'))) {
      if (open) blocks.push(open);
      mark = fence[1] ?? '';
      open = { type: 'fence', start: at, end: text.length, from: next, to: text.length, info: (fence[2] ?? '').trim() };
    } else if (/^[ \t]*<!--/.test(line)) {
      if (open) blocks.push(open);
      open = null;
      const close = text.indexOf('-->', at);
      const stop = close < 0 ? text.length : close + 3;
      blocks.push({ type: 'comment', start: at, end: stop, from: at, to: stop, info: '' });
      const rest = text.indexOf('\n', stop);
      const tail = text.slice(stop, rest < 0 ? text.length : rest);
      if (tail.trim() === '') at = rest < 0 ? text.length : rest + 1;
      else at = stop;
      continue;
    } else if (line.trim() === '') {
      if (open) blocks.push(open);
      open = null;
    } else if (open) {
      open.end = end;
      open.to = end;
    } else {
      open = { type: 'prose', start: at, end, from: at, to: end, info: '' };
    }
    at = next;
  }
  if (open) blocks.push(open);
  return blocks;
}
