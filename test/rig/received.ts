import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PLUGIN } from './plugin-client.js';
import type { Turn } from './loopback-model.js';

/** What one thread of a client was given by msd, in bytes, by its kind. */
export type Received = Readonly<
  Record<'page' | 'listing' | 'agent file' | 'prompt' | 'task' | 'output' | 'hooks', number>
>;

const bytes = (texts: readonly string[]): number => texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);

/**
 * All that msd gave to the models of a client's threads: command page, what the client lists of commands and agents, agent
 * file, prompts, the pages that they name, msd's own output, and what its hooks added. The last request of a thread holds all
 * that was said in it; what the client says of its own, and what agents answer, is not msd's.
 */
export function receivedFromMsd(turns: readonly Turn[]): readonly Received[] {
  const threads = new Map<string, Turn>();
  for (const turn of turns) threads.set(turn.said.find(isTask) ?? turn.said.find(isPage) ?? '', turn);
  threads.delete('');
  return [...threads.values()].map(count);
}

const isTask = (text: string): boolean => text.startsWith('[msd:dispatch ');
/** What the client itself says of an agent: that it was started, and its report. */
const isAgents = (text: string): boolean => /^Async agent launched|\[Subagent hand-back\]/.test(text);
const isPage = (text: string): boolean => text.startsWith('Run phase `');

function count(turn: Turn): Received {
  const { said, results, system, descriptions } = turn;
  const task = said.some(isTask);
  const [, , body = ''] = readFileSync(join(PLUGIN, 'agents/msd-executor.md'), 'utf8').split(/^---\n/m);
  const given = said.filter((text) => isPage(text) || text.includes('/msd:execute-phase'));
  const listed = [...said.filter((text) => !given.includes(text)), system, ...descriptions].flatMap((text) =>
    text.split('\n').filter((line) => /^- msd:/.test(line)),
  );
  return {
    page: bytes(given),
    listing: bytes(listed),
    'agent file': system.includes(body.trim()) ? bytes([body.trim()]) : 0,
    prompt: bytes(said.filter(isTask)),
    task: task ? bytes(results.slice(0, 1).map((result) => result.text)) : 0,
    output: task ? 0 : bytes(results.map((result) => result.text).filter((text) => !isAgents(text))),
    hooks: bytes(said.filter((text) => /msd \[/.test(text) && !isTask(text))),
  };
}
