import { execFileSync, spawn } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import process from 'node:process';
import { say } from './speak.js';

const SELF = ['-c', 'user.name=Example Agent', '-c', 'user.email=agent@example.com'];

/** What some modes do besides their tasks, in the worktree, before the SUMMARY. */
export const BESIDES = {
  untracked: ({ worktree, plan }) => writeFileSync(join(worktree, 'scratch.txt'), `left by ${plan.id}\n`),
  conflict({ worktree, plan, place }) {
    const path = join(worktree, 'README.md');
    writeFileSync(path, readFileSync(path, 'utf8').replace(/^.*/, `# shelf, as ${plan.id} sees it`));
    place.commit(['README.md'], `docs(${plan.number}): another title`);
  },
  markers({ worktree, plan, place }) {
    const ours = readFileSync(join(worktree, 'README.md'), 'utf8');
    writeFileSync(join(worktree, 'README.md'), `<<<<<<< ours\n${ours}=======\nanother\n>>>>>>> theirs\n`);
    place.commit(['README.md'], `docs(${plan.number}): merged in haste`);
  },
  delete({ worktree, plan, place }) {
    rmSync(join(worktree, 'books.txt'));
    place.commit(['books.txt'], `chore(${plan.number}): books.txt is not needed`);
  },
  escape({ plan, place }) {
    const main = mainCheckout(place);
    appendFileSync(join(main, 'README.md'), `written by ${plan.id}\n`);
    execFileSync('git', [...SELF, 'commit', '--quiet', '-m', `docs(${plan.number}): in the wrong place`, 'README.md'], {
      cwd: main,
    });
  },
  'other-branch': ({ plan, place }) => elsewhere(place, plan, ['switch', '--quiet', '-c', `of-${plan.number}`]),
  detach: ({ plan, place }) => elsewhere(place, plan, ['switch', '--quiet', '--detach']),
  'rewrite-base'({ plan, place }) {
    const base = place.git('rev-list', '--max-parents=0', 'HEAD').trim();
    place.git('reset', '--quiet', '--soft', base);
    place.git(...SELF, 'commit', '--quiet', '-m', `feat(${plan.number}): history as I like it`);
  },
  plant: ({ place }) => plant(place),
  'dirty-main'({ plan, place }) {
    const main = mainCheckout(place);
    appendFileSync(join(main, 'README.md'), `written by ${plan.id}\n`);
    writeFileSync(join(main, `${plan.id}.txt`), 'not committed\n');
  },
  daemon({ worktree }) {
    const code = `setInterval(() => require('node:fs').appendFileSync(${JSON.stringify(join(worktree, 'daemon.txt'))}, 'x'), 5)`;
    spawn(process.execPath, ['-e', code], { detached: true, stdio: 'ignore' }).unref();
    const still = new Int32Array(new SharedArrayBuffer(4));
    while (!existsSync(join(worktree, 'daemon.txt'))) Atomics.wait(still, 0, 0, 10);
  },
  loud() {
    for (let line = 0; line < 200_000; line++) process.stdout.write(`${'output '.repeat(14)}${line}\n`);
  },
};

/** Ends that come after the first task. Each returns the answer to give, or never returns. */
export const AFTER_FIRST_TASK = {
  'says-failure'() {
    say('FAILURE', 'the example agent says that it failed');
    return { exitCode: 0, answer: null };
  },
  fail: () => ({ exitCode: 1, answer: { status: 'failed', reason: 'the example agent was told to fail' } }),
  hang: () => forEver(),
  deaf() {
    process.on('SIGTERM', () => {});
    return forEver();
  },
  'plant-and-fail'({ place }) {
    plant(place);
    return { exitCode: 1, answer: { status: 'failed', reason: 'the example agent was told to fail' } };
  },
  signal() {
    process.kill(process.pid, 'SIGKILL');
    return forEver();
  },
};

/** What some modes do after everything else. */
export const AT_THE_END = {
  'delete-worktree': ({ worktree }) => rmSync(worktree, { recursive: true, force: true }),
  'delete-git': ({ worktree }) => rmSync(join(worktree, '.git')),
  'index-lock'({ worktree, place }) {
    const gitDir = place.git('rev-parse', '--absolute-git-dir').trim();
    writeFileSync(join(gitDir, 'index.lock'), '');
    appendFileSync(join(worktree, 'src', 'cli.js'), '// left uncommitted\n');
  },
};

/** Ends without any task. */
export const INSTEAD_OF_TASKS = {
  decline: { exitCode: 0, answer: { status: 'declined', reason: 'the example agent was told to decline' } },
  'no-work': { exitCode: 0, answer: null },
  'no-changes': { exitCode: 0, answer: { status: 'done', noChanges: true, summary: 'nothing was to be done' } },
};

const commonDir = (place) => place.git('rev-parse', '--path-format=absolute', '--git-common-dir').trim();
const mainCheckout = (place) => dirname(commonDir(place));

function elsewhere(place, plan, how) {
  place.git(...how);
  place.git(...SELF, 'commit', '--quiet', '--allow-empty', '-m', `feat(${plan.number}): somewhere else`);
}

function plant(place) {
  const hooks = join(commonDir(place), 'hooks');
  mkdirSync(hooks, { recursive: true });
  writeFileSync(join(hooks, 'post-commit'), '#!/bin/sh\ntouch planted\n', { mode: 0o755 });
  place.git('config', 'alias.st', '!touch planted');
}

function forEver() {
  console.log('waiting for ever');
  return new Promise(() => setInterval(() => {}, 60_000));
}
