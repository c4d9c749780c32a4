import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { LIFETIMES, SENTINEL_NAME } from '#hooks/lib/isolation-sentinel.js';
import { PRODUCERS } from '../../src/core/isolation/vocabulary.js';
import { temporaryFolder } from '../rig/temp-folder.js';
import { type ProjectOptions, type TemporaryProject, temporaryProject } from '../rig/temporary-project.js';

const ID = '03-02-hardening';
const PLAN = ['--phase', '03', '--plan', ID];

interface Decision {
  readonly isolation: string;
  readonly reason: string;
  readonly harnessFlag: string | null;
  readonly worktree: string | null;
  readonly held: unknown;
  readonly decidedBy: { readonly producer: string; readonly kind: string };
  readonly scope: { readonly run: string | null; readonly phase: string; readonly plan: string | null };
  readonly recordedAt: string;
  readonly expiresAt: string;
  readonly usable: boolean;
  readonly why?: string;
  readonly facts: { readonly plan: unknown };
}

type Run = (
  words: readonly string[],
  options?: Parameters<TemporaryProject['msd']>[1],
) => Promise<Decision & { readonly decisions: readonly Decision[] }>;

function make(
  t: TestContext,
  options: ProjectOptions = {},
): {
  project: TemporaryProject;
  ask: Run;
  refused: (
    words: readonly string[],
    options?: Parameters<TemporaryProject['msd']>[1],
  ) => Promise<[number | null, string]>;
  file: string;
} {
  const project = temporaryProject(t, options);
  for (const id of ['03-01-schema', ID]) project.plan(id, { frontmatter: { files_modified: [`src/${id}.ts`] } });
  if (!options.withoutGit) project.commit('plans');
  const ask: Run = async (words, more) => {
    const end = await project.msd(['isolation', ...words, '--json'], more);
    assert.equal(end.code, 0, end.stderr);
    return JSON.parse(end.stdout) as Decision & { readonly decisions: readonly Decision[] };
  };
  const refused = async (
    words: readonly string[],
    more?: Parameters<TemporaryProject['msd']>[1],
  ): Promise<[number | null, string]> => {
    const end = await project.msd(['isolation', ...words, '--json'], more);
    return [end.code, (JSON.parse(end.stdout) as { error: { code: string } }).error.code];
  };
  return { project, ask, refused, file: join(project.root, '.msd', SENTINEL_NAME) };
}

test('each producer’s decision is held: asking again changes no byte and gives its value', async (t) => {
  const { project, ask, file } = make(t);
  for (const producer of Object.keys(PRODUCERS)) {
    const recorded = await ask(['record', ...PLAN, '--isolation', 'none', '--producer', producer]);
    assert.deepEqual(recorded.decidedBy, { producer, kind: 'caller' });
    const before = readFileSync(file);
    const ways = [PLAN, [...PLAN, '--run', 'r-1'], ['--phase', '3', '--plan', ID]];
    for (const resolved of await Promise.all(ways.map((words) => ask(['resolve', ...words]))))
      assert.deepEqual(
        [resolved.isolation, resolved.decidedBy, resolved.reason],
        ['none', recorded.decidedBy, recorded.reason],
      );
    assert.equal((await ask(['record', ...PLAN])).held, true, 'recording without a value leaves it');
    assert.equal((await project.msd(['isolation', 'show'])).code, 0);
    assert.deepEqual(readFileSync(file), before);
  }
  const [shown] = (await ask(['show'])).decisions;
  assert.equal(shown?.decidedBy.producer, 'person');
  assert.equal(shown?.usable, true);
});

