import { cleanText } from '#hooks/lib/untrusted-text.js';
import type { AskPerson } from '../engine/open-questions.js';
import type { Io } from './io.js';
import type { RunPrinter } from './print/run-printer.js';

/** Puts an agent's question to the person at the terminal. @returns null for an empty line: the question stays open */
export async function askPerson(
  io: Io,
  printer: RunPrinter,
  { plan, text }: Parameters<AskPerson>[0],
): Promise<string | null> {
  printer.hold(true);
  const lines = text.split('\n').slice(0, 40);
  io.stderr(
    `\n${cleanText(plan, 120)} asks:\n${lines.map((line) => `  ${cleanText(line, 500)}`).join('\n')}\nYour answer (empty: later): `,
  );
  const answer = (await io.readLine())?.trim() ?? '';
  printer.hold(false);
  return answer === '' ? null : answer;
}
