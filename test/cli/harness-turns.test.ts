import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import process from 'node:process';
import test, { type TestContext } from 'node:test';
import { cleanEnvironment } from '../rig/environment.js';
import { git } from '../rig/git.js';
import { MSD_BIN } from '../rig/msd.js';
import { temporaryProject, type TemporaryProject } from '../rig/temporary-project.js';

// A run that a host's session drives, without the host: the test starts no agents but does what they would.

const IN_CLAUDE = { env: { CLAUDECODE: '1' } };

interface Turn {
  readonly run: string;
  readonly calls: readonly { readonly plan: string; readonly isolation: string | null; readonly prompt: string }[];
  readonly atWork: readonly string[];
  readonly again: readonly unknown[];
  readonly waiting: readonly string[];
  readonly events: readonly {
    readonly type: string;
    readonly plan?: string;
    readonly status?: string;
    readonly reason?: string | null;
    readonly next?: string | null;
  }[];
  readonly finished: { readonly status: string; readonly exitCode: number } | null;
}

/** A phase of plans that each declare a file of their own name. */
function phase(
  t: TestContext,
  plans: Readonly<Record<string, { readonly after?: string; readonly files?: string }>>,
): TemporaryProject {
  const project = temporaryProject(t);
  for (const [plan, { after, files }] of Object.entries(plans))
    project.plan(plan, {
      frontmatter: { files_modified: [files ?? `${plan}.txt`], ...(after ? { depends_on: [after] } : {}) },
    });
  project.commit('plans');
  return project;
}

async function turn(
  project: TemporaryProject,
  words: readonly string[],
  stdin = '',
): Promise<Turn & { readonly code: number | null }> {
  const end = await project.msd([...words, '--phase', '03', '--json'], { ...IN_CLAUDE, stdin });
  assert.notEqual(end.stdout, '', end.stderr);
  return { ...(JSON.parse(end.stdout) as Turn), code: end.code };
}

const next = (project: TemporaryProject) => turn(project, ['dispatch', 'next']);
const home = (project: TemporaryProject, plan: string, agent: string | null, answer = '{"status":"done"}') =>
  turn(
    project,
    ['plan', 'home', '--plan', plan, ...(agent ? ['--branch', `worktree-agent-${agent}`] : []), '--answer', '-'],
    answer,
  );
const error = (said: unknown) => (said as { readonly error?: { readonly code: string } }).error?.code;
const outcome = (said: Turn, plan: string) =>
  said.events.find((event) => event.type === 'plan-finished' && event.plan === plan);

/** Works as an executor does in the worktree that Claude Code makes for it. */
function agent(project: TemporaryProject, name: string, plan: string, file = `${plan}.txt`, base = 'HEAD'): string {
  const place = project.path('.claude/worktrees', `agent-${name}`);
  project.git('worktree', 'add', '--quiet', '-b', `worktree-agent-${name}`, place, base);
  work(project, place, plan, file);
  return place;
}

function work(project: TemporaryProject, place: string, plan: string, file = `${plan}.txt`): void {
  const at = place === project.root ? '' : `${place.slice(project.root.length + 1)}/`;
  project.write(`${at}${file}`, `${plan}\n`);
  project.write(`${at}.planning/phases/03-auth/${plan}-SUMMARY.md`, '---\nstatus: complete\n---\nDone.\n');
  git(place, 'add', '--', file, '.planning');
  git(place, 'commit', '--quiet', '-m', `feat: ${plan}`);
}

const states = async (project: TemporaryProject) =>
  (JSON.parse((await project.msd(['obligation', 'list', '--json'])).stdout) as { state: string }[])
    .map((one) => one.state)
    .sort();

