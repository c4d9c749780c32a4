/**
 * How the example agent behaves, for trying out what msd does with an agent that is not perfect. Chosen for all plans
 * (`MSD_EXAMPLE_MODE=fail`), by plan (`MSD_EXAMPLE_MODE="03-02-tags=hang 03-03-help=fail"`) or in the plan's own text
 * (`<!-- example-agent: fail -->`).
 */
export const MODES = {
  work: 'does every task, commits each, writes the SUMMARY',
  fail: 'commits the first task, then ends with exit code 1 and a reason',
  decline: 'answers that it will not do the plan',
  hang: 'commits the first task, then waits for ever',
  deaf: 'as hang, and ignores SIGTERM',
  signal: 'commits the first task, then ends itself by SIGKILL',
  'no-work': 'ends with exit code 0 and has done nothing',
  'no-changes': 'has done nothing and says that nothing was to be done',
  'no-summary': 'does the tasks and writes no SUMMARY',
  untracked: 'does the tasks and leaves a file nobody declared',
  uncommitted: 'edits the files of the last task and does not commit them',
  conflict: 'also changes the first line of README.md, so that two such plans conflict',
  markers: 'also commits README.md with a conflict in it that nobody mended',
  delete: 'also deletes books.txt, which no plan declares',
  escape: 'also commits a file in the main checkout',
  checkpoint: 'commits the first task, then asks a question; told an answer, it goes on',
  asks: 'as checkpoint, by a QUERY in the ledger and no other answer',
  proposes: 'proposes a departure first, and waits for what is said to it',
  strays: 'also speaks in the channel local/review, and in its own',
  'says-done': 'does every task, and answers by DONE in the ledger only',
  'says-failure': 'commits the first task, and answers by FAILURE in the ledger only',
  loud: 'prints 20 megabytes on the way',
  'bad-result': 'writes a result file that is not JSON',
  'delete-worktree': 'does everything, then deletes its worktree',
  'delete-git': 'also deletes the `.git` of its worktree',
  'other-branch': 'commits the last of its work on a branch of its own making',
  detach: 'commits the last of its work on a detached HEAD',
  'rewrite-base': 'replaces the commit that it was started from by one of its own',
  'index-lock': 'leaves an index.lock, as a killed git does, and a declared file uncommitted',
  plant: 'also plants a hook and a setting in the repository',
  'plant-and-fail': 'as plant, then ends with exit code 1',
  'dirty-main': 'also edits files in the main checkout and does not commit them',
  daemon: 'also leaves a process running that goes on writing into its worktree',
};

/** @returns {keyof typeof MODES} */
export function modeOf(planId, planText, env) {
  const written = /<!-- example-agent: ([\w-]+) -->/.exec(planText)?.[1];
  const words = (env.MSD_EXAMPLE_MODE ?? '').split(/[\s,]+/).filter(Boolean);
  const named = words.map((word) => word.split('=')).find(([plan, mode]) => mode !== undefined && plan === planId)?.[1];
  const mode = named ?? words.find((word) => !word.includes('=')) ?? written ?? 'work';
  if (!Object.hasOwn(MODES, mode)) throw new Error(`no mode "${mode}"; there are: ${Object.keys(MODES).join(', ')}`);
  return mode;
}
