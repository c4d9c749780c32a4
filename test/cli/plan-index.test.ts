import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, readdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { test } from 'node:test';
import type { PhaseIndex } from '../../src/core/phase/plan-index.js';
import type { PlanProblem } from '../../src/core/phase/problems.js';
import type { MsdEnd } from '../rig/msd.js';
import { type TemporaryProject, temporaryProject } from '../rig/temporary-project.js';

type Told = Omit<PhaseIndex, 'problems'> & {
  readonly problems: readonly (PlanProblem & { readonly message: string })[];
};
const indexOf = (end: MsdEnd): Told => JSON.parse(end.stdout);
const errorOf = (end: MsdEnd): { code: string; message: string; details: Record<string, unknown> } =>
  JSON.parse(end.stdout).error;

/** Three plans, the second behind the first, the third on the files of the first. */
function threePlans(project: TemporaryProject): void {
  project.plan('03-01-schema', { frontmatter: { files_modified: ['src/a.ts'] } });
  project.plan('03-02-hardening', { frontmatter: { depends_on: ['01'], files_modified: ['src/b.ts'] } });
  project.plan('03-03', { frontmatter: { files_modified: ['./src/a.ts'], autonomous: 'false' } });
}

test('every way to name the phase gives one answer, from any folder', async (t) => {
  const project = temporaryProject(t);
  threePlans(project);
  mkdirSync(project.path('src/deep'), { recursive: true });
  const first = await project.msd(['plan', 'index', '03-auth', '--json']);
  assert.equal(first.code, 0, first.stderr);
  for (const query of ['3', '03', '003'])
    assert.equal((await project.msd(['plan', 'index', query, '--json'])).stdout, first.stdout);
  assert.equal(
    (await project.msd(['plan', 'index', '03', '--json'], { cwd: project.path('src/deep') })).stdout,
    first.stdout,
  );
  assert.deepEqual(indexOf(first).overlaps, [{ plans: ['03-01-schema', '03-03'], paths: ['src/a.ts'] }]);
});

test('a person reads waves, what waits for what, and who keeps whom apart', async (t) => {
  const project = temporaryProject(t);
  threePlans(project);
  const { stdout, code } = await project.msd(['plan', 'index', '03']);
  assert.equal(code, 0);
  assert.equal(
    stdout,
    `phase 03 auth: 3 plans, 0 complete, 2 runnable now

wave 1
  03-01-schema     runnable
  03-03            runnable    (stops for a person)

wave 2
  03-02-hardening  waiting     (after 03-01-schema)

not at the same time
  03-01-schema and 03-03: src/a.ts
`,
  );
});

test('a phase that is not there, shared, or no phase: exit 3, on both outputs', async (t) => {
  const project = temporaryProject(t);
  mkdirSync(project.path('.planning/phases/04-a'));
  mkdirSync(project.path('.planning/phases/04-b'));
  for (const [query, code, says] of [
    ['9', 'phase-not-found', /there is no phase "9"/],
    ['4', 'phase-ambiguous', /04-a, 04-b/],
    ['3; touch pwned', 'phase-invalid', /"3; touch pwned" is not a phase/],
    ['../../etc', 'phase-invalid', /is not a phase/],
  ] as const) {
    const end = await project.msd(['plan', 'index', query, '--json']);
    assert.deepEqual([end.code, errorOf(end).code], [3, code]);
    assert.match(end.stderr, says);
    assert.match(end.stderr, /\nnext: {2}/);
  }
  assert.deepEqual(readdirSync(project.root).sort(), ['.git', '.planning']);
});