test('plans are handed over as they may start, brought home from the branches reported, and landed', async (t) => {
  const project = phase(t, { '03-01-one': {}, '03-02-two': {}, '03-03-three': { after: '03-01-one' } });
  const first = await next(project);
  assert.deepEqual(
    first.calls.map((call) => [call.plan, call.isolation]),
    [
      ['03-01-one', 'worktree'],
      ['03-02-two', 'worktree'],
    ],
  );
  const page =
    /^\[msd:dispatch phase="03" plan="03-01-one"\] Execute plan 01 of phase 03-auth\. Read (\/.*\/prompt\.md) whole/.exec(
      first.calls[0]!.prompt,
    );
  assert.ok(page?.[1] && existsSync(page[1]), first.calls[0]!.prompt);

  const again = await next(project);
  assert.deepEqual([again.calls, again.atWork, again.again.length], [[], ['03-01-one', '03-02-two'], 2]);
  assert.equal(
    (await project.msd(['execute-phase', '03', '--agent-command', 'false'])).code,
    6,
    'the session holds the phase',
  );

  agent(project, 'a1', '03-01-one');
  agent(project, 'a2', '03-02-two');
  const second = await home(project, '03-01-one', 'a1', 'All is done.\n  {"status":"done"}\n');
  assert.equal(outcome(second, '03-01-one')?.status, 'done');
  assert.deepEqual(
    second.calls.map((call) => call.plan),
    ['03-03-three'],
  );
  assert.equal(project.read('03-01-one.txt'), '03-01-one\n', 'what the next plan builds on is in the checkout');
  agent(project, 'a3', '03-03-three');
  assert.equal((await home(project, '03-02-two', 'a2')).finished, null);
  const last = await home(project, '03-03-three', 'a3');
  assert.deepEqual([last.finished?.status, last.code], ['done', 0]);
  assert.deepEqual(await states(project), ['fulfilled', 'fulfilled', 'fulfilled']);
  assert.equal(project.git('for-each-ref', '--format=%(refname)'), 'refs/heads/main');
  assert.equal(project.git('status', '--porcelain'), '');
  assert.deepEqual((await next(project)).finished?.status, 'done', 'a finished phase stays finished');
});

test('a report that cannot be the work of the plan is refused, and nothing is changed', async (t) => {
  const project = phase(t, { '03-01-one': {}, '03-02-two': {} });
  await next(project);
  agent(project, 'a1', '03-01-one');
  const before = project.git('for-each-ref');
  for (const branch of ['nowhere', 'main', 'worktree-agent-a1'])
    assert.equal(
      error(await turn(project, ['plan', 'home', '--plan', '03-02-two', '--branch', branch])),
      'report-refused',
      branch,
    );
  assert.equal(error(await home(project, '03-09-nine', 'a1')), 'not-handed-over');
  assert.equal(project.git('for-each-ref'), before);
  assert.equal(error(await turn(project, ['plan', 'home', '--plan', '03-01-one', '--host', 'codex'])), 'no-session');
  const inside = await project.msd(
    ['plan', 'home', '--phase', '03', '--plan', '03-02-two', '--branch', 'worktree-agent-a1'],
    {
      ...IN_CLAUDE,
      cwd: project.path('.claude/worktrees/agent-a1'),
    },
  );
  assert.match(inside.stderr, /\[in-agent-worktree\]/, 'an executor reports nobody');
});

test('what an agent did not do is not done: no commit, a failure, a base that drifted, an answer that is none', async (t) => {
  const project = phase(t, {
    '03-01-one': {},
    '03-02-two': {},
    '03-03-three': {},
    '03-04-four': { after: '03-01-one' },
  });
  const old = project.git('rev-parse', 'HEAD~1');
  await next(project);
  const empty = await home(project, '03-01-one', null);
  assert.match(outcome(empty, '03-01-one')?.reason ?? '', /^no-work: /);
  assert.equal(outcome(empty, '03-04-four')?.status, 'blocked');
  agent(project, 'a2', '03-02-two', '03-02-two.txt', old);
  const drifted = await home(project, '03-02-two', 'a2');
  assert.match(outcome(drifted, '03-02-two')?.reason ?? '', /^base-rewritten: /);
  agent(project, 'a3', '03-03-three');
  const last = await home(project, '03-03-three', 'a3', '{"status":"nearly"}');
  assert.match(outcome(last, '03-03-three')?.reason ?? '', /^result-invalid: /);
  assert.deepEqual([last.finished?.status, last.code], ['needs-person', 5]);
  assert.equal(project.git('rev-list', '--count', 'HEAD'), '2', 'nothing landed');
});

test('nothing to change is an answer; so is a refusal; a question is the person’s', async (t) => {
  const project = phase(t, { '03-01-one': {}, '03-02-two': {}, '03-03-three': {} });
  await next(project);
  await home(project, '03-01-one', null, '{"status":"done","noChanges":true}');
  await home(project, '03-02-two', null, '{"status":"declined","reason":"it is not needed"}');
  agent(project, 'a3', '03-03-three');
  const last = await home(project, '03-03-three', 'a3', '{"status":"checkpoint","question":"Which schema?"}');
  const asked = outcome(last, '03-03-three');
  assert.deepEqual([asked?.status, asked?.reason], ['checkpoint', 'checkpoint: Which schema?']);
  assert.match(asked?.next ?? '', /^msd answer \S+/);
  assert.doesNotMatch(JSON.stringify(last), /--code/, 'the code is the person’s, not the model’s');
  assert.deepEqual(
    await states(project),
    ['declined', 'fulfilled', 'open', 'open'],
    'the plan is still owed, and the answer',
  );
});

