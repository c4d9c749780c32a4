import { ROWS } from '#hooks/lib/decide.js';
import { WRITE_ROWS } from '#hooks/lib/write-place.js';
import type { AreaOf, Explained } from './explanation.js';

/** What an answer does to the call. */
const VERDICTS = {
  silent: 'The call is none of the guard’s business and goes on.',
  allow: 'The call goes on.',
  repair: 'The call is changed and goes on.',
  deny: 'The call is refused: the agent is not started, or the file not written.',
} as const;

/** Answers that come without words. */
const MEANS: Readonly<Record<string, string>> = {
  'not-a-dispatch': 'The tool starts no agent.',
  'not-a-project': 'The session is in no project of msd.',
  'attested-at-start':
    'The host starts agents here without telling which; where each runs is looked at when it starts.',
  'not-an-executor': 'The agent is none that works on plans; msd.executors names others.',
  'resumed-in-worktree': 'The agent goes on in the worktree that it had.',
  'in-recorded-worktree': 'The record names a worktree, and the call comes from inside it.',
  'recorded-none': 'The record says that this plan runs in the main checkout.',
  isolated: 'The call asks for a worktree itself.',
  'isolated-by-agent-file': 'The agent’s own file isolates it.',
  'in-linked-worktree': 'The session itself is in a linked worktree, which is how this host isolates.',
  'opted-out': 'workflow.use_worktrees is false.',
  'not-a-write': 'The tool writes no file.',
  'write-elsewhere': 'The call cannot be read, and nothing near it is a project of msd.',
  'write-not-in-worktree': 'Whoever writes is in no worktree that was made for an agent.',
  'write-not-an-executor': 'The agent is none that works on plans; msd.executors names others.',
  'write-inside': 'The file is in the executor’s own worktree.',
  'write-own-result': 'The file is the answer or the summary that msd itself asked for.',
  'write-shared': 'The file is in a folder that your own settings list in worktrees.shared.',
  'not-a-repository': 'The project is certainly in no git repository.',
};

/** The tables of the two guards own these codes, their words and their next steps. */
export const guardAnswers = (): AreaOf<string> =>
  Object.fromEntries(
    [...ROWS, ...WRITE_ROWS].map(({ code, verdict, what, next }): [string, Explained] => {
      const fill = (text: string) => text.replace(/\{(\w+)\}/g, (_, name: string) => name.toUpperCase());
      const means = [MEANS[code], VERDICTS[verdict]].filter((text) => text !== undefined).join(' ');
      return [
        code,
        { says: what === '' ? null : fill(what), means, next: next === '' ? null : fill(next), exitCode: null },
      ];
    }),
  );