test('no project: exit 3, and what a project is', async (t) => {
  const project = temporaryProject(t, { withoutGit: true });
  renameSync(project.path('.planning'), project.path('planning'));
  const end = await project.msd(['plan', 'index', '3']);
  assert.equal(end.code, 3);
  assert.match(end.stderr, /no msd project .* \.planning\//);
});

test('a cycle and a number given twice make the phase impossible: exit 4, with the whole answer', async (t) => {
  const project = temporaryProject(t);
  project.plan('03-01', { frontmatter: { depends_on: ['02'] } });
  project.plan('03-02', { frontmatter: { depends_on: ['01'] } });
  const end = await project.msd(['plan', 'index', '3', '--json']);
  assert.equal(end.code, 4);
  const problem = indexOf(end).problems.find((one) => one.code === 'dependency-cycle');
  assert.match(problem?.message ?? '', /03-01 → 03-02 → 03-01/);
  const human = await project.msd(['plan', 'index', '3']);
  assert.match(
    human.stdout,
    /error: the plans wait for each other: 03-01 → 03-02 → 03-01; none of them can run \[dependency-cycle\]/,
  );
});

test('an unknown dependency blocks its plan only: exit 0 for the index, 4 for the check', async (t) => {
  const project = temporaryProject(t);
  project.plan('03-01', { frontmatter: { depends_on: ['03-07-gone'] } });
  project.plan('03-02');
  const end = await project.msd(['plan', 'index', '3', '--json']);
  assert.equal(end.code, 0);
  assert.deepEqual(
    indexOf(end).plans.map((plan) => plan.runnable),
    [false, true],
  );
  const check = await project.msd(['plan', 'check']);
  assert.equal(check.code, 4);
  assert.match(check.stdout, /^\.planning\/phases\/03-auth\/03-01-PLAN\.md:2: error: depends_on names "03-07-gone"/m);
  assert.equal((await project.msd(['plan', 'check', '3', '--json'])).code, 4);
});

test('warnings alone leave the check at 0', async (t) => {
  const project = temporaryProject(t);
  project.plan('03-01');
  const { code, stdout } = await project.msd(['plan', 'check', '03']);
  assert.equal(code, 0);
  assert.match(stdout, /warning: files_modified is missing/);
  assert.match(stdout, /1 phase, 1 plan: 0 errors, 1 warning$/m);
});

test('the phases, with how far they are', async (t) => {
  const project = temporaryProject(t);
  threePlans(project);
  project.write('.planning/phases/03-auth/03-01-schema-SUMMARY.md', '# done\n');
  mkdirSync(project.path('.planning/phases/10-later'));
  mkdirSync(project.path('.planning/phases/_09-parked'));
  const human = await project.msd(['phase', 'list']);
  assert.equal(human.stdout, '03-auth   1/3 complete, 2 runnable\n10-later  no plans\n');
  const { phases } = JSON.parse((await project.msd(['phase', 'list', '--json'])).stdout);
  assert.deepEqual(phases, [
    {
      token: '03',
      key: '3',
      name: 'auth',
      dir: '.planning/phases/03-auth',
      plans: 3,
      complete: 1,
      runnable: 2,
      errors: 0,
    },
    {
      token: '10',
      key: '10',
      name: 'later',
      dir: '.planning/phases/10-later',
      plans: 0,
      complete: 0,
      runnable: 0,
      errors: 0,
    },
  ]);
});

test('what a file says is shown on one clean line, and kept as it is in JSON', async (t) => {
  const project = temporaryProject(t);
  const file = '.planning/phases/03-auth/03-01-PLAN.md';
  project.write(file, '---\ntitle: "t\\e[2J\\nApproved\\u202e"\ndepends_on: ["x\\e[2J\\nError: none"]\n---\n');
  const { stdout } = await project.msd(['plan', 'index', '3']);
  assert.ok(!/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/.test(stdout), JSON.stringify(stdout));
  assert.match(stdout, /depends_on names "x\[2J Error: none"/);
  const json = await project.msd(['plan', 'index', '3', '--json']);
  assert.equal(indexOf(json).plans[0]?.title, 't\u001b[2J\nApproved\u202e');
  assert.ok(!json.stdout.slice(0, -1).includes('\n'));
});

test('links are followed inside the checkout, and never out of it', {
  skip: process.platform === 'win32',
}, async (t) => {
  const project = temporaryProject(t);
  const outside = join(project.root, '..', 'outside');
  mkdirSync(outside);
  writeFileSync(join(outside, '03-02-PLAN.md'), '---\nfiles_modified: []\n---\n');
  project.write('elsewhere/03-01-PLAN.md', '---\nfiles_modified: []\n---\n');
  symlinkSync('../../../elsewhere/03-01-PLAN.md', project.path('.planning/phases/03-auth/03-01-PLAN.md'));
  symlinkSync(join(outside, '03-02-PLAN.md'), project.path('.planning/phases/03-auth/03-02-PLAN.md'));
  symlinkSync('nowhere', project.path('.planning/phases/03-auth/03-03-PLAN.md'));
  const { plans, problems } = indexOf(await project.msd(['plan', 'index', '3', '--json']));
  assert.deepEqual(
    plans.map((plan) => [plan.id, plan.runnable]),
    [
      ['03-01', true],
      ['03-02', false],
      ['03-03', false],
    ],
  );
  assert.deepEqual(
    problems.map((one) => [one.code, one.plan]),
    [
      ['file-unreadable', '03-02'],
      ['file-unreadable', '03-03'],
    ],
  );

  symlinkSync('../../elsewhere', project.path('.planning/phases/04-inside'));
  symlinkSync(outside, project.path('.planning/phases/05-outside'));
  assert.equal((await project.msd(['plan', 'index', '4'])).code, 0);
  const end = await project.msd(['plan', 'index', '5', '--json']);
  assert.deepEqual([end.code, errorOf(end).code], [7, 'symlink-escape']);
});

test('names that are not UTF-8, files of other kinds, and files that may not be read', {
  skip: process.platform !== 'linux',
}, async (t) => {
  const project = temporaryProject(t);
  const phase = project.path('.planning/phases/03-auth');
  writeFileSync(
    Buffer.concat([Buffer.from(`${phase}/03-01-`), Buffer.from([0xff, 0xfe]), Buffer.from('-PLAN.md')]),
    '---\n---\n',
  );
  mkdirSync(join(phase, '03-02-PLAN.md'));
  writeFileSync(join(phase, '03-03-PLAN.md'), Buffer.from('\ufeff---\nwave: 1\n---\n', 'utf16le'));
  writeFileSync(
    join(phase, '03-04-PLAN.md'),
    Buffer.concat([Buffer.from('---\ntitle: '), Buffer.from([0xe9]), Buffer.from('\nfiles_modified: []\n---\n')]),
  );
  chmodSync(join(phase, '03-04-PLAN.md'), 0o600);
  const { plans, problems } = indexOf(await project.msd(['plan', 'index', '3', '--json']));
  assert.deepEqual(
    plans.map((plan) => plan.runnable),
    [false, false, true],
  );
  assert.deepEqual([...new Set(problems.filter((one) => one.blocks).map((one) => one.code))].sort(), [
    'file-unreadable',
    'plan-id-unfit',
  ]);
});

test('a plan of two megabytes is read; one of five is refused by its size', async (t) => {
  const project = temporaryProject(t);
  project.plan('03-01', { frontmatter: { files_modified: [] }, body: '(['.repeat(1024 * 1024) });
  project.plan('03-02', { body: 'x'.repeat(5 * 1024 * 1024) });
  const { plans, problems } = indexOf(await project.msd(['plan', 'index', '3', '--json']));
  assert.deepEqual(
    plans.map((plan) => plan.runnable),
    [true, false],
  );
  assert.match(problems.find((one) => one.plan === '03-02')?.message ?? '', /larger than/);
});

test('a pipe that nobody writes to is not waited for', { skip: process.platform === 'win32' }, async (t) => {
  const project = temporaryProject(t);
  const { execFileSync } = await import('node:child_process');
  execFileSync('mkfifo', [project.path('.planning/phases/03-auth/03-01-PLAN.md')]);
  const { problems } = indexOf(await project.msd(['plan', 'index', '3', '--json']));
  assert.match(problems[0]?.message ?? '', /it is not a file/);
});

test('nothing is written, and the words must fit', async (t) => {
  const project = temporaryProject(t);
  threePlans(project);
  project.commit('plans');
  await project.msd(['plan', 'index', '3']);
  await project.msd(['plan', 'check']);
  await project.msd(['phase', 'list']);
  assert.deepEqual(readdirSync(project.root).sort(), ['.git', '.planning']);
  assert.equal(project.git('status', '--porcelain'), '');
  for (const words of [
    ['plan', 'index'],
    ['plan', 'index', '3', '4'],
    ['plan', 'index', '--nonsense', '3'],
  ])
    assert.equal((await project.msd(words)).code, 2, words.join(' '));
});

test('a reader that goes away is no fault', { skip: process.platform === 'win32' }, async (t) => {
  const project = temporaryProject(t);
  for (let i = 0; i < 400; i++) project.plan(`03-${i}`, { body: 'x' });
  const { execFileSync } = await import('node:child_process');
  const { MSD_BIN } = await import('../rig/msd.js');
  const script = '"$0" "$1" plan index 3 --json 2>&1 | head -c 1';
  const out = execFileSync('sh', ['-c', script, process.execPath, MSD_BIN], { cwd: project.root, encoding: 'utf8' });
  assert.equal(out, '{');
});
