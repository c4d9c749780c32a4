import type { WorldFailure } from '../../core/world-failures.js';
import type { WordsFor } from './words.js';

/** How a person gets a host's program. */
const HOW_TO_GET: Readonly<Record<string, string>> = {
  claude: 'npm install -g @anthropic-ai/claude-code, then claude to sign in',
  codex: 'npm install -g @openai/codex, then codex login',
  cursor: 'install cursor-agent as cursor.com/cli says, then cursor-agent login',
};

export const worldWords: WordsFor<WorldFailure> = {
  'git-missing': (f) => ({ message: `git was not found (PATH is ${f.path})`, next: 'install git 2.38 or newer' }),
  'git-too-old': (f) => ({ message: `git ${f.found} is too old; msd needs ${f.needed} or newer`, next: 'update git' }),
  'git-failed': (f) => ({
    message: `git ${f.args.join(' ')} ended with ${f.exitCode ?? 'a signal'}: ${f.stderr}`,
    next: null,
  }),
  'not-a-repository': (f) => ({
    message: `${f.dir} is not in a git repository`,
    next: 'git init && git add -A && git commit -m start',
  }),
  'several-repositories': (f) => ({
    message: `${f.dir} is no git repository; it holds ${f.repositories.slice(0, 10).join(', ')}. A phase is run in one repository`,
    next: `give the one that the phase works in a .planning/ of its own, e.g. cd ${f.repositories[0] ?? '.'}`,
  }),
  'bare-repository': (f) => ({
    message: `${f.dir} is a bare repository without a checkout`,
    next: 'run msd from one of its worktrees',
  }),
  'no-commits': (f) => ({
    message: `branch ${f.branch} in ${f.dir} has no commit yet, so no worktree can be made from it`,
    next: 'git add -A && git commit -m start',
  }),
  'detached-head': (f) => ({
    message: `HEAD in ${f.dir} is detached at ${f.head}, so there is no branch to bring the work to`,
    next: 'git switch BRANCH',
  }),
  'operation-in-progress': (f) => ({
    message: `a ${f.operation} is in progress in ${f.dir}`,
    next: `finish it or abort it: git ${f.operation} --abort`,
  }),
  'in-agent-worktree': (f) => ({
    message: `${f.dir} is a worktree made for an agent; runs are started and decisions made in the main checkout`,
    next: `cd ${f.mainCheckout}; what is only here: msd worktree show ${f.dir}`,
  }),
  'file-unreadable': (f) => ({ message: `${f.path} cannot be read: ${f.cause}`, next: null }),
  'file-unwritable': (f) => ({ message: `${f.path} cannot be written: ${f.cause}`, next: null }),
  'symlink-escape': (f) => ({
    message: `${f.path} is a symlink that leaves the checkout (to ${f.target}); msd does not follow it`,
    next: `replace ${f.path} by a directory`,
  }),
  'config-invalid': (f) => ({
    message: `${f.file}${f.line === null ? '' : `:${f.line}`}${f.key ? ` ${f.key}` : ''}: found ${f.found}, accepted: ${f.accepted}`,
    next: `mend ${f.file}`,
  }),
  'repository-busy': (f) => ({
    message: `another msd${f.pid ? ` (process ${f.pid})` : ''} is making worktrees in this repository and did not finish; it holds ${f.path}`,
    next: 'wait for it and run the same command again',
  }),
  'host-unknown': (f) => ({
    message: `"${f.host}" is not a host msd knows; there are: ${f.known.join(', ')}`,
    next: null,
  }),
  'host-missing': (f) =>
    f.program === null
      ? {
          message: 'no agent is named: host command runs a program of yours for each plan, and was given none',
          next: 'msd execute-phase PHASE --host claude (or codex, cursor), or --agent-command "PROGRAM WORDS"; to keep: msd.host, msd.agentCommand',
        }
      : {
          message: `host ${f.host}: the program ${f.program} cannot be started: ${f.cause}`,
          next: `${HOW_TO_GET[f.host] ?? 'install it'}; or name where it is: --agent-command PATH, or hosts.${f.host}.command of your own settings; or another host: --host`,
        },
};