test('what the resolver recorded is looked up again', async (t) => {
  const { project, ask } = make(t);
  const first = await ask(['record', ...PLAN]);
  assert.deepEqual(
    [first.isolation, first.reason, first.decidedBy, first.held],
    ['orchestrator-worktree', 'msd-makes-worktree', { producer: 'capability-gate', kind: 'resolver' }, false],
  );
  project.write('.planning/config.json', '{"workflow":{"use_worktrees":false}}');
  const resolved = await ask(['resolve', ...PLAN]);
  assert.deepEqual([resolved.isolation, resolved.reason, resolved.held], ['none', 'opted-out', null]);
  assert.equal(
    (await ask(['record', ...PLAN, '--producer', 'execute-plan-whole'])).decidedBy.producer,
    'execute-plan-whole',
  );
});

test('resolving never makes anything', async (t) => {
  const { project, ask } = make(t);
  await ask(['resolve', ...PLAN]);
  assert.deepEqual((await ask(['show'])).decisions, []);
  assert.equal(project.git('status', '--porcelain', '--ignored'), '');
  await ask(['record', ...PLAN]);
  assert.equal(project.git('status', '--porcelain'), '', '.msd ignores itself');
});

test('one record from every place; its scope is spelled as the project spells it', async (t) => {
  const { project, ask } = make(t);
  const linked = join(temporaryFolder(t), 'linked');
  project.git('worktree', 'add', '--quiet', linked);
  mkdirSync(project.path('src', 'deep'), { recursive: true });
  const recorded = await ask(['record', '--phase', '3', '--plan', ID, '--isolation', 'none'], {
    cwd: join(linked, '.planning'),
  });
  assert.deepEqual(recorded.scope, { run: null, phase: '03', plan: ID });
  for (const cwd of [project.root, project.path('src/deep'), linked])
    for (const phase of ['3', '03', '003', '03-auth'])
      assert.equal(
        (await ask(['resolve', '--phase', phase, '--plan', ID], { cwd })).isolation,
        'none',
        `${phase} in ${cwd}`,
      );
  assert.equal(
    (await ask(['resolve', '--phase', '3'])).isolation,
    'orchestrator-worktree',
    'a plan’s record is not its phase’s',
  );
});

test('a plan that touches a submodule runs alone, whatever the host', async (t) => {
  const { project, ask } = make(t);
  project.plan('03-03-lib', { frontmatter: { files_modified: ['libs/core/**'] } });
  project.plan('03-04-unknown', {});
  project.git('update-index', '--add', '--cacheinfo', `160000,${project.git('rev-parse', 'HEAD')},libs/core`);
  const reason = async (plan: string, env = {}) =>
    (await ask(['resolve', '--phase', '3', '--plan', plan], { env })).reason;
  assert.equal(await reason('03-03-lib'), 'plan-touches-submodule');
  assert.equal(await reason('03-03-lib', { CLAUDECODE: '1' }), 'plan-touches-submodule');
  assert.equal(await reason('03-04-unknown'), 'plan-files-unknown');
  assert.equal(await reason(ID), 'msd-makes-worktree');
});

test('no repository, several, none with a commit', async (t) => {
  const { project, ask } = make(t, { withoutGit: true });
  assert.equal((await ask(['record', ...PLAN])).reason, 'not-a-repository');
  mkdirSync(project.path('a', '.git'), { recursive: true });
  assert.equal((await ask(['resolve', ...PLAN])).reason, 'several-repositories');
  project.git('init', '--quiet');
  assert.equal((await ask(['resolve', ...PLAN])).reason, 'no-commits');
});

