import assert from 'node:assert/strict';
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { test } from 'node:test';
import { createGitWorld } from '../../../src/world/git/git-world.js';
import type { Checkout } from '../../../src/world/git/port.js';
import { cleanEnvironment } from '../../rig/environment.js';
import { git, tryGit } from '../../rig/git.js';
import { makeRepo, writeFiles } from '../../rig/repository.js';
import { temporaryFolder } from '../../rig/temp-folder.js';

async function find(dir: string): Promise<Checkout> {
  const found = await createGitWorld().checkout(dir);
  assert.ok(found.ok, JSON.stringify(found));
  return found.value;
}

async function refusal(dir: string): Promise<string> {
  const found = await createGitWorld({ env: cleanEnvironment(dir) }).checkout(dir);
  assert.ok(!found.ok);
  return found.error.reason;
}

test('a checkout is found from its top, a subfolder and through a symlink', async (t) => {
  const { root, checkout, git: inRoot } = await makeRepo(t);
  assert.equal(checkout.branch, 'main');
  assert.equal(checkout.head, inRoot('rev-parse', 'HEAD'));
  assert.equal(checkout.gitDir, join(root, '.git'));
  assert.deepEqual([checkout.linked, checkout.mainRoot, checkout.operation], [false, root, null]);
  mkdirSync(join(root, 'a/b'), { recursive: true });
  symlinkSync(root, join(root, '..', 'link'));
  for (const dir of [join(root, 'a/b'), join(root, '..', 'link'), join(root, '..', 'link', 'a')])
    assert.equal((await find(dir)).root, root);
});

test('a linked worktree knows its main checkout', async (t) => {
  const { root, git: inRoot } = await makeRepo(t);
  const lane = join(root, '..', 'lane');
  inRoot('worktree', 'add', '-q', '-b', 'feature', lane);
  const checkout = await find(lane);
  assert.equal(checkout.root, lane);
  assert.equal(checkout.linked, true);
  assert.equal(checkout.mainRoot, root);
  assert.equal(checkout.commonDir, join(root, '.git'));
  assert.equal(checkout.branch, 'feature');
});

test('a bare repository with worktrees has checkouts, but no main one', async (t) => {
  const { root } = await makeRepo(t);
  const place = join(root, '..', 'place');
  mkdirSync(place);
  git(place, 'clone', '-q', '--bare', root, join(place, '.bare'));
  writeFileSync(join(place, '.git'), 'gitdir: ./.bare\n');
  git(place, 'worktree', 'add', '-q', 'main');
  const checkout = await find(join(place, 'main'));
  assert.deepEqual([checkout.root, checkout.mainRoot, checkout.linked], [join(place, 'main'), null, true]);
  assert.equal(await refusal(place), 'bare-repository');
  assert.equal(await refusal(join(place, '.bare')), 'bare-repository');
});

test('a git directory kept elsewhere, and a submodule, are checkouts with a main root of their own', async (t) => {
  const { root, git: inRoot, checkout } = await makeRepo(t);
  const away = join(root, '..', 'away');
  git(root, 'clone', '-q', '--separate-git-dir', join(root, '..', 'away.git'), root, away);
  assert.deepEqual([(await find(away)).root, (await find(away)).mainRoot], [away, away]);
  inRoot('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', away, 'libs/core');
  const inner = await find(join(root, 'libs/core'));
  assert.deepEqual([inner.root, inner.linked], [join(root, 'libs/core'), false]);
  assert.deepEqual(checkout.submodules, []);
  assert.deepEqual((await find(root)).submodules, ['libs/core']);
});

test('repositories that the checkout does not track are found too, in untracked and ignored folders', async (t) => {
  const { root } = await makeRepo(t, { files: { '.gitignore': 'hidden/\nnode_modules/\n', 'src/a.ts': '' } });
  for (const inner of ['modules/a', 'hidden/b', 'src/inner', 'node_modules/c'])
    git(root, 'init', '-q', join(root, inner));
  writeFiles(root, { 'modules/a/x': 'x' });
  assert.deepEqual((await find(root)).submodules, ['hidden/b', 'modules/a', 'src/inner']);
});

test('what is no checkout is told apart', async (t) => {
  const dir = temporaryFolder(t);
  assert.equal(await refusal(dir), 'not-a-repository');
  assert.equal(await refusal(join(dir, 'gone')), 'file-unreadable');
  git(dir, 'init', '-q', '-b', 'trunk', 'unborn');
  const unborn = await createGitWorld().checkout(join(dir, 'unborn'));
  assert.deepEqual(unborn, { ok: false, error: { reason: 'no-commits', dir: join(dir, 'unborn'), branch: 'trunk' } });
  mkdirSync(join(dir, 'broken'));
  writeFileSync(join(dir, 'broken', '.git'), 'gitdir: /nowhere\n');
  assert.equal(await refusal(join(dir, 'broken')), 'git-failed');
});

test('a repository that git cannot read is not "no repository"', async (t) => {
  const { root } = await makeRepo(t);
  writeFileSync(join(root, '.git', 'config'), '[core\n');
  assert.equal(await refusal(root), 'git-failed');
});

test('a detached HEAD has no branch; an operation under way has a name', async (t) => {
  const { root, git: inRoot, commit, write } = await makeRepo(t);
  inRoot('branch', 'other');
  commit('one', { 'README.md': 'one\n' });
  inRoot('switch', '-q', 'other');
  write({ 'README.md': 'two\n' });
  inRoot('commit', '-qam', 'two');
  tryGit(root, 'merge', 'main');
  assert.equal((await find(root)).operation, 'merge');
  inRoot('merge', '--abort');
  tryGit(root, 'rebase', 'main');
  assert.deepEqual([(await find(root)).operation, (await find(root)).branch], ['rebase', null]);
  inRoot('rebase', '--abort');
  tryGit(root, 'cherry-pick', 'main');
  assert.equal((await find(root)).operation, 'cherry-pick');
  inRoot('cherry-pick', '--abort');
  inRoot('bisect', 'start');
  assert.equal((await find(root)).operation, 'bisect');
  inRoot('bisect', 'reset');
  inRoot('switch', '-q', '--detach');
  assert.deepEqual([(await find(root)).branch, (await find(root)).operation], [null, null]);
});

test('variables of the caller do not lead to another repository', async (t) => {
  const { root } = await makeRepo(t);
  const other = await makeRepo(t, { name: 'other' });
  const env = { ...process.env, GIT_DIR: join(other.root, '.git'), GIT_WORK_TREE: other.root };
  const found = await createGitWorld({ env }).checkout(root);
  assert.ok(found.ok);
  assert.equal(found.value.root, root);
});

test('the first part of branch names gives way to a branch of that very name', async (t) => {
  const { root, git: inRoot, checkout } = await makeRepo(t);
  assert.equal(checkout.branchPrefix, 'msd');
  inRoot('branch', 'msd/r-1/x');
  inRoot('branch', 'msdx');
  assert.equal((await find(root)).branchPrefix, 'msd');
  inRoot('branch', '-D', 'msd/r-1/x');
  inRoot('branch', 'MSD');
  assert.equal((await find(root)).branchPrefix, 'msd-1');
  inRoot('branch', 'msd-1');
  assert.equal((await find(root)).branchPrefix, 'msd-2');
});
