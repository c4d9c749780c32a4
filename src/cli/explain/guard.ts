import { ROWS } from '#hooks/lib/decide.js';
import type { AreaOf, Explained } from './explanation.js';

/** What an answer does to the call. */
const VERDICTS = {
  silent: 'The call is none of the guard’s business and goes on.',
  allow: 'The call goes on.',
  repair: 'The call is changed and goes on.',
  deny: 'The call is refused; the agent is not started.',
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
  'not-a-repository': 'The project is certainly in no git repository.',
};

/** The verdict table is the owner of these codes, their words and their next steps (`hooks/lib/decide.js`). */
export const guardAnswers = (): AreaOf<string> =>
  Object.fromEntries(
    ROWS.map(({ code, verdict, what, next }): [string, Explained] => {
      const fill = (text: string) => text.replace(/\{(\w+)\}/g, (_, name: string) => name.toUpperCase());
      const means = [MEANS[code], VERDICTS[verdict]].filter((text) => text !== undefined).join(' ');
      return [
        code,
        { says: what === '' ? null : fill(what), means, next: next === '' ? null : fill(next), exitCode: null },
      ];
    }),
  );
