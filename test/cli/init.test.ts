import assert from 'node:assert/strict';
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { hashText } from '../../src/world/install/tree.js';
import { writeChanges } from '../../src/world/install/write-changes.js';
import { claudeCall, cursorStart, GUARD, CURSOR_GUARD, runHook } from '../rig/guard.js';
import { git } from '../rig/git.js';
import { emptyRepository } from '../rig/init.js';
import { temporaryProject } from '../rig/temporary-project.js';

const SETTINGS = '.claude/settings.json';

test('from nothing: a project is made, the hosts are set up, and the real binary takes all of it out again', async (t) => {
  const { root, home } = emptyRepository(t);
  const project = temporaryProject(t, { withoutGit: true });
  const [first, last] = [
    await project.msd(['init', '--yes'], { cwd: root, home }),
    () => project.msd(['init', '--remove'], { cwd: root, home }),
  ];
  assert.equal(first.code, 0, first.stderr);
  assert.ok(existsSync(join(root, '.planning/config.json')));
  assert.equal((await project.msd(['phase', 'list'], { cwd: root, home })).code, 0, 'it is a project now');
  const removed = await last();
  assert.equal(removed.code, 0, removed.stderr);
  assert.equal(git(root, 'status', '--porcelain', '--ignored'), '');
  assert.deepEqual(
    ['.claude', '.cursor', '.codex', '.planning', '.mcp.json'].filter((path) => existsSync(join(root, path))),
    [],
  );
});

test('what was installed guards: alone in the project, without a build, beneath a package of modules', async (t) => {
  const project = temporaryProject(t);
  project.write('package.json', '{"type": "module"}');
  assert.equal((await project.msd(['init', '--yes'])).code, 0);
  const ask = (folder: string, name: string, payload: unknown) =>
    runHook(name, payload, { cwd: project.root, hooks: `${project.path(folder, 'hooks/msd')}/` });
  const repaired = await ask('.claude', GUARD, claudeCall(project.root));
  assert.equal(repaired.answer.hookSpecificOutput.updatedInput.isolation, 'worktree');
  const denied = await ask('.cursor', CURSOR_GUARD, cursorStart(project.root));
  assert.equal(denied.answer.permission, 'deny');
  const codex = {
    turn_id: 't',
    cwd: project.root,
    hook_event_name: 'PreToolUse',
    tool_name: 'collaborationspawn_agent',
  };
  const input = {
    task_name: 'x',
    message: '[msd:dispatch phase="03" plan="03-02-hardening"]',
    agent_type: 'msd-executor',
  };
  const refused = await ask('.codex', GUARD, { ...codex, tool_input: input });
  assert.match(refused.answer.hookSpecificOutput.permissionDecisionReason, /execute-phase/);
});

test('edits in between stay, whoever made them, and only ours goes', async (t) => {
  const { read, write, init } = emptyRepository(t);
  await init(['--yes', '--host', 'claude']);
  const mine = { type: 'command', command: './mine.sh' };
  const settings = JSON.parse(read(SETTINGS));
  settings.hooks.PreToolUse[0].hooks.push(mine);
  settings.hooks.Stop = [{ hooks: [mine] }];
  settings.model = 'opus';
  write(SETTINGS, JSON.stringify(settings, null, '\t'));
  write('.claude/agents/msd-executor.md', 'changed\n');
  const removed = await init(['--remove']);
  assert.deepEqual(JSON.parse(read(SETTINGS)), {
    hooks: {
      PreToolUse: [{ matcher: settings.hooks.PreToolUse[0].matcher, hooks: [mine] }],
      Stop: [{ hooks: [mine] }],
    },
    model: 'opus',
  });
  assert.deepEqual(
    removed.json.leftAlone.map(({ path, code }) => [path, code]),
    [['.claude/agents/msd-executor.md', 'changed-by-hand']],
  );
  assert.equal(read('.claude/agents/msd-executor.md'), 'changed\n');
});

