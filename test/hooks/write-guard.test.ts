import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import test from 'node:test';
import { isNamedExecutor } from '#hooks/lib/decide.js';
import { judgeWrite, realTarget, WRITE_ROWS } from '#hooks/lib/write-place.js';
import { mayBeExecutor, writeCallOf } from '#root/hooks/msd-write-guard.js';
import { runHook } from '../rig/guard.js';
import { git } from '../rig/git.js';
import { temporaryFolder } from '../rig/temp-folder.js';
import { claudeWrite, judged, writePlaces } from '../rig/write-call.js';

const GUARD = 'msd-write-guard.js';

const NO_AGENT = { agent_id: undefined, agent_type: undefined };

const row = (payload: unknown, env?: NodeJS.ProcessEnv) => judged(payload, env).row.code;

test('an executor writes in its own worktree, by whatever path leads there', (t) => {
  const { project, home } = writePlaces(t);
  for (const file of [join(home, 'src/auth.txt'), join(home, 'new/deep/file.txt'), 'src/auth.txt', `${home}/src/../x`])
    assert.equal(row(claudeWrite(home, file)), 'write-inside', file);
  assert.equal(row(claudeWrite(project.root, join(home, 'x'))), 'write-inside', 'its shell stands elsewhere');
  symlinkSync(home, join(project.root, 'way-in'));
  assert.equal(row(claudeWrite(home, join(project.root, 'way-in/x'))), 'write-inside', 'a link that leads inside');
});

test('outside is refused, with the path inside that is meant', (t) => {
  const { project, home, ours } = writePlaces(t);
  const inside = join(home, 'src/auth.txt');
  const cases: readonly [string, string, string][] = [
    ['absolute, main checkout', join(project.root, 'src/auth.txt'), inside],
    ['dots', `${home}/../../../src/auth.txt`, inside],
    ['relative dots', '../../../src/auth.txt', inside],
    ["another executor's worktree", join(ours, 'src/auth.txt'), inside],
    ['a file that is not there', join(project.root, 'src/none/new.txt'), join(home, 'src/none/new.txt')],
    ['spaces around it', ` ${join(project.root, 'src/auth.txt')} `, inside],
  ];
  for (const [what, file, path] of cases) {
    const { row, reason } = judged(claudeWrite(home, file));
    assert.equal(row.code, 'write-outside', what);
    assert.ok(reason.endsWith(`Next: write ${path}.`), `${what}: ${reason}`);
  }
  assert.equal(
    row(claudeWrite(project.root, join(project.root, 'src/auth.txt'))),
    'write-outside',
    'wherever its shell stands',
  );
  const far = temporaryFolder(t);
  for (const file of [join(far, 'x'), '/etc/hosts', '~/x', project.root])
    assert.equal(row(claudeWrite(home, file), { HOME: far }), 'write-outside-repository', file);
});

test('links do not lead out: to a folder, to a file, to nothing yet, in a circle', (t) => {
  const { project, home } = writePlaces(t);
  symlinkSync(join(project.root, 'src'), join(home, 'out'));
  symlinkSync(join(project.root, 'src/auth.txt'), join(home, 'out.txt'));
  symlinkSync(join(project.root, 'src/not-there.txt'), join(home, 'dangling'));
  symlinkSync(join(home, 'circle'), join(home, 'circle'));
  assert.equal(row(claudeWrite(home, join(home, 'out/auth.txt'))), 'write-outside');
  assert.equal(row(claudeWrite(home, join(home, 'out/new/file.txt'))), 'write-outside');
  assert.equal(row(claudeWrite(home, join(home, 'out.txt'))), 'write-outside');
  assert.equal(row(claudeWrite(home, join(home, 'dangling'))), 'write-outside');
  assert.equal(row(claudeWrite(home, `${home}/out/../x`)), 'write-outside', 'up from where a link leads');
  assert.equal(row(claudeWrite(home, join(home, 'circle'))), 'write-unverified');
  assert.equal(row(claudeWrite(home, `${home}/x\0y`)), 'write-unverified');
  assert.equal(realTarget(join(home, 'dangling')), join(project.root, 'src/not-there.txt'));
});

test("git's own files are nobody's to write", (t) => {
  const { project, home } = writePlaces(t);
  for (const file of [
    join(home, '.git'),
    join(project.root, '.git/hooks/pre-commit'),
    join(home, 'vendor/.git/config'),
  ])
    assert.equal(row(claudeWrite(home, file)), 'write-to-git', file);
  assert.equal(row(claudeWrite(home, join(home, '.gitignore'))), 'write-inside');
});

test('a submodule in the worktree is the worktree’s', (t) => {
  const { home } = writePlaces(t);
  const inner = join(home, 'libs/core');
  mkdirSync(inner, { recursive: true });
  git(inner, 'init', '--quiet', '--template=');
  assert.equal(row(claudeWrite(home, join(inner, 'x'))), 'write-inside');
  assert.equal(row(claudeWrite(inner, join(inner, 'x'))), 'write-inside');
});

