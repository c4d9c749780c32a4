import { ISOLATION_REASONS, ISOLATION_VALUES, PRODUCERS } from '../isolation/vocabulary.js';
import type { VerbCall } from './step.js';

/** Options of `msd isolation record` that take words of the vocabulary. */
const TAKES: Readonly<Record<string, readonly string[]>> = {
  '--isolation': ISOLATION_VALUES,
  '--producer': Object.keys(PRODUCERS),
  '--reason': ISOLATION_REASONS,
};

/** What is wrong with the words that a recording is written with, in words; null for nothing. */
export function vocabularyProblem(call: VerbCall): string | null {
  for (const [i, word] of call.words.entries()) {
    const [option = '', attached] = String(word[0] ?? '').split('=', 2);
    const accepted = Object.hasOwn(TAKES, option) ? TAKES[option]! : null;
    if (!accepted) continue;
    const value = attached === undefined ? call.words[i + 1] : word.length === 1 ? [attached] : null;
    if (!value || value.some((part) => typeof part === 'number')) continue;
    const text = value.join('');
    if (!accepted.includes(text)) return `${option} ${text.slice(0, 40)} is not one of ${accepted.join(', ')}`;
  }
  return null;
}