test("a file that init made and another tool uses now stays that tool's", async (t) => {
  const { read, write, init } = emptyRepository(t);
  await init(['--yes', '--host', 'cursor']);
  const hooks = JSON.parse(read('.cursor/hooks.json'));
  hooks.hooks.stop = [{ command: './theirs' }];
  write('.cursor/hooks.json', JSON.stringify(hooks));
  await init(['--remove']);
  assert.deepEqual(JSON.parse(read('.cursor/hooks.json')), { version: 1, hooks: { stop: [{ command: './theirs' }] } });
});

test('a line added elsewhere leaves the rest byte for byte', async (t) => {
  const { root, read, write, init } = emptyRepository(t);
  mkdirSync(join(root, '.claude'));
  write(SETTINGS, '{\n    // odd   layout\n    "env" :   { "A":"1" }\n}\n');
  await init(['--yes', '--host', 'claude']);
  write(SETTINGS, read(SETTINGS).replace('{ "A":"1" }', '{ "A":"1",   "B":"2" }'));
  await init(['--remove']);
  assert.equal(read(SETTINGS), '{\n    // odd   layout\n    "env" :   { "A":"1",   "B":"2" }\n}\n');
});

test('entries of an earlier init are replaced by what this version writes, and still come out whole', async (t) => {
  const { root, read, write, init } = emptyRepository(t);
  mkdirSync(join(root, '.claude'));
  const start = '{\n  "model": "opus"\n}\n';
  write(SETTINGS, start);
  await init(['--yes', '--host', 'claude']);
  const current = read(SETTINGS);
  const receipt = read('.claude/hooks/msd/installed.json');
  for (const path of [SETTINGS, '.claude/hooks/msd/installed.json'])
    write(path, read(path).replaceAll('Agent|Task|Skill|SendMessage|Workflow', 'Agent|Task|Workflows'));
  write('.claude/hooks/msd/lib/decide.js', 'module.exports = {};\n');
  const again = await init(['--yes', '--host', 'claude']);
  assert.ok(again.json.changes.some(({ path, change }) => path === SETTINGS && change === 'changed'));
  assert.equal(read(SETTINGS), current);
  assert.equal(read('.claude/hooks/msd/installed.json'), receipt);
  await init(['--remove']);
  assert.equal(read(SETTINGS), start);
});

test('a receipt that was tampered with neither deletes nor plants anything', async (t) => {
  const { root, read, write, init } = emptyRepository(t);
  mkdirSync(join(root, '.claude'));
  write(SETTINGS, '{}\n');
  write('precious.txt', 'mine\n');
  await init(['--yes', '--host', 'claude']);
  const path = '.claude/hooks/msd/installed.json';
  const receipt = JSON.parse(read(path));
  receipt.files['precious.txt'] = '0'.repeat(16);
  receipt.shared[0].parts[0].was = '"permissions": {"allow": ["Bash(*)"]}';
  write(path, JSON.stringify(receipt));
  await init(['--remove']);
  assert.equal(read('precious.txt'), 'mine\n');
  assert.deepEqual(JSON.parse(read(SETTINGS)), {});
});

test('a receipt that names files of the person by their true hash has neither init nor its removal delete them', async (t) => {
  const { read, write, init } = emptyRepository(t);
  const theirs = ['precious.txt', '.claude/notes.md', '.claude/agents/mine.md', '.claude/hooks/msdx/own.js'];
  for (const path of theirs) write(path, 'mine\n');
  await init(['--yes', '--host', 'claude']);
  const path = '.claude/hooks/msd/installed.json';
  const receipt = JSON.parse(read(path));
  for (const each of theirs) receipt.files[each] = hashText('mine\n');
  write(path, JSON.stringify(receipt));
  await init(['--yes', '--host', 'claude']);
  for (const each of theirs) assert.equal(read(each), 'mine\n');
  write(path, JSON.stringify(receipt));
  await init(['--remove']);
  for (const each of theirs) assert.equal(read(each), 'mine\n');
});

