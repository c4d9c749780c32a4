import type { FindingCode, Note } from '../../core/doctor/finding.js';

/** Why a finding matters, and what mends it. What was found comes with the finding. */
export interface FindingWords {
  readonly what: string;
  readonly why: string;
  readonly fix: string;
}

const words = (what: string, why: string, fix: string): FindingWords => ({ what, why, fix });

const INIT = 'msd init (msd doctor --fix does it)';

/** Of each finding of `msd doctor`. Does not compile until every code has its words. */
export const FINDING_WORDS: Readonly<Record<FindingCode, FindingWords>> = {
  'node-too-old': words(
    'this Node is too old',
    'msd and its hooks need Node 20.19: older ones lack what they use.',
    'install Node 20.19 or newer',
  ),
  'git-unusable': words(
    'git cannot be used',
    'Worktrees, branches and merges are git’s; without it nothing can be isolated.',
    'install git 2.38 or newer, and see that it is on the PATH',
  ),
  'not-a-repository': words(
    'this is no git repository',
    'Agents are isolated by git worktrees; here they would all work in your files.',
    'git init && git add -A && git commit -m start',
  ),
  'no-commits': words(
    'the branch has no commit',
    'A worktree begins at a commit.',
    'git add -A && git commit -m start',
  ),
  'config-invalid': words(
    'the config cannot be used',
    'Runs and guards stop at a setting that they cannot read, since a default might be the opposite.',
    'msd config show names each mistake',
  ),
  'plans-invalid': words(
    'plans are wrong',
    'No order can be made of them, so their phase does not run.',
    'msd plan check',
  ),
  'workflows-invalid': words(
    'a workflow is wrong',
    'A workflow is checked whole before its first step, and does not run.',
    'msd workflow check',
  ),
  'untrusted-commands': words(
    'programs wait for your acceptance',
    'What a repository asks to run does not run before; a run ends with exit 5.',
    'msd trust',
  ),
  'msd-tracked': words(
    'git tracks .msd',
    'Decisions and the ledger of one checkout would count in others, and their copies are refused.',
    'git rm -r --cached .msd && git commit -m "Do not track .msd"',
  ),
  'msd-not-ignored': words(
    '.msd is not ignored',
    'The next git add -A would track one checkout’s state.',
    'echo "*" > .msd/.gitignore (msd doctor --fix does it where the file is missing or empty)',
  ),
  'ledger-damaged': words(
    'the ledger is not as it was written',
    'It says who owes what; without it work could be done twice.',
    'msd ledger verify names the entry; keep a copy of .msd/ledger.db, then move it away',
  ),
  'decisions-unreadable': words(
    'recorded decisions cannot be used',
    'Guards ask for a worktree where they cannot read what was decided.',
    'msd isolation show, then msd isolation clear',
  ),
  'isolation-violated': words(
    'executors started in your checkout',
    'They edited your files, or may have. Gates stop until you have looked.',
    'msd guard violations',
  ),
  'recovery-due': words(
    'a run ended without tidying up',
    'Its plans count as unfinished, and what it left takes place.',
    'msd recover (msd doctor --fix does it)',
  ),
  'worktrees-left': words(
    'worktrees are left that nobody needs',
    'They take place, and each is searched by editors and tests.',
    'msd worktree prune (msd doctor --fix does it)',
  ),
  'config-unread': words(
    'the host does not read its file',
    'It skips the whole file without a word: no hook in it runs, ours neither.',
    'mend what is named; JSON has no comments',
  ),
  'hooks-disabled': words(
    'hooks are switched off',
    'The guard is never asked: a dispatch that lost its isolation edits your checkout.',
    'take the setting out, or start agents by msd execute-phase',
  ),
  'event-unknown': words(
    'an event is not one of the host’s',
    'A host that is strict about it skips the whole file.',
    'mend the name, or update the host',
  ),
  'executor-denied': words(
    'the executor may not be started',
    'The host refuses it after our guard has let it pass, and the model tries something else.',
    'take the rule out of permissions.deny',
  ),
  'base-not-head': words(
    'worktrees begin at the remote’s branch',
    'Claude Code makes them from origin’s default branch: what you have committed since is missing in them.',
    'set "worktree": {"baseRef": "head"}',
  ),
  'worktrees-not-ignored': words(
    'the host’s worktrees are not ignored',
    'git status shows them, and git add -A adds them as repositories inside.',
    INIT,
  ),
  'hook-missing': words('the guard is not wired', 'The host starts an executor without asking.', INIT),
  'hook-script-missing': words(
    'the hook’s file is not there',
    'The entry starts nothing: the host lets every agent pass, or blocks every one.',
    INIT,
  ),
  'hook-outdated': words(
    'the hooks are older than msd',
    'They may judge by other rules than the msd that records the decisions.',
    INIT,
  ),
  'msd-older': words(
    'this msd is older than the hooks',
    'They may judge by rules that the decisions of this msd do not know.',
    'update msd',
  ),
  'hook-changed': words(
    'the hooks were changed',
    'What they do is no longer what msd says of them; they are not started to find out.',
    'look at git diff, then msd init (msd doctor --fix does it)',
  ),
  'hook-twice': words(
    'a hook is registered twice',
    'It is asked twice for each agent; after an update the two may disagree.',
    'keep one: take out the entry, or the plugin',
  ),
  'hook-fails-open': words(
    'a guard that fails lets the agent pass',
    'A crash, a timeout or a missing Node would go unnoticed.',
    INIT,
  ),
  'hook-matcher': words(
    'the guard is not asked for every start',
    'Agents started by the tools that are named pass by it.',
    INIT,
  ),
  'hook-unreachable': words(
    'the guard cannot be started',
    'The host lets every agent pass, or blocks every one.',
    'see that node is on the PATH that the host has',
  ),
  'hook-wrong-answer': words(
    'the guard answers wrongly',
    'Started as the host starts it, it does not answer as this msd’s own guard does.',
    'msd init, and see which node the host finds',
  ),
  'second-guard': words(
    'another guard judges the same calls',
    'Both see the call as the model made it: what ours adds, the other does not see, and refuses. Each such call costs a turn.',
    'keep one of the two, or set msd.guard.strict to true: then both refuse with the same advice',
  ),
  'agent-missing': words(
    'a file that init wrote is gone',
    'The host does not know the agent or the command that it holds.',
    INIT,
  ),
  'receipt-missing': words(
    'nothing says what init put in',
    'Removal can then take out only what it can tell to be msd’s.',
    'git checkout the file that is named, or msd init --remove and msd init',
  ),
  'setup-ignored': words(
    'git ignores the setup',
    'It guards only this checkout: no clone and no worktree has it.',
    'take the line out of .gitignore, and commit the files',
  ),
  'codex-untrusted': words(
    'Codex does not run the hook',
    'It skips hooks that you have not accepted, and all of a folder that you do not trust, without a word.',
    'start codex here, trust the folder, and accept the hook with /hooks',
  ),
  'codex-hooks-off': words(
    'Codex has hooks switched off',
    'The guard is never asked.',
    'take the setting out of the [features] that is named',
  ),
};

/** Of each note. */
export const NOTE_WORDS: Readonly<Record<Note['code'], string>> = {
  'works-as-it-is': 'works as it is',
  'opted-out': 'nothing is isolated here, as the config says',
  'host-not-set-up': 'not set up; to do so',
  'other-guard': 'another tool’s guard is there; msd’s leaves its agents alone, and it msd’s',
  'codex-trust-unknown': 'whether Codex will run the hook cannot be told: accept it there with /hooks',
  'tools-not-on-path': 'not on the PATH: the guards work without, the tools do not',
};