test('a plan for the main checkout runs alone: after what is at work, and nothing starts beside it', async (t) => {
  const project = phase(t, { '03-01-one': {}, '03-02-lib': { files: 'libs/core/x' }, '03-03-three': {} });
  const inner = project.path('libs/core');
  project.write('libs/core/inner.txt', 'inner\n');
  git(inner, 'init', '--quiet', '--template=', '-b', 'main');
  git(inner, 'add', '--all');
  git(inner, 'commit', '--quiet', '-m', 'inner');
  project.commit('a submodule');
  const first = await next(project);
  assert.deepEqual([first.calls.map((call) => call.plan), first.waiting], [['03-01-one'], ['03-02-lib']]);
  agent(project, 'a1', '03-01-one');
  const alone = await home(project, '03-01-one', 'a1');
  assert.deepEqual(
    alone.calls.map((call) => [call.plan, call.isolation]),
    [['03-02-lib', null]],
  );
  assert.deepEqual((await next(project)).calls, []);
  work(project, project.root, '03-02-lib', 'note.txt');
  assert.equal(
    error(await turn(project, ['plan', 'home', '--plan', '03-02-lib', '--branch', 'main'])),
    'report-refused',
  );
  const then = await home(project, '03-02-lib', null);
  assert.equal(outcome(then, '03-02-lib')?.status, 'done');
  assert.deepEqual(
    then.calls.map((call) => call.plan),
    ['03-03-three'],
  );
});

test('an executor that committed in the main checkout is found by its report, and nothing lands', async (t) => {
  const project = phase(t, { '03-01-one': {}, '03-02-two': {} });
  await next(project);
  agent(project, 'a1', '03-01-one');
  agent(project, 'a2', '03-02-two');
  project.write('03-02-two.txt', 'escaped\n');
  const fled = project.commit('an escape');
  assert.equal(outcome(await home(project, '03-01-one', 'a1'), '03-01-one')?.status, 'done');
  const last = await home(project, '03-02-two', 'a2');
  assert.match(outcome(last, '03-02-two')?.reason ?? '', /^escaped: /);
  assert.deepEqual([last.finished?.status, last.code], ['needs-person', 5]);
  assert.equal(project.git('rev-parse', 'HEAD'), fled);
});

test('a run is stopped without ending the session that drives it, and the next one goes on', async (t) => {
  const project = phase(t, { '03-01-one': {}, '03-02-two': {} });
  const { run } = await next(project);
  agent(project, 'a1', '03-01-one');
  await home(project, '03-01-one', 'a1');
  const stopped = await project.msd(['run', 'stop', '--json']);
  assert.deepEqual(JSON.parse(stopped.stdout), { run, stopped: true, plans: ['03-02-two'] });
  const anew = await next(project);
  assert.deepEqual(
    anew.calls.map((call) => call.plan),
    ['03-02-two'],
  );
  agent(project, 'a2', '03-02-two');
  const last = await home(project, '03-02-two', 'a2');
  assert.equal(last.finished?.status, 'done');
  assert.deepEqual(await states(project), ['failed', 'fulfilled', 'fulfilled']);
});

test('a session that is gone has lost what was at work in it; the next one starts that anew and keeps what is home', async (t) => {
  const project = phase(t, { '03-01-one': {}, '03-02-two': {} });
  // A session of its own: the process that ran these two turns has ended when the next begins.
  agent(project, 'a1', '03-01-one');
  const turns = [
    ['dispatch', 'next', '--phase', '03'],
    ['plan', 'home', '--phase', '03', '--plan', '03-01-one', '--branch', 'worktree-agent-a1'],
  ];
  const script = `for (const words of ${JSON.stringify(turns)}) {
    const { status, stderr } = require('node:child_process').spawnSync(process.execPath, [${JSON.stringify(MSD_BIN)}, ...words]);
    if (status !== 0) throw new Error(String(stderr));
  }`;
  const env = { ...cleanEnvironment(project.home), CLAUDECODE: '1' };
  const session = spawnSync(process.execPath, ['-e', script], { cwd: project.root, env, encoding: 'utf8' });
  assert.equal(session.status, 0, session.stderr);

  assert.equal(error(await home(project, '03-02-two', null)), 'not-handed-over', 'it was given to another session');
  const anew = await next(project);
  assert.deepEqual([anew.calls.map((call) => call.plan), anew.atWork], [['03-02-two'], []]);
  agent(project, 'a2', '03-02-two');
  assert.equal((await home(project, '03-02-two', 'a2')).finished?.status, 'done');
  assert.deepEqual(await states(project), ['failed', 'fulfilled', 'fulfilled']);
  assert.equal(project.read('03-01-one.txt'), '03-01-one\n');
});
