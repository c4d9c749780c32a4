import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { openProject } from '../../src/world/project.js';
import { PROGRAM_KEYS, readProjectPrograms } from '../../src/world/project-programs.js';
import { accept, forget, isAccepted, loadTrusted } from '../../src/world/trust.js';
import { type TemporaryProject, temporaryProject } from '../rig/temporary-project.js';

const NOW = new Date('2026-11-30T12:00:00.000Z');
const CONFIG = {
  msd: { agentCommand: 'node agent.js', hosts: { mine: { command: 'x' } }, check: 'npm test', jobs: 2 },
  worktrees: { setup: 'npm ci' },
};

function setUp(t: TestContext, config: unknown = CONFIG) {
  const project = temporaryProject(t, { config });
  project.write('.planning/workflows/release.md', '# a workflow\n');
  project.write('.planning/references/shared.md', 'shared\n');
  const env = { HOME: project.home };
  return { project, env, ...open(project) };
}

function open(project: TemporaryProject) {
  const found = openProject(project.root);
  assert.ok(found.ok);
  const programs = readProjectPrograms(found.value);
  assert.ok(programs.ok, JSON.stringify(programs));
  return { found: found.value, programs: programs.value };
}

test('nothing of a fresh clone is trusted; what was accepted is answered exactly as it was', (t) => {
  const { found, programs, env } = setUp(t);
  const before = loadTrusted(found, env);
  assert.ok(!before.ok && before.error.reason === 'untrusted-commands');
  assert.deepEqual(
    before.error.items.map((item) => item.source),
    [
      ...PROGRAM_KEYS.map((key) => `.planning/config.json ${key}`),
      '.planning/workflows/release.md',
      '.planning/references/shared.md',
    ],
  );
  assert.ok(accept(found, programs, env, NOW).ok);
  const after = loadTrusted(found, env);
  assert.ok(after.ok);
  const { agentCommand, check, setup, hosts, workflows } = after.value;
  assert.deepEqual(
    [agentCommand, check, setup, hosts, workflows.get('release')?.text],
    ['node agent.js', 'npm test', 'npm ci', { mine: { command: 'x' } }, '# a workflow\n'],
  );
});

test('a project that names no program needs no acceptance', (t) => {
  const project = temporaryProject(t, { config: { msd: { jobs: 3 } } });
  const { found, programs } = open(project);
  assert.equal(programs.hash, null);
  assert.ok(loadTrusted(found, { HOME: project.home }).ok);
});

const CHANGES: Readonly<Record<string, (project: TemporaryProject) => void>> = {
  'a byte of a workflow': (p) => p.write('.planning/workflows/release.md', '# a workflow \n'),
  'a workflow more': (p) => p.write('.planning/workflows/more.md', ''),
  'a reference': (p) => p.write('.planning/references/shared.md', 'Shared\n'),
  'a file moved from references to workflows': (p) => {
    p.git('mv', '-f', '--', '.planning/references/shared.md', '.planning/workflows/shared.md');
  },
  'a setting': (p) => p.write('.planning/config.json', JSON.stringify({ ...CONFIG, worktrees: { setup: 'npm  ci' } })),
  'a value put under another key': (p) =>
    p.write(
      '.planning/config.json',
      JSON.stringify({ msd: { ...CONFIG.msd, check: 'npm ci' }, worktrees: { setup: 'npm test' } }),
    ),
};
for (const [name, change] of Object.entries(CHANGES))
  test(`needs a new acceptance: ${name}`, (t) => {
    const { project, found, programs, env } = setUp(t);
    project.commit('all');
    assert.ok(accept(found, programs, env, NOW).ok);
    assert.ok(loadTrusted(found, env).ok);
    change(project);
    assert.ok(!loadTrusted(found, env).ok);
  });

test('a setting that names no program may change', (t) => {
  const { project, found, programs, env } = setUp(t);
  assert.ok(accept(found, programs, env, NOW).ok);
  project.write('.planning/config.json', JSON.stringify({ ...CONFIG, msd: { ...CONFIG.msd, jobs: 8 } }));
  assert.ok(loadTrusted(found, env).ok);
});