test('who dispatches: the host that is named, a run, the project’s host, the session’s, msd', async (t) => {
  const { project, ask, refused } = make(t);
  const claude = { env: { CLAUDECODE: '1' } };
  const isolation = async (words: readonly string[], options = {}) => {
    const { isolation: value, harnessFlag } = await ask(['resolve', '--phase', '3', ...words], options);
    return [value, harnessFlag];
  };
  const harness = ['harness-worktree', 'isolation="worktree"'];
  const orchestrator = ['orchestrator-worktree', null];
  assert.deepEqual(await isolation([]), orchestrator);
  assert.deepEqual(await isolation([], claude), harness);
  assert.deepEqual(await isolation(['--host', 'claude']), harness);
  assert.deepEqual(await isolation(['--host', 'command'], claude), orchestrator);
  assert.deepEqual(await isolation(['--run', 'r-1'], claude), orchestrator);
  assert.deepEqual(await isolation([], { env: { ...claude.env, MSD_RUN: 'r-1' } }), orchestrator);
  assert.deepEqual(await isolation(['--host', 'gemini']), ['none', null]);
  project.write('.planning/config.json', '{"msd":{"host":"codex"}}');
  assert.deepEqual(await isolation([], claude), orchestrator);
  assert.deepEqual(await refused(['resolve', '--phase', '3', '--host', 'nobody']), [2, 'host-unknown']);
});

test('a record says where, how and until when', async (t) => {
  const { project, ask } = make(t);
  const placed = await ask([
    'record',
    ...PLAN,
    '--isolation',
    'orchestrator-worktree',
    '--worktree',
    'away',
    '--run',
    'r-1',
  ]);
  assert.deepEqual([placed.worktree, placed.scope.run], [project.path('away'), 'r-1']);
  assert.equal(Date.parse(placed.expiresAt) - Date.parse(placed.recordedAt), LIFETIMES.plan);
  const phase = await ask(['record', '--phase', '3', '--isolation', 'harness-worktree']);
  assert.equal(phase.harnessFlag, 'isolation="worktree"');
  assert.equal(Date.parse(phase.expiresAt) - Date.parse(phase.recordedAt), LIFETIMES.phase);
  const words = (await project.msd(['isolation', 'show'])).stdout;
  assert.match(
    words,
    /03\/03-02-hardening\n {2}orchestrator-worktree, by person \(caller\): by-hand\n {2}recorded .*, until .* \(in 24 h\)\n {2}applies to plan 03-02-hardening only, recorded by run r-1/,
  );
  assert.match(
    words,
    /phase 03\n {2}harness-worktree.*\n.*\(in 10 min\)\n {2}applies to every plan of phase 03, in any run/,
  );
});

test('show says why a record is not usable', async (t) => {
  const { ask, file } = make(t);
  await ask(['record', ...PLAN, '--isolation', 'none']);
  const [one] = (JSON.parse(readFileSync(file, 'utf8')) as { decisions: [Record<string, unknown>] }).decisions;
  const put = (scope: string, more: object) => ({ ...one, scope: { run: null, phase: '03', plan: scope }, ...more });
  const decisions = [
    put('a', { recordedAt: '2020-01-01T00:00:00.000Z' }),
    put('b', { recordedAt: '2999-01-01T00:00:00.000Z' }),
    put('c', { store: null }),
    put('d', { isolation: 'worktree' }),
    put('e', { reason: 7 }),
    put('f', {}),
    put('f', {}),
  ];
  writeFileSync(file, JSON.stringify({ version: 1, decisions }));
  const shown = (await ask(['show'])).decisions;
  assert.deepEqual(
    shown.map((each) => each.why),
    ['stale', 'future', 'foreign', 'malformed', 'wrong-type', 'ambiguous', 'ambiguous'],
  );
  assert.equal(
    shown.some((each) => each.usable),
    false,
  );
});

test('a record that cannot be read is named, left as it is, and moved aside by clear', async (t) => {
  const { project, refused, file } = make(t);
  mkdirSync(join(project.root, '.msd'));
  writeFileSync(file, '{"version":1,');
  for (const words of [['resolve', ...PLAN], ['record', ...PLAN], ['record', ...PLAN, '--isolation', 'none'], ['show']])
    assert.deepEqual(await refused(words), [7, 'sentinel-unreadable'], words.join(' '));
  assert.equal(readFileSync(file, 'utf8'), '{"version":1,');
  const told = await project.msd(['isolation', 'show']);
  assert.match(told.stderr, /sentinel\.json is malformed and was left as it is/);
  assert.match(told.stderr, /msd isolation clear/);
  const cleared = JSON.parse((await project.msd(['isolation', 'clear', '--json'])).stdout) as {
    cleared: number;
    movedAside: string;
  };
  assert.equal(readFileSync(cleared.movedAside, 'utf8'), '{"version":1,');
  assert.equal((await project.msd(['isolation', 'record', ...PLAN])).code, 0);
  assert.equal(
    (await project.msd(['isolation', 'clear', '--phase', '3', '--plan', ID])).stdout,
    '1 decision forgotten\n',
  );
});

