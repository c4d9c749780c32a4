import { fail, ok, type Result } from '../result.js';

/** What is wrong with a command line, and where (counted from 1). */
export interface CommandTextProblem {
  readonly problem: 'empty' | 'unclosed-quote' | 'trailing-backslash' | 'nul';
  readonly column: number;
}

/**
 * Splits a command into words as a POSIX shell reads plain words: blanks separate, `'…'` is literal, in `"…"` a backslash
 * escapes `"`, `\`, `$` and a backtick, elsewhere it escapes any character. Nothing is expanded: `$HOME`, `*`, `;` and `|`
 * are ordinary characters, since no shell ever sees them (DESIGN §13).
 */
export function splitCommand(text: string): Result<readonly string[], CommandTextProblem> {
  const words: string[] = [];
  let word: string | null = null;
  for (let i = 0; i < text.length; i++) {
    const c = text[i]!;
    if (c === '\0') return fail({ problem: 'nul', column: i + 1 });
    if (/\s/.test(c)) {
      if (word !== null) words.push(word);
      word = null;
    } else if (c === "'") {
      const end = text.indexOf("'", i + 1);
      if (end < 0) return fail({ problem: 'unclosed-quote', column: i + 1 });
      word = (word ?? '') + text.slice(i + 1, end);
      i = end;
    } else if (c === '"') {
      const quoted = doubleQuoted(text, i);
      if (quoted === null) return fail({ problem: 'unclosed-quote', column: i + 1 });
      word = (word ?? '') + quoted.value;
      i = quoted.end;
    } else if (c === '\\') {
      const next = text[i + 1];
      if (next === undefined) return fail({ problem: 'trailing-backslash', column: i + 1 });
      if (next !== '\n') word = (word ?? '') + next;
      i++;
    } else word = (word ?? '') + c;
  }
  if (word !== null) words.push(word);
  return words.length === 0 || words[0] === '' ? fail({ problem: 'empty', column: 1 }) : ok(words);
}

function doubleQuoted(text: string, start: number): { value: string; end: number } | null {
  let value = '';
  for (let i = start + 1; i < text.length; i++) {
    const c = text[i]!;
    if (c === '"') return { value, end: i };
    const next = text[i + 1];
    if (c === '\\' && next !== undefined && '"\\$`\n'.includes(next)) {
      if (next !== '\n') value += next;
      i++;
    } else value += c;
  }
  return null;
}
