import { runVerb } from '../../src/cli/program.js';
import type { CommandOutput } from '../../src/cli/command.js';
import type { Failure } from '../../src/core/failure.js';
import type { Io } from '../../src/cli/io.js';
import type { Result } from '../../src/core/result.js';
import { cleanEnvironment } from './environment.js';

/** What a verb answered, and what it wrote beside its answer. */
export interface VerbEnd {
  readonly answer: Result<CommandOutput, Failure>;
  readonly stderr: string;
}

/** Runs a verb of msd in this process, as `main.ts` would: for tables of many cases, where a process each would cost minutes. */
export async function verb(
  words: readonly string[],
  place: {
    readonly cwd: string;
    readonly home: string;
    readonly typed?: readonly string[];
    readonly env?: Record<string, string>;
  },
): Promise<VerbEnd> {
  const typed = [...(place.typed ?? [])];
  let stderr = '';
  const io: Io = {
    cwd: place.cwd,
    env: cleanEnvironment(place.home, place.env),
    json: words.includes('--json'),
    terminal: false,
    color: false,
    interactive: place.typed !== undefined,
    stdout: () => {},
    stderr: (text) => (stderr += text),
    readStdin: async () => Buffer.alloc(0),
    readLine: async () => typed.shift() ?? null,
    interrupted: new AbortController().signal,
  };
  return { answer: await runVerb(words, io), stderr };
}
