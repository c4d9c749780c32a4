import type { Failure, FailureReason } from '../../core/failure.js';
import { EXIT_CODES } from '../exit-codes.js';
import { wordsFor } from '../words/failures.js';
import type { AreaOf, Explained } from './explanation.js';
import { sampleFacts } from './sample.js';

/** Why each failure is one. What is said, and what to do, are the words that the failure itself comes with. */
const WHY: Readonly<Record<FailureReason, string>> = {
  usage: 'The words of the command line are not those of a command. Nothing was done.',
  'code-unknown': 'There is no such code. Codes are a promise: one that was printed once keeps its meaning.',
  'project-not-found':
    'msd works on a project, found from any folder below it and from any of its worktrees. Here is none.',
  'phase-invalid': 'What is no phase is refused and never cut to one: a wrong phase would run the wrong plans.',
  'phase-not-found': 'No directory under .planning/phases/ has that name or number.',
  'phase-ambiguous': 'A number that fits two directories says nothing about which one is meant.',
  'phase-empty': 'The directory is there, and none of its files is a plan.',
  'plan-not-found': 'The phase has no plan of that id. Ids are compared letter by letter.',
  'plans-invalid': 'A circle of dependencies, a number given twice, or no plan at all: no order can be made of that.',
  'isolation-unknown': 'A decision is one of three values, and no other is recorded.',
  'producer-unknown': 'Each place that records decisions names itself, and the list of names is closed.',
  'isolation-reason-unknown': 'Reasons of decisions are a closed list, so that a program can rely on them.',
  'sentinel-unreadable':
    'The recorded decisions cannot be read, and are not replaced by guesses: what stands in the file may be held for someone.',
  'sentinel-unwritable': 'A decision that is not recorded is not known to anyone, so nothing goes on from it.',
  'isolation-violated':
    'Executors edited your checkout, or may have. Gates stop until a person has looked at what they did and says so.',
  'workflow-not-found': 'No file of that name lies in .planning/workflows/, and msd ships none.',
  'workflow-invalid':
    'A workflow is checked whole before its first step: one that stops in the middle is worse than none.',
  'input-invalid': 'A workflow names its inputs and their types, and takes no others.',
  'step-failed': 'A command of a workflow ended with another exit code than 0; the steps behind it were not run.',
  'prompt-unrenderable': 'A prompt holds the plan’s identity, which must read back as it was written.',
  'decision-missing':
    'A prompt is made from a recorded decision: without one nobody can say where the agent would work.',
  'trust-refused': 'What a repository asks to run runs only after a person accepted exactly that.',
  'untrusted-commands':
    'Tracked files name programs to run. A clone must not run code because someone typed msd, so you accept them first.',
  'git-missing': 'Worktrees, branches and merges are git’s: without it msd can only read plans.',
  'git-too-old': 'Merges are tried without a checkout, which older versions of git cannot do.',
  'git-failed': 'git refused something that msd had reason to expect of it; its own words are in the message.',
  'not-a-repository': 'Plans are isolated by git worktrees, and there is no repository here to make them from.',
  'several-repositories':
    'The project’s root is in no git repository and holds some. Worktrees are made in one repository, so a phase is run in one.',
  'bare-repository': 'Work is brought home to a checkout, and a bare repository has none.',
  'no-commits': 'A worktree begins at a commit, and the branch has none yet.',
  'detached-head': 'Work is brought home to a branch, and none is checked out.',
  'operation-in-progress': 'In the middle of a merge or a rebase nobody can say what the work should be based on.',
  'in-agent-worktree':
    'A worktree was made for an agent and its one plan. Runs and decisions are of the main checkout and of a person.',
  'file-unreadable': 'Something that msd must read cannot be read; taking it for absent would be a guess.',
  'file-unwritable': 'Something that msd must write down cannot be written; going on without it would lose it.',
  'symlink-escape': 'What lies in .planning and .msd counts as the project’s own, so a link does not lead out of it.',
  'config-invalid': 'A setting is not what its key takes. Half a config is not taken: a default might be the opposite.',
  'repository-busy':
    'git keeps one list of worktrees, and changes to it at the same time can break it, so they wait for each other.',
  'host-unknown': 'A host is who runs the agents; msd knows a closed list of them, and "command" for any program.',
  'host-missing': 'The program that would run the agents cannot be started.',
  'store-unreadable': 'The ledger says who owes what; without it msd could do work twice, so it stops.',
  'store-newer': 'A newer msd wrote the ledger and may mean by it what this one does not know.',
  'store-busy': 'The ledger has one writer at a time, and the others did not make place in time.',
  'store-unwritable': 'What a run does is written down before it is done; it cannot be written down.',
  'store-corrupt': 'The ledger is no longer what was written. Nothing is repaired by guessing.',
  'store-full': 'The disk is full. Nothing was half written.',
  'message-malformed': 'Each type of message has fields that it needs and fields that it must not carry.',
  'message-id-taken': 'An id means one message; sending the same message again under its id is harmless.',
  'type-refused':
    'QUERY, COMMAND and PROPOSE open an obligation, so a channel that does not take them refuses them before one exists.',
  'correlation-active': 'A correlation id stands for one open obligation: answers could not tell two apart.',
  'sender-not-trusted': 'Not everyone may command everyone. An offer is always possible.',
  'agent-not-found': 'Nobody is registered under that name.',
  'agent-ended': 'The agent has ended; nothing can be asked of it and nothing comes from it any more.',
  'agent-exists': 'The ledger keeps what an agent said for ever, so its name is not given again.',
  'agent-built-in': 'The person and the orchestrator are part of every project.',
  'entry-not-found': 'Entries are numbered from 1 without gaps.',
  'notice-not-found': 'A notice is acknowledged by the one that it is addressed to.',
  'agent-name-invalid': 'Names are shown and compared, so they are short, visible, and on one line.',
  'channel-not-found': 'No channel has that key.',
  'channel-ambiguous': 'Several hubs have a channel of that id; the whole key, hub/id, means one.',
  'channel-exists': 'A channel is made once; what it takes can be changed afterwards.',
  'channel-muted': 'Muting is a decision of its own: what opens a channel does not undo it.',
  'channel-invalid': 'A key is written hub/id, and each part percent-encoded where it needs it.',
  'channel-types-contradict': 'A type that is allowed and denied at once says nothing.',
  'correlation-not-found': 'There is no open question under that id, so nothing can come as its answer.',
  'message-not-found': 'No message of that id is in the ledger.',
  'commitment-not-found': 'Nothing is, or was, owed under that id.',
  'dispatch-not-found': 'No attempt of a run has that id.',
  'dispatch-not-open': 'Only what is still owed can be handed on.',
  'not-the-persons': 'You answer what is asked of you; what an agent owes is the agent’s to answer.',
  'already-answered': 'An obligation is settled once. The first answer stands.',
  'code-needed':
    'An agent could type this command too. On a terminal a person is there; elsewhere the one-time code shows it.',
  'code-refused': 'Codes are printed once, for one question, and kept nowhere.',
  'token-invalid': 'An agent is known by the token of its run. This one is of no live agent.',
  'token-missing': 'Who speaks must be known: an obligation is somebody’s.',
  'not-permitted': 'An agent may do what its capabilities and its home channel say.',
  'token-present':
    'Some decisions are a person’s. Where an agent’s token is in the environment, an agent would take them.',
  'phase-held': 'Two runs of one phase would do its plans twice. The other one lives.',
  'run-not-found': 'No run of that id is in the ledger of this project.',
  'worktree-not-found': 'msd looks after the worktrees that it made, and touches no others.',
  interrupted: 'You stopped it, or a signal did. What was finished stays; the same command goes on.',
  'plan-not-done': 'The step that brings one plan home ends so where the plan did not come home.',
  'no-session': 'The verb belongs to a run’s workflow and means nothing without one.',
  'not-handed-over':
    'Only the session that was given a plan by msd dispatch next can say that its agent ended, and only once.',
  'report-refused':
    'Whatever a session says of an agent is a claim. The branch must be there, be the agent’s alone, and hold no other plan’s work.',
  'nothing-to-resolve': 'Only a plan whose agent is done and whose work is not home can have a conflict to mend.',
};

/** Facts that choose between words. */
const CHOSEN: Partial<Record<FailureReason, Readonly<Record<string, unknown>>>> = {
  'message-malformed': { problem: 'missing' },
  'not-permitted': { why: 'not-home' },
  'nothing-to-resolve': { why: 'unfinished', kept: undefined },
  'several-repositories': { repositories: ['REPOSITORY'] },
  usage: { message: 'WHAT IS WRONG WITH THE WORDS' },
};

function explained(reason: FailureReason): Explained {
  const { message, next } = wordsFor(sampleFacts<Failure>({ reason, ...CHOSEN[reason] }));
  return { says: message, means: WHY[reason], next, exitCode: EXIT_CODES[reason] };
}

/** What is no failure but a fault of msd's own. */
const BUG: Explained = {
  says: 'msd failed by a fault of its own',
  means: 'A place in msd met what it was never to meet. Nothing of yours was discarded.',
  next: 'report it with the lines that were printed',
  exitCode: 7,
};

export const failures = (): AreaOf<FailureReason | 'bug'> => ({
  ...(Object.fromEntries((Object.keys(WHY) as FailureReason[]).map((reason) => [reason, explained(reason)])) as Record<
    FailureReason,
    Explained
  >),
  bug: BUG,
});