test('folders that the person’s own settings share; nothing that a repository says', (t) => {
  const { project, home } = writePlaces(t, { worktrees: { shared: ['docs'] } });
  const own = temporaryFolder(t);
  const env = { XDG_CONFIG_HOME: own };
  assert.equal(
    row(claudeWrite(home, project.path('docs/x')), env),
    'write-outside',
    'the project’s config shares nothing',
  );
  mkdirSync(join(own, 'msd'));
  const far = join(temporaryFolder(t), 'cache');
  writeFileSync(join(own, 'msd/config.json'), JSON.stringify({ worktrees: { shared: ['docs', far, 7] } }));
  assert.equal(row(claudeWrite(home, project.path('docs/x')), env), 'write-shared');
  assert.equal(row(claudeWrite(home, join(far, 'y')), env), 'write-shared');
  assert.equal(row(claudeWrite(home, project.path('docs-x/y')), env), 'write-outside', 'only whole names');
  assert.equal(row(claudeWrite(home, project.path('docs/.git/config')), env), 'write-to-git');
  symlinkSync(project.path('src'), project.path('docs'));
  assert.equal(
    row(claudeWrite(home, project.path('docs/x')), env),
    'write-shared',
    'a shared folder may be a link: the person listed it',
  );
  writeFileSync(join(own, 'msd/config.json'), '{ not json');
  assert.equal(row(claudeWrite(home, project.path('docs/x')), env), 'write-outside');
});

test('what msd itself asks for may be written', (t) => {
  const { project, home, ours } = writePlaces(t);
  const result = project.path('.msd/runs/r-1/03-02-two/1/result.json');
  assert.equal(row(claudeWrite(ours, result, NO_AGENT), { MSD_RESULT_FILE: result }), 'write-own-result');
  assert.equal(row(claudeWrite(ours, result, NO_AGENT)), 'write-outside');
  assert.equal(row(claudeWrite(home, project.path('.msd/runs/r-1/03-01-one/SUMMARY.md'))), 'write-own-result');
  assert.equal(row(claudeWrite(home, project.path('.msd/ledger.db'))), 'write-outside');
});

test('who is guarded: executors in a worktree that was made for them, and nobody else', (t) => {
  const { project, home, ours } = writePlaces(t, { msd: { executors: ['general-purpose'] } });
  const file = project.path('src/auth.txt');
  assert.equal(row(claudeWrite(home, file, { agent_type: 'Explore' })), 'write-not-an-executor');
  assert.equal(
    row(claudeWrite(home, file, { agent_type: 'general-purpose' })),
    'write-outside',
    'msd.executors names it',
  );
  assert.equal(row(claudeWrite(home, file, NO_AGENT)), 'write-not-an-executor', 'a person’s session in that folder');
  assert.equal(row(claudeWrite(project.root, file, NO_AGENT)), 'write-not-in-worktree');
  assert.equal(
    row(claudeWrite(project.root, file, { agent_id: 'other' })),
    'write-not-in-worktree',
    'recorded as none',
  );
  assert.equal(row(claudeWrite(ours, file, NO_AGENT)), 'write-outside', 'a session in a worktree that msd made');
  assert.equal(
    row(claudeWrite(ours, file, { agent_id: 'x', agent_type: 'Explore' })),
    'write-outside',
    'and its helpers',
  );
  assert.equal(
    row(claudeWrite(project.root, file, NO_AGENT), { MSD_WORKTREE: ours }),
    'write-outside',
    'msd says where it works',
  );
  assert.equal(row(claudeWrite(project.root, file, NO_AGENT), { MSD_WORKTREE: project.root }), 'write-not-in-worktree');
  const elsewhere = temporaryFolder(t);
  assert.equal(row(claudeWrite(elsewhere, join(elsewhere, 'x'))), 'write-not-in-worktree');
  assert.equal(row(claudeWrite(home, file, { tool_name: 'Bash' })), 'not-a-write');
});

test('an executor by its name is one to both guards', (t) => {
  const { project, home } = writePlaces(t);
  const names = [
    'msd-executor',
    'msd:msd-executor',
    ' MSD-Executor ',
    'x:y:msd-executor',
    'msd-executor-2',
    'my-msd-executor',
    '',
    ':',
  ];
  for (const name of names) {
    const guarded = row(claudeWrite(home, project.path('x'), { agent_type: name })) === 'write-outside';
    assert.equal(guarded, isNamedExecutor(name, []), name);
  }
});