test('agents record nothing: neither in their worktree nor with their token', async (t) => {
  const { project, ask, refused } = make(t);
  const words = ['record', ...PLAN, '--isolation', 'none'];
  const agent = project.path('.claude/worktrees/agent-1');
  project.git('worktree', 'add', '--quiet', agent);
  for (const verb of [words, ['clear']]) {
    assert.deepEqual(await refused(verb, { cwd: agent }), [1, 'in-agent-worktree']);
    assert.deepEqual(await refused(verb, { env: { MSD_AGENT_TOKEN: 'x' } }), [1, 'token-present']);
  }
  assert.deepEqual((await ask(['show'])).decisions, []);
  assert.equal((await ask(['resolve', ...PLAN], { cwd: agent })).isolation, 'orchestrator-worktree', 'reading is free');
});

test('bad words are refused with what is accepted', async (t) => {
  const { project, refused } = make(t);
  const cases: readonly (readonly [words: readonly string[], code: number, reason: string])[] = [
    [['record', ...PLAN, '--isolation', 'worktree'], 2, 'isolation-unknown'],
    [['record', ...PLAN, '--isolation', 'none', '--producer', 'me'], 2, 'producer-unknown'],
    [['record', ...PLAN, '--isolation', 'none', '--reason', 'because'], 2, 'isolation-reason-unknown'],
    [['record', ...PLAN, '--reason', 'by-hand'], 2, 'usage'],
    [['record', ...PLAN, '--isolation', 'none', '--worktree', 'x'], 2, 'usage'],
    [['record', ...PLAN, '--isolation', 'none', '--harness-flag', 'x'], 2, 'usage'],
    [['record', ...PLAN, '--run', '../x'], 2, 'usage'],
    [['record', '--plan', ID], 2, 'usage'],
    [['record', '--phase', '3', '--plan', '03-02'], 3, 'plan-not-found'],
    [['record', '--phase', '3', '--plan', '03-02-Hardening'], 3, 'plan-not-found'],
    [['resolve', '--phase', '4'], 3, 'phase-not-found'],
    [['resolve', '--phase', '3; rm'], 3, 'phase-invalid'],
    [['show', 'more'], 2, 'usage'],
  ];
  for (const [words, code, reason] of cases) assert.deepEqual(await refused(words), [code, reason], words.join(' '));
  project.write('.planning/config.json', '{"workflow":{"use_worktrees":"false"}}');
  assert.deepEqual(await refused(['resolve', ...PLAN]), [7, 'config-invalid']);
  project.write('.planning/config.json', '{');
  assert.deepEqual(await refused(['record', ...PLAN]), [7, 'config-invalid']);
});

test('msd dispatch marker prints the marker of a plan that exists', async (t) => {
  const { project } = make(t);
  const end = await project.msd(['dispatch', 'marker', '--phase', '3', '--plan', ID]);
  assert.equal(end.stdout, `[msd:dispatch phase="03" plan="${ID}"]\n`);
  assert.equal((await project.msd(['dispatch', 'marker', '--phase', '3', '--plan', '02'])).code, 3);
  project.plan('03-05-{slug}');
  const odd = await project.msd(['dispatch', 'marker', '--phase', '3', '--plan', '03-05-{slug}', '--json']);
  assert.notEqual(odd.code, 0);
});
