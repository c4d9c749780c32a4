import { findHidden } from './hidden-characters.js';

/** Characters of a value on one line: a terminal's line takes 4,095 bytes. */
const CHUNK = 600;

/**
 * Lines for a plain sh that set and export a variable to exactly this value, and that a terminal can be given as they
 * are: short, one line each, without a character that a terminal or a line editor would act on.
 */
export function exportLines(name: string, value: string): readonly string[] {
  if (value.length <= CHUNK && isPlain(value)) return [`export ${name}=${singleQuoted(value)}`];
  const lines = [`${name}=`];
  for (const chunk of chunksOf(value)) {
    if (isPlain(chunk)) lines.push(`${name}=$${name}${singleQuoted(chunk)}`);
    // The dot keeps line ends at the end, which command substitution would drop.
    else lines.push(`${name}=$${name}$(printf '${printfFormat(chunk)}.'); ${name}=\${${name}%.}`);
  }
  return [...lines, `export ${name}`];
}

/** A block as pasted: several commands run in a subshell that ends at the first failure, as when msd runs them. */
export function pasteBlock(script: string, shell: 'sh' | 'bash'): readonly string[] {
  const lines = script.replace(/\n+$/, '').split('\n');
  if (shell === 'bash') {
    let end = 'MSD_BLOCK';
    while (lines.includes(end)) end += '_';
    return [`bash -eu <<'${end}'`, ...lines, end];
  }
  return lines.length === 1 ? lines : ['(', 'set -eu', ...lines, ')'];
}

/** Nothing in it that cannot be seen, and no letter that could be put together otherwise by a terminal. */
function isPlain(text: string): boolean {
  return findHidden(text, true) === null && !/[\t\n\r]/.test(text) && !/[^\x20-\x7e\p{L}\p{N}\p{P}\p{S}]/u.test(text);
}

function singleQuoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** Whole characters, at most `CHUNK` of them in a piece. */
function chunksOf(value: string): readonly string[] {
  const chunks: string[] = [];
  let chunk = '';
  for (const character of value) {
    chunk += character;
    if (chunk.length >= CHUNK) {
      chunks.push(chunk);
      chunk = '';
    }
  }
  if (chunk !== '') chunks.push(chunk);
  return chunks;
}

/** A format that printf of any sh writes out as the text: everything but letters and digits as octal bytes of its UTF-8. */
function printfFormat(text: string): string {
  return [...text].map((c) => (/[A-Za-z0-9 ,.:;/_=@]/.test(c) ? c : octalBytes(c))).join('');
}

function octalBytes(character: string): string {
  return [...utf8(character)].map((byte) => `\\${byte.toString(8).padStart(3, '0')}`).join('');
}

function utf8(character: string): readonly number[] {
  const code = character.codePointAt(0)!;
  if (code < 0x80) return [code];
  const tail = (shift: number): number => 0x80 | ((code >> shift) & 0x3f);
  if (code < 0x800) return [0xc0 | (code >> 6), tail(0)];
  if (code < 0x10000) return [0xe0 | (code >> 12), tail(6), tail(0)];
  return [0xf0 | (code >> 18), tail(12), tail(6), tail(0)];
}