test('what cannot be read is refused in a project, and nobody’s business elsewhere', (t) => {
  const { project, home } = writePlaces(t);
  const at = (dir: string, text: string) =>
    judgeWrite({ ...writeCallOf({ text, problem: null }, {}), dirs: [dir] }).row.code;
  assert.equal(at(project.root, '{"tool'), 'write-unreadable');
  assert.equal(at(temporaryFolder(t), '{"tool'), 'write-elsewhere');
  for (const file of [undefined, null, '', '  ', 7, {}])
    assert.equal(row(claudeWrite(home, file)), 'write-path-missing', `${file}`);
  assert.equal(row({ ...claudeWrite(home, ''), tool_input: 'x' }), 'write-path-missing');
  assert.equal(
    row({ ...claudeWrite(home, ''), tool_name: 'NotebookEdit', tool_input: { notebook_path: join(home, 'a.ipynb') } }),
    'write-inside',
  );
});

test('a folder that may not be looked into is no proof', {
  skip: process.getuid?.() === 0 && 'the superuser may look into all',
}, (t) => {
  const { home } = writePlaces(t);
  const closed = join(home, 'closed');
  mkdirSync(join(closed, 'in'), { recursive: true });
  chmodSync(closed, 0);
  t.after(() => chmodSync(closed, 0o700));
  assert.equal(row(claudeWrite(home, join(closed, 'in/x'))), 'write-unverified');
});

test('every row is met by a case above or below', (t) => {
  const { project, home } = writePlaces(t);
  const own = temporaryFolder(t);
  mkdirSync(join(own, 'msd'));
  writeFileSync(join(own, 'msd/config.json'), JSON.stringify({ worktrees: { shared: ['docs'] } }));
  const env = { XDG_CONFIG_HOME: own };
  const met = new Set([
    row({ ...claudeWrite(home, 'x'), tool_name: 'Read' }),
    judgeWrite({ ...writeCallOf({ text: '', problem: 'empty' }, {}), dirs: [project.root] }).row.code,
    judgeWrite({ ...writeCallOf({ text: '', problem: 'empty' }, {}), dirs: [own] }).row.code,
    row(claudeWrite(project.root, 'x', NO_AGENT)),
    row(claudeWrite(home, 'x', { agent_type: 'Plan' })),
    ...[
      '',
      `${home}/\0`,
      join(home, '.git'),
      'x',
      project.path('.msd/runs/r/p/SUMMARY.md'),
      project.path('docs/x'),
      project.path('x'),
      '/x',
    ].map((file) => row(claudeWrite(home, file), env)),
  ]);
  assert.deepEqual([...met].sort(), WRITE_ROWS.map((one) => one.code).sort());
});

test('the hook answers each host in its shape, and everyone else at once', async (t) => {
  const { project, home } = writePlaces(t);
  const file = project.path('src/auth.txt');
  const refused = await runHook(GUARD, claudeWrite(home, file), { cwd: project.root });
  const said = refused.answer.hookSpecificOutput;
  assert.deepEqual([refused.code, said.hookEventName, said.permissionDecision], [0, 'PreToolUse', 'deny']);
  assert.match(said.permissionDecisionReason, /^msd \[write-outside\]: you work in /);
  for (const payload of [
    claudeWrite(home, join(home, 'x')),
    claudeWrite(project.root, file, NO_AGENT),
    claudeWrite(home, file, { tool_name: 'Read' }),
  ])
    assert.equal((await runHook(GUARD, payload, { cwd: project.root })).stdout, '');
  const cursor = { cursor_version: '1', workspace_roots: [home], ...NO_AGENT, hook_event_name: 'preToolUse' };
  const env = { MSD_WORKTREE: home, MSD_RESULT_FILE: '' };
  const allowed = await runHook(GUARD, claudeWrite(home, join(home, 'x'), cursor), { cwd: project.root, env });
  assert.deepEqual(allowed.answer, {});
  const ours = project.path('.msd/worktrees/r-1/03-02-two');
  const denied = await runHook(
    GUARD,
    claudeWrite(ours, file, { ...cursor, workspace_roots: [ours], tool_name: 'Delete' }),
    {
      cwd: ours,
    },
  );
  assert.equal(denied.answer.permission, 'deny');
  const explained = await project.msd(['guard', 'explain', '--json'], {
    stdin: JSON.stringify(claudeWrite(home, file)),
  });
  assert.deepEqual([JSON.parse(explained.stdout).row, JSON.parse(explained.stdout).verdict], ['write-outside', 'deny']);
});

test('for those who cannot be executors nothing is looked up', (t) => {
  const { project, home } = writePlaces(t);
  const may = (payload: Record<string, unknown>, env = {}) =>
    mayBeExecutor(writeCallOf({ text: JSON.stringify(payload), problem: null }, env));
  assert.equal(may(claudeWrite(project.path('src'), 'x', NO_AGENT)), false);
  assert.equal(may(claudeWrite(home, 'x', { tool_name: 'Bash' })), false);
  assert.equal(may(claudeWrite(home, 'x', NO_AGENT)), true);
  assert.equal(may(claudeWrite(project.root, 'x', NO_AGENT), { MSD_WORKTREE: home }), true);
});
