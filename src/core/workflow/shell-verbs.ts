import type { Command, ParsedScript, Statement, Word, WordPart } from 'unbash';
import type { VerbCall, VerbWord } from './step.js';

/**
 * A block as msd's own verbs, where it is nothing but `msd …` commands one after the other (line by line, `;`, `&&`):
 * then no shell is needed. Null for every other block.
 */
export function readVerbs(ast: ParsedScript, lineOf: (offset: number) => number): readonly VerbCall[] | null {
  if (ast.errors && ast.errors.length > 0) return null;
  const verbs: VerbCall[] = [];
  for (const statement of ast.commands) {
    const commands = commandsOf(statement);
    if (!commands) return null;
    for (const command of commands) {
      const words = wordsOf(command);
      if (!words) return null;
      verbs.push({ words, line: lineOf(command.pos) });
    }
  }
  return verbs.length > 0 ? verbs : null;
}

function commandsOf(statement: Statement): readonly Command[] | null {
  if (statement.background) return null;
  const node = statement.command;
  if (node.type === 'Command') return [node];
  if (node.type !== 'AndOr' || node.operators.some((operator) => operator !== '&&')) return null;
  return node.commands.every((command) => command.type === 'Command') ? (node.commands as readonly Command[]) : null;
}

function wordsOf(command: Command): readonly VerbWord[] | null {
  if (command.prefix.length > 0 || command.redirects.length > 0 || command.name?.text !== 'msd') return null;
  const words: VerbWord[] = [];
  for (const word of command.suffix) {
    const read = word.type === 'Word' ? readWord(word) : null;
    if (!read) return null;
    words.push(read);
  }
  return words;
}

/** Null where the shell would make something of it: a variable, a pattern, a home directory. */
function readWord(word: Word): VerbWord | null {
  if (word.text.startsWith('~')) return null;
  if (!word.parts) return [word.value];
  const parts: (string | number)[] = [];
  for (const part of word.parts) {
    const read = readPart(part);
    if (read === null) return null;
    parts.push(read);
  }
  return parts;
}

function readPart(part: WordPart): string | number | null {
  if (part.type === 'Literal' || part.type === 'SingleQuoted') return part.value;
  if (part.type !== 'DoubleQuoted') return null;
  const only = part.parts.length === 1 ? part.parts[0] : undefined;
  if (only?.type === 'SimpleExpansion') return bindingNumber(only.text);
  return part.parts.every((inner) => inner.type === 'Literal')
    ? part.parts.map((inner) => ('value' in inner ? inner.value : '')).join('')
    : null;
}

/** The n of `$MSD_IN_n`, or null. */
export function bindingNumber(text: string): number | null {
  const match = /^\$MSD_IN_([1-9][0-9]*)$/.exec(text);
  return match ? Number(match[1]) : null;
}