test('a receipt that claims the whole of a settings file does not take what others put there along', async (t) => {
  const { read, write, init } = emptyRepository(t);
  await init(['--yes', '--host', 'claude']);
  const settings = { ...JSON.parse(read(SETTINGS)), model: 'mine' };
  write(SETTINGS, JSON.stringify(settings));
  const path = '.claude/hooks/msd/installed.json';
  const receipt = JSON.parse(read(path));
  const record = receipt.shared.find((one: { path: string }) => one.path === SETTINGS);
  record.parts = [{ at: 0, now: read(SETTINGS), was: '', before: '', after: '' }];
  write(path, JSON.stringify(receipt));
  await init(['--remove']);
  assert.deepEqual(JSON.parse(read(SETTINGS)), { model: 'mine' });
});

test('a hook of ours in a folder whose name only ends like the one of a host is by hand, and stays', async (t) => {
  const { read, write, init } = emptyRepository(t);
  const theirs = { type: 'command', command: 'node backup.claude/hooks/msd/msd-write-guard.js' };
  await init(['--yes', '--host', 'claude']);
  const settings = JSON.parse(read(SETTINGS));
  settings.hooks.PreToolUse.push({ hooks: [theirs] });
  write(SETTINGS, JSON.stringify(settings));
  await init(['--remove']);
  assert.deepEqual(JSON.parse(read(SETTINGS)).hooks.PreToolUse, [{ hooks: [theirs] }]);
});

test('one host goes, the others and the project stay', async (t) => {
  const { root, init } = emptyRepository(t);
  await init(['--yes']);
  await init(['--remove', '--host', 'claude']);
  assert.deepEqual(
    ['.claude', '.cursor/hooks.json', '.codex/hooks.json', '.planning/config.json'].map((path) =>
      existsSync(join(root, path)),
    ),
    [false, true, true, true],
  );
  await init(['--remove', '--host', 'cursor,codex']);
  assert.equal(git(root, 'status', '--porcelain', '--ignored'), '');
});

test('a dry run and an answer other than yes write nothing; a person is shown what would change', async (t) => {
  const { root, init } = emptyRepository(t);
  const looked = await init(['--dry-run']);
  assert.match(
    looked.human,
    /created {2}\.claude\/settings\.json[\s\S]*\+ {7}"onFailure": "block"|"onFailure": "block"/,
  );
  const declined = await init([], { typed: ['claude', 'no'] });
  assert.equal(declined.exitCode, 2);
  assert.match(declined.stderr, /Which hosts\?[\s\S]*\.claude\/settings\.json[\s\S]*Write this\?/);
  assert.equal((await init([])).exitCode, 2, 'nobody to ask');
  assert.equal(git(root, 'status', '--porcelain', '--ignored'), '');
  assert.equal((await init([], { typed: ['claude', 'yes'] })).exitCode, 0);
  assert.ok(existsSync(join(root, SETTINGS)) && !existsSync(join(root, '.cursor')));
});

test('where one file cannot be written, none is', (t) => {
  const { root, read, write } = emptyRepository(t);
  write('a.json', 'old\n');
  write('b.json', 'changed meanwhile\n');
  const change = (path: string, before: string | null, after: string | null) => ({
    host: 'claude' as const,
    path,
    before,
    after,
  });
  const changes = [
    change('new/deep/c.json', null, 'c'),
    change('a.json', 'old\n', 'new\n'),
    change('b.json', 'as it was read\n', null),
  ];
  const end = writeChanges(root, root, changes, []);
  assert.ok(!end.ok && end.error.path === join(root, 'b.json'));
  assert.deepEqual(
    [read('a.json'), read('b.json'), existsSync(join(root, 'new'))],
    ['old\n', 'changed meanwhile\n', false],
  );
});

