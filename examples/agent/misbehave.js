import { execFileSync } from 'node:child_process';
import { appendFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import process from 'node:process';

/** What some modes do besides their tasks, in the worktree, before the SUMMARY. */
export const BESIDES = {
  untracked: ({ worktree, plan }) => writeFileSync(join(worktree, 'scratch.txt'), `left by ${plan.id}\n`),
  conflict({ worktree, plan, place }) {
    const path = join(worktree, 'README.md');
    writeFileSync(path, readFileSync(path, 'utf8').replace(/^.*/, `# shelf, as ${plan.id} sees it`));
    place.commit(['README.md'], `docs(${plan.number}): another title`);
  },
  delete({ worktree, plan, place }) {
    rmSync(join(worktree, 'books.txt'));
    place.commit(['books.txt'], `chore(${plan.number}): books.txt is not needed`);
  },
  escape({ plan, place }) {
    const common = place.git('rev-parse', '--path-format=absolute', '--git-common-dir').trim();
    const main = dirname(common);
    appendFileSync(join(main, 'README.md'), `written by ${plan.id}\n`);
    const self = ['-c', 'user.name=Example Agent', '-c', 'user.email=agent@example.com'];
    execFileSync('git', [...self, 'commit', '--quiet', '-m', `docs(${plan.number}): in the wrong place`, 'README.md'], {
      cwd: main,
    });
  },
  loud() {
    for (let line = 0; line < 200_000; line++) process.stdout.write(`${'output '.repeat(14)}${line}\n`);
  },
};

/** Ends that come after the first task. Each returns the answer to give, or never returns. */
export const AFTER_FIRST_TASK = {
  fail: () => ({ exitCode: 1, answer: { status: 'failed', reason: 'the example agent was told to fail' } }),
  hang: () => forEver(),
  deaf() {
    process.on('SIGTERM', () => {});
    return forEver();
  },
  signal() {
    process.kill(process.pid, 'SIGKILL');
    return forEver();
  },
};

/** Ends without any task. */
export const INSTEAD_OF_TASKS = {
  decline: { exitCode: 0, answer: { status: 'declined', reason: 'the example agent was told to decline' } },
  'no-work': { exitCode: 0, answer: null },
  'no-changes': { exitCode: 0, answer: { status: 'done', noChanges: true, summary: 'nothing was to be done' } },
};

function forEver() {
  console.log('waiting for ever');
  return new Promise(() => setInterval(() => {}, 60_000));
}
