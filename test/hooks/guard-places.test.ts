import assert from 'node:assert/strict';
import { cpSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test from 'node:test';
import { judge } from '#hooks/lib/decide.js';
import type { GuardedCall } from '#hooks/lib/types.js';
import { callOf } from '#root/hooks/msd-agent-isolation-guard.js';
import { callOf as cursorCallOf } from '#root/hooks/msd-cursor-subagent-start.js';
import { claudeCall, CURSOR_GUARD, cursorStart, GUARD, record, runHook } from '../rig/guard.js';
import { git } from '../rig/git.js';
import { temporaryFolder } from '../rig/temp-folder.js';
import { temporaryProject } from '../rig/temporary-project.js';

const read = (payload: unknown) => ({ text: JSON.stringify(payload), problem: null });
const codeOf = (call: GuardedCall) => judge(call).row.code;
const claude = (payload: unknown, env = {}) => codeOf(callOf(read(payload), env));
const cursor = (payload: unknown, env = {}) => codeOf(cursorCallOf(read(payload), env));

test('one record is found from the root, a subfolder, a linked worktree and through a link', async (t) => {
  const project = temporaryProject(t);
  await record(project, 'none');
  const sub = project.path('src/deep');
  mkdirSync(sub, { recursive: true });
  const linked = join(project.root, '..', 'linked');
  project.git('worktree', 'add', '--quiet', linked);
  const link = join(temporaryFolder(t), 'link');
  symlinkSync(project.root, link);
  for (const cwd of [project.root, sub, project.path('gone/for/good'), linked, link, join(link, 'src')])
    assert.equal(claude(claudeCall(cwd)), 'recorded-none', cwd);
});

test('a session in a worktree of its own is repaired: its executors get worktrees of theirs', (t) => {
  const project = temporaryProject(t);
  const session = project.path('.claude/worktrees/feature-x');
  project.git('worktree', 'add', '--quiet', session);
  assert.equal(claude(claudeCall(session)), 'isolation-added');
  assert.equal(claude(claudeCall(session, { isolation: 'worktree' })), 'isolated');
});

test('a copy of the record allows nothing, in a worktree or brought by git', async (t) => {
  const project = temporaryProject(t);
  await record(project, 'none');
  const copied = temporaryFolder(t);
  cpSync(project.root, copied, { recursive: true });
  assert.equal(claude(claudeCall(copied)), 'isolation-added');
  assert.match(
    judge(callOf(read(claudeCall(copied)), {})).reason,
    /A record of none does not apply \(foreign\): recorded 03\/03-02-hardening/,
  );
});

test('a nested package and a worktree with a project of their own have their own records', async (t) => {
  const project = temporaryProject(t);
  await record(project, 'none');
  project.write('services/a/.planning/config.json', '{}');
  assert.equal(claude(claudeCall(project.path('services/a'))), 'isolation-added');
});

test('a root without git, also one over several repositories, asks for nothing that cannot be had', (t) => {
  const project = temporaryProject(t, { withoutGit: true });
  for (const name of ['a', 'b']) {
    mkdirSync(project.path(name));
    git(project.path(name), 'init', '--quiet');
  }
  for (const cwd of [project.root, project.path('a')]) assert.equal(claude(claudeCall(cwd)), 'not-a-repository');
  assert.equal(cursor(cursorStart(project.root)), 'not-a-repository');
});

test('what is no project is left alone: nothing there, a file for .planning, a worktree of a repository that is none', (t) => {
  const folder = temporaryFolder(t);
  git(folder, 'init', '--quiet', '-b', 'main');
  git(folder, 'commit', '--quiet', '--allow-empty', '-m', 'start');
  git(folder, 'worktree', 'add', '--quiet', join(folder, 'wt'));
  writeFileSync(join(folder, '.planning'), 'notes');
  for (const cwd of [folder, join(folder, 'wt'), '/', '/nonexistent/path'])
    assert.equal(claude(claudeCall(cwd, { isolation: 'none' })), 'not-a-project', cwd);
});

test("where the payload names no directory, the process's and its environment's count", async (t) => {
  const { root } = temporaryProject(t);
  const outside = temporaryFolder(t);
  for (const cwd of [undefined, null, '', 7, 'src', './x', {}]) {
    const call = callOf(read(claudeCall(root, { isolation: 'none' }, { cwd })), { CLAUDE_PROJECT_DIR: root });
    assert.equal(codeOf(call), 'isolation-conflict', String(cwd));
  }
  const elsewhere = callOf(read(claudeCall(outside)), { CLAUDE_PROJECT_DIR: root });
  assert.equal(codeOf(elsewhere), 'not-a-project', 'the payload says where the session is');
});

test('Cursor: every root counts, written as a path or a URI; its own worktrees are worktrees', async (t) => {
  const project = temporaryProject(t);
  const linked = join(project.root, '..', 'linked');
  project.git('worktree', 'add', '--quiet', linked);
  const uri = `file://${encodeURI(project.root)}`;
  assert.equal(cursor(cursorStart('', { workspace_roots: ['/nonexistent', project.root] })), 'not-a-linked-worktree');
  assert.equal(cursor(cursorStart('', { workspace_roots: [linked, project.root] })), 'not-a-linked-worktree');
  assert.equal(cursor(cursorStart('', { workspace_roots: [uri] })), 'not-a-linked-worktree');
  assert.equal(cursor(cursorStart('', { workspace_roots: [linked] })), 'in-linked-worktree');
  for (const workspace_roots of [['/C:/Code/app'], ['file:///c%3A/Code/app'], ['file:///%zz'], ['x']])
    assert.equal(cursor(cursorStart('', { workspace_roots })), 'not-a-project');
  for (const workspace_roots of [[], [''], [null, 7]])
    assert.equal(cursorCallOf(read(cursorStart('', { workspace_roots })), {}).kind, 'other');
  const unknown = { CURSOR_PROJECT_DIR: project.root };
  for (const workspace_roots of [undefined, null, 'x', {}])
    assert.equal(cursor(cursorStart('', { workspace_roots }), unknown), 'payload-unreadable');
});

test("a worktree that msd made for one plan is no place for another's executor", (t) => {
  const project = temporaryProject(t);
  const worktree = join(project.root, '..', 'wt');
  project.git('worktree', 'add', '--quiet', worktree);
  const owner = { run: 'r-1', plan: '03-02-hardening' };
  writeFileSync(project.path('.git/worktrees/wt/msd-owner.json'), JSON.stringify(owner));
  assert.equal(cursor(cursorStart(worktree)), 'in-linked-worktree');
  const task = '[msd:dispatch phase="03" plan="03-05-docs"]';
  assert.equal(cursor(cursorStart(worktree, { task })), 'nested-dispatch');
  assert.equal(claude(claudeCall(worktree)), 'nested-dispatch');
});

test('the hooks find the project by the payload, wherever they are started', async (t) => {
  const { root } = temporaryProject(t);
  const cwd = temporaryFolder(t);
  const { answer } = await runHook(CURSOR_GUARD, cursorStart(root), { cwd });
  assert.equal(answer.permission, 'deny');
  const gone = temporaryFolder(t);
  const running = runHook(GUARD, claudeCall(root), { cwd: gone });
  rmSync(gone, { recursive: true });
  assert.equal((await running).answer?.hookSpecificOutput.updatedInput.isolation, 'worktree');
});
