import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { buildRepository } from '#root/examples/build-repository.js';
import { cleanEnvironment } from '../rig/environment.js';
import { git } from '../rig/git.js';
import { temporaryFolder } from '../rig/temp-folder.js';

const AGENT = fileURLToPath(new URL('../../../examples/agent.js', import.meta.url));
const PLANS = ['01-dates', '02-tags', '03-help', '04-search', '05-pace', '06-report', '07-guide'].map((p) => `03-${p}`);

/** Does one plan of the example by hand, as msd would start the agent, in the main checkout. */
function work(root: string, plan: string, env: Readonly<Record<string, string>> = {}, prompt = '') {
  const result = join(root, '..', 'result.json');
  const done = spawnSync(process.execPath, [AGENT], {
    cwd: root,
    env: cleanEnvironment(root, {
      MSD_PLAN_FILE: join(root, `.planning/phases/03-insight/${plan}-PLAN.md`),
      MSD_RESULT_FILE: result,
      ...env,
    }),
    input: prompt,
    encoding: 'utf8',
    maxBuffer: 1 << 26,
  });
  const answer = existsSync(result) ? readFileSync(result, 'utf8') : null;
  return { code: done.status, signal: done.signal, stdout: done.stdout, stderr: done.stderr, answer };
}

const example = (t: TestContext): string => buildRepository(join(temporaryFolder(t), 'shelf'));

test('the repository is the same commit wherever and whenever it is built', (t) => {
  assert.equal(git(example(t), 'rev-parse', 'HEAD'), git(example(t), 'rev-parse', 'HEAD'));
});

test('plan after plan the agent makes the program that the phase describes', (t) => {
  const root = example(t);
  for (const plan of PLANS) {
    const { code, stderr } = work(root, plan);
    assert.deepEqual({ code, stderr }, { code: 0, stderr: '' });
  }
  assert.equal(git(root, 'status', '--porcelain'), '');
  const subjects = git(root, 'log', '--format=%s', '--reverse').split('\n').slice(3);
  assert.equal(subjects.length, 19);
  assert.deepEqual(subjects.slice(0, 3), [
    'feat(03-01): Read a day',
    'feat(03-01): Days between two days',
    'docs(03-01): summary',
  ]);
  const report = spawnSync(process.execPath, ['bin/shelf.js', 'report'], { cwd: root, encoding: 'utf8' });
  assert.equal(report.stdout.split('\n')[1], 'one every 17.3 days');
});

test('it fails with a reason where the plan does not fit the files', (t) => {
  const root = example(t);
  const { code, answer } = work(root, '03-05-pace');
  assert.equal(code, 1);
  assert.match(answer ?? '', /"status":"failed","reason":".*dates\.js/s);
});

/** Each mode: exit code, signal, beginning of the answer, commits made. */
const MODES: readonly [string, number | null, string | null, RegExp | null, number][] = [
  ['fail', 1, null, /"failed"/, 1],
  ['decline', 0, null, /"declined"/, 0],
  ['signal', null, 'SIGKILL', null, 1],
  ['no-work', 0, null, null, 0],
  ['no-changes', 0, null, /"noChanges":true/, 0],
  ['no-summary', 0, null, /"done"/, 2],
  ['untracked', 0, null, /"done"/, 3],
  ['uncommitted', 0, null, /"done"/, 2],
  ['conflict', 0, null, /"done"/, 4],
  ['delete', 0, null, /"done"/, 4],
  ['checkpoint', 0, null, /"checkpoint","question":"Shall 03-01-dates go on\?"/, 1],
  ['bad-result', 0, null, /^\{"status": done$/, 3],
];

for (const [mode, code, signal, answer, commits] of MODES) {
  test(`told to: ${mode}`, (t) => {
    const root = example(t);
    const done = work(root, '03-01-dates', { MSD_EXAMPLE_MODE: `03-02-tags=hang 03-01-dates=${mode}` });
    assert.deepEqual({ code: done.code, signal: done.signal }, { code, signal });
    if (answer) assert.match(done.answer ?? '(none)', answer);
    else assert.equal(done.answer, null);
    assert.equal(git(root, 'rev-list', '--count', 'HEAD'), String(3 + commits));
  });
}

test('a plan begun before is gone on with, not begun again', (t) => {
  const root = example(t);
  work(root, '03-01-dates', { MSD_EXAMPLE_MODE: 'checkpoint' });
  const { code } = work(root, '03-01-dates', { MSD_EXAMPLE_MODE: 'checkpoint' }, 'The answer is: yes');
  assert.equal(code, 0);
  assert.equal(git(root, 'rev-list', '--count', 'HEAD'), '6');
});
