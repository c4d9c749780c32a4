import type { Failure } from '../core/failure.js';
import { ok, type Result } from '../core/result.js';
import type { CommandOutput, RunVerb } from './command.js';
import type { Io } from './io.js';

/** What a verb answered when it was asked from within: as its JSON, as its words, and its exit code. */
export interface VerbReply {
  readonly json: unknown;
  readonly text: string | null;
  readonly exitCode: number;
}

/** Runs one of msd's verbs in this process, as a workflow's block or another command asks for it. Nothing is printed. */
export async function askVerb(runVerb: RunVerb, words: readonly string[], io: Io): Promise<Result<VerbReply, Failure>> {
  let printed = '';
  const json = words.includes('--json');
  const inner: Io = {
    ...io,
    json,
    terminal: false,
    color: false,
    interactive: false,
    stdout: (text) => {
      printed += text;
    },
  };
  const answer: Result<CommandOutput, Failure> = await runVerb(words, inner);
  if (!answer.ok) return answer;
  const { value } = answer;
  // Through JSON and back: a workflow sees what another program would see.
  const data: unknown = value.json === null || value.json === undefined ? null : JSON.parse(JSON.stringify(value.json));
  return ok({ json: data, text: json ? null : (value.human ?? printed), exitCode: value.exitCode ?? 0 });
}