test('an agent neither installs nor removes; a home folder is no project; an unknown host is named', async (t) => {
  const { root, home, init } = emptyRepository(t);
  const agent = await init(['--remove'], { env: { MSD_AGENT_TOKEN: 'x' } });
  assert.equal(agent.error?.reason, 'token-present');
  rmSync(join(root, '.git'), { recursive: true });
  assert.equal((await init(['--yes'], { cwd: home })).exitCode, 2);
  const unknown = await init(['--yes', '--host', 'claude,emacs']);
  assert.match((unknown.error as { message: string }).message, /claude, cursor, codex.*found "emacs"/);
});

test('in a project below the top of its repository, from any folder in it, the project is set up', async (t) => {
  const { root, read, init } = emptyRepository(t);
  mkdirSync(join(root, 'apps/web/.planning/phases'), { recursive: true });
  mkdirSync(join(root, 'apps/web/src'));
  const { json } = await init(['--yes', '--host', 'codex'], { cwd: join(root, 'apps/web/src') });
  assert.equal(json.root, join(root, 'apps/web'));
  assert.match(read('apps/web/.codex/hooks.json'), /show-toplevel\)\/apps\/web\/\.codex\/hooks\/msd\//);
});

test("the worktrees of the host are ignored, and the project's own ignore file is not touched", async (t) => {
  const { root, read, write, init } = emptyRepository(t);
  write('.gitignore', 'node_modules\n');
  await init(['--yes', '--host', 'claude']);
  mkdirSync(join(root, '.claude/worktrees/agent-1'), { recursive: true });
  write('.claude/worktrees/agent-1/file', '');
  assert.doesNotMatch(git(root, 'status', '--porcelain', '--untracked-files=all'), /worktrees/);
  assert.equal(read('.gitignore'), 'node_modules\n');
});

test('what is wired names node and a path in the project, and nothing that only one shell or machine knows', async (t) => {
  const { root, read, init } = emptyRepository(t);
  await init(['--yes']);
  const commands = [SETTINGS, '.cursor/hooks.json', '.codex/hooks.json'].flatMap((path) => [
    ...read(path).matchAll(/"command": "((?:[^"\\]|\\.)*)"(?:,\s*"args": \[\s*"([^"]*)")?/g),
  ]);
  assert.equal(commands.length, 9);
  for (const [, command = '', arg = ''] of commands) {
    assert.match(command, /^node( |$)/, 'the first word is a program, which every shell starts');
    assert.doesNotMatch(`${command} ${arg}`, /\$HOME|~\/|%\w+%|[A-Z]:\\/);
    assert.ok(!`${command} ${arg}`.includes(root), 'no path of this machine');
    assert.match(`${command} ${arg}`, /\.(claude|cursor|codex)\/hooks\/msd\/msd-[\w-]+\.js/);
  }
  // Without a shell nothing is expanded but what the host puts in; of shells only Codex's has something to do.
  assert.deepEqual(
    commands
      .filter(([, command = '']) => /[$`]/.test(command))
      .map(([, command = '']) => command.split(' ').length > 1),
    [true],
  );
});

test('a hook that is started in a linked worktree uses what lies beside it', async (t) => {
  const project = temporaryProject(t);
  await project.msd(['init', '--yes', '--host', 'claude']);
  project.commit('set up');
  const lane = join(project.home, 'lane');
  project.git('worktree', 'add', '--quiet', lane);
  writeFileSync(join(lane, '.claude/hooks/msd/lib/decide.js'), 'throw new Error("of another tree");');
  const hooks = `${project.path('.claude/hooks/msd')}/`;
  const { answer } = await runHook(GUARD, claudeCall(lane), { cwd: lane, hooks });
  assert.equal(
    answer.hookSpecificOutput.updatedInput?.isolation ?? answer.hookSpecificOutput.permissionDecision,
    'worktree',
  );
});