test('the same content elsewhere is not accepted; forgetting takes it back', (t) => {
  const { found, programs, env } = setUp(t);
  const other = setUp(t);
  assert.ok(accept(found, programs, env, NOW).ok);
  assert.equal(other.programs.hash, programs.hash);
  assert.equal(isAccepted(other.found, other.programs, env), false);
  assert.deepEqual(forget(found, env), { ok: true, value: true });
  assert.deepEqual(forget(found, env), { ok: true, value: false });
  assert.equal(isAccepted(found, programs, env), false);
});

test('it is kept for the user alone, and what another could have written counts for nothing', (t) => {
  const { found, programs, env, project } = setUp(t);
  const kept = accept(found, programs, env, NOW);
  assert.ok(kept.ok);
  const folder = join(project.home, '.local/state/msd/trust');
  assert.equal(statSync(folder).mode & 0o777, 0o700);
  assert.equal(statSync(kept.value).mode & 0o777, 0o600);
  assert.deepEqual(JSON.parse(readFileSync(kept.value, 'utf8')), {
    version: 1,
    path: found.root,
    accepted: [{ hash: programs.hash, at: NOW.toISOString() }],
  });
  for (const [path, mode] of [
    [kept.value, 0o622],
    [folder, 0o777],
  ] as const) {
    const before = statSync(path).mode & 0o777;
    chmodSync(path, mode);
    assert.equal(isAccepted(found, programs, env), false);
    chmodSync(path, before);
    assert.equal(isAccepted(found, programs, env), true);
  }
  writeFileSync(kept.value, '{"version":1,"accepted":"all"}');
  assert.equal(isAccepted(found, programs, env), false);
});

test('a state folder inside the checkout is neither read nor written', (t) => {
  const { found, programs, project } = setUp(t);
  const link = join(project.home, 'state');
  mkdirSync(project.path('state'));
  symlinkSync(project.path('state'), link);
  for (const XDG_STATE_HOME of [project.path('state'), link]) {
    const kept = accept(found, programs, { XDG_STATE_HOME }, NOW);
    assert.ok(!kept.ok && kept.error.reason === 'file-unwritable');
    assert.deepEqual(readdirSync(project.path('state')), []);
  }
});

test('XDG_STATE_HOME is used where it is absolute', (t) => {
  const { found, programs, project } = setUp(t);
  const XDG_STATE_HOME = join(project.home, 'elsewhere');
  const kept = accept(found, programs, { XDG_STATE_HOME }, NOW);
  assert.ok(kept.ok && kept.value.startsWith(join(XDG_STATE_HOME, 'msd/trust/')));
  const relative = accept(found, programs, { XDG_STATE_HOME: 'x', HOME: project.home }, NOW);
  assert.ok(relative.ok && relative.value.startsWith(join(project.home, '.local/state/')));
});

test('links that leave the checkout, files that are not text and broken config are named', (t) => {
  const cases: readonly (readonly [string, (p: TemporaryProject) => void])[] = [
    ['symlink-escape', (p) => symlinkSync('/etc/hostname', p.path('.planning/workflows/evil.md'))],
    ['file-unreadable', (p) => writeFileSync(p.path('.planning/workflows/bytes.md'), Buffer.from([0xff, 0xfe, 0]))],
    ['file-unreadable', (p) => mkdirSync(p.path('.planning/workflows/folder.md'))],
    ['file-unreadable', (p) => p.write('.planning/workflows/big.md', 'x'.repeat(300_000))],
    ['config-invalid', (p) => p.write('.planning/config.json', '{"msd":{"check":"x"},}')],
  ];
  for (const [reason, spoil] of cases) {
    const { project, found, env } = setUp(t);
    spoil(project);
    const loaded = loadTrusted(found, env);
    assert.equal(!loaded.ok && loaded.error.reason, reason);
  }
});

test('a link that stays inside the checkout is followed; other names are told, not run', (t) => {
  const { project } = setUp(t);
  symlinkSync('../references/shared.md', project.path('.planning/workflows/linked.md'));
  project.write('.planning/workflows/Upper.md', 'x');
  project.write('.planning/workflows/notes.txt', 'x');
  const { programs } = open(project);
  assert.equal(programs.workflows.get('linked')?.text, 'shared\n');
  assert.deepEqual(programs.ignored, ['.planning/workflows/Upper.md', '.planning/workflows/notes.txt']);
});
