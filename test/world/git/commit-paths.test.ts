import assert from 'node:assert/strict';
import { chmodSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { linkedGitDir } from '../../../src/world/git/worktree-record.js';
import { git, tryGit } from '../../rig/git.js';
import { makeRepo, writeFiles } from '../../rig/repository.js';

const ODD = [
  'données/é.txt',
  'a b.txt',
  '"q".txt',
  'tab\t.txt',
  '-n.txt',
  'new\nline.txt',
  ':(top)x',
  '*',
  '[a].txt',
  "it's",
];
const inCommit = (dir: string) =>
  git(dir, 'diff-tree', '-r', '-z', '--name-status', '--no-commit-id', 'HEAD').split('\0').filter(Boolean);

test('exactly these paths are committed, whatever their names', async (t) => {
  const repo = await makeRepo(t);
  const dir = await repo.worktree('03-01');
  writeFiles(dir, Object.fromEntries([...ODD, 'other.txt', 'a.txt'].map((path) => [path, 'x'])));
  git(dir, 'add', 'other.txt');
  const done = await repo.world.commitPaths(dir, ODD, 'Leftovers\n\nof 03-01');
  assert.ok(done.ok, JSON.stringify(done));
  assert.equal(done.value, git(dir, 'rev-parse', 'HEAD'));
  assert.deepEqual(
    inCommit(dir)
      .filter((part) => part !== 'A')
      .sort(),
    [...ODD].sort(),
  );
  assert.equal(git(dir, 'log', '-1', '--format=%B'), 'Leftovers\n\nof 03-01\n');
  assert.equal(git(dir, 'status', '--porcelain'), 'A  other.txt\n?? a.txt');
});

test('deletions, renames, folders and changes on top of staged ones are committed', async (t) => {
  const repo = await makeRepo(t, {
    files: { 'gone.txt': 'g', 'old.txt': 'old', 'staged.txt': '1', '.gitignore': '.msd/\n' },
  });
  const dir = await repo.worktree('03-01');
  rmSync(join(dir, 'gone.txt'));
  git(dir, 'mv', 'old.txt', 'new.txt');
  writeFiles(dir, { 'folder/a': 'a', 'folder/b/c': 'c', 'staged.txt': '2' });
  git(dir, 'add', 'staged.txt');
  writeFiles(dir, { 'staged.txt': '3' });
  const done = await repo.world.commitPaths(
    dir,
    ['gone.txt', 'old.txt', 'new.txt', 'folder/', 'staged.txt', 'never'],
    'm',
  );
  assert.ok(done.ok, JSON.stringify(done));
  const wanted = ['A folder/a', 'A folder/b/c', 'D gone.txt', 'A new.txt', 'D old.txt', 'M staged.txt'];
  assert.deepEqual(
    inCommit(dir),
    wanted.flatMap((line) => line.split(' ')),
  );
  assert.equal(git(dir, 'show', 'HEAD:staged.txt'), '3');
  assert.equal(git(dir, 'status', '--porcelain'), '');
});

test('nothing to commit is no commit', async (t) => {
  const repo = await makeRepo(t);
  const dir = await repo.worktree('03-01');
  writeFiles(dir, { 'other.txt': 'x' });
  assert.deepEqual(await repo.world.commitPaths(dir, ['README.md', 'never.txt'], 'm'), { ok: true, value: null });
  assert.equal(git(dir, 'rev-parse', 'HEAD'), repo.checkout.head);
});

test('a hook of the user runs; one that refuses is heard and nothing is committed', async (t) => {
  const repo = await makeRepo(t);
  const dir = await repo.worktree('03-01');
  const hook = join(repo.root, '.git/hooks/pre-commit');
  writeFiles(repo.root, { '.git/hooks/pre-commit': '#!/bin/sh\necho "no TODO allowed" >&2\nexit 1\n' });
  chmodSync(hook, 0o755);
  writeFiles(dir, { 'a.txt': 'TODO' });
  const refused = await repo.world.commitPaths(dir, ['a.txt'], 'm');
  assert.ok(!refused.ok && refused.error.reason === 'git-failed');
  assert.match(refused.error.stderr, /no TODO allowed/);
  assert.equal(git(dir, 'status', '--porcelain'), '?? a.txt', 'the index is as it was');
  assert.equal(git(dir, 'rev-parse', 'HEAD'), repo.checkout.head);
  writeFileSync(hook, '#!/bin/sh\nexit 0\n');
  assert.ok((await repo.world.commitPaths(dir, ['a.txt'], 'm')).ok);
});

test('without any identity msd commits in its own name, with one in the person’s', async (t) => {
  const repo = await makeRepo(t, { nobody: true });
  repo.git('config', 'user.useConfigOnly', 'true');
  const dir = await repo.worktree('03-01');
  writeFiles(dir, { a: 'a' });
  assert.ok((await repo.world.commitPaths(dir, ['a'], 'm')).ok);
  assert.equal(git(dir, 'log', '-1', '--format=%an <%ae> %cn'), 'msd <msd@localhost> msd');
  repo.git('config', 'user.name', 'Someone');
  repo.git('config', 'user.email', 'someone@example.com');
  writeFiles(dir, { b: 'b' });
  await repo.world.commitPaths(dir, ['b'], 'm');
  assert.equal(git(dir, 'log', '-1', '--format=%an %cn'), 'Someone Someone');
});

test('a lock that a killed git left in the worktree does not stop it; one in the main checkout is not touched', async (t) => {
  const repo = await makeRepo(t);
  const dir = await repo.worktree('03-01');
  writeFiles(dir, { a: 'a' });
  writeFileSync(join(linkedGitDir(dir) ?? '', 'index.lock'), '');
  assert.ok((await repo.world.commitPaths(dir, ['a'], 'm')).ok);
  writeFiles(repo.root, { b: 'b' });
  writeFileSync(join(repo.root, '.git/index.lock'), '');
  const refused = await repo.world.commitPaths(repo.root, ['b'], 'm');
  assert.ok(!refused.ok && refused.error.reason === 'git-failed');
  assert.equal(existsSync(join(repo.root, '.git/index.lock')), true);
});

test('a worktree whose .git is gone is not taken for the checkout around it', async (t) => {
  const repo = await makeRepo(t, { files: { 'README.md': 'x' } });
  const dir = await repo.worktree('03-01');
  rmSync(join(dir, '.git'));
  writeFiles(dir, { a: 'a' });
  const done = await repo.world.commitPaths(dir, ['a'], 'm');
  assert.ok(done.ok && done.value);
  assert.equal(repo.git('rev-parse', 'msd/r-1/03-01'), done.value);
  assert.equal(repo.git('rev-parse', 'main'), repo.checkout.head);
  const bare = join(repo.root, 'plain');
  writeFiles(bare, { a: 'a' });
  const refused = await repo.world.commitPaths(bare, ['a'], 'm');
  assert.ok(!refused.ok);
  assert.equal(repo.git('rev-parse', 'main'), repo.checkout.head);
});

test('a merge that the agent left unfinished is refused, not committed over', async (t) => {
  const repo = await makeRepo(t);
  const dir = await repo.worktree('03-01');
  repo.commit('theirs', { 'README.md': 'theirs\n' });
  writeFiles(dir, { 'README.md': 'ours\n' });
  git(dir, 'commit', '-qam', 'ours');
  tryGit(dir, 'merge', 'main');
  const refused = await repo.world.commitPaths(dir, ['README.md'], 'm');
  assert.ok(!refused.ok && refused.error.reason === 'git-failed');
  assert.match(readFileSync(join(dir, 'README.md'), 'utf8'), /<<<<<<</);
});
