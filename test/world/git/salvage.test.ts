import assert from 'node:assert/strict';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { linkedGitDir } from '../../../src/world/git/worktree-record.js';
import { git, tryGit } from '../../rig/git.js';
import { makeRepo, writeFiles } from '../../rig/repository.js';

const REF = 'refs/msd/salvage/r-1/03-01/1';

test('everything that is not committed is on the ref, ignored files are not, and the worktree is as before', async (t) => {
  const repo = await makeRepo(t, { files: { '.gitignore': '.msd/\n*.log\n', 'a.txt': 'a', 'b.txt': 'b' } });
  const dir = await repo.worktree('03-01');
  writeFiles(dir, { 'a.txt': 'changed', 'new\n"é".txt': 'new', 'debug.log': 'secret', 'staged.txt': 's' });
  rmSync(join(dir, 'b.txt'));
  git(dir, 'add', 'staged.txt');
  const before = [git(dir, 'status', '--porcelain'), git(dir, 'rev-parse', 'HEAD')];
  const saved = await repo.world.salvage(dir, REF, 'left');
  assert.ok(saved.ok && saved.value, JSON.stringify(saved));
  assert.deepEqual([...saved.value.paths].sort(), ['a.txt', 'b.txt', 'new\n"é".txt', 'staged.txt']);
  assert.equal(repo.git('rev-parse', REF), saved.value.oid);
  assert.equal(repo.git('show', `${REF}:a.txt`), 'changed');
  assert.equal(tryGit(repo.root, 'show', `${REF}:debug.log`).code, 128);
  assert.equal(repo.git('rev-parse', `${REF}^`), before[1]);
  assert.deepEqual([git(dir, 'status', '--porcelain'), git(dir, 'rev-parse', 'HEAD')], before);
});

test('nothing to save, and no worktree, make no ref', async (t) => {
  const repo = await makeRepo(t);
  const dir = await repo.worktree('03-01');
  assert.deepEqual(await repo.world.salvage(dir, REF, 'left'), { ok: true, value: null });
  assert.deepEqual(await repo.world.salvage(join(dir, 'gone'), REF, 'left'), { ok: true, value: null });
  assert.deepEqual(await repo.world.refs(repo.checkout, 'refs/msd'), []);
});

test('what the ref held stays reachable', async (t) => {
  const repo = await makeRepo(t);
  const dir = await repo.worktree('03-01');
  writeFiles(dir, { 'a.txt': 'first' });
  const first = await repo.world.salvage(dir, REF, 'first');
  rmSync(join(dir, 'a.txt'));
  writeFiles(dir, { 'b.txt': 'second' });
  const second = await repo.world.salvage(dir, REF, 'second');
  assert.ok(first.ok && first.value && second.ok && second.value);
  assert.equal(await repo.world.isAncestor(repo.checkout, first.value.oid, REF), true);
});

test('what was staged and then changed, or taken out of the files, is saved too', async (t) => {
  const repo = await makeRepo(t);
  const dir = await repo.worktree('03-01');
  writeFiles(dir, { 'a.txt': 'staged' });
  git(dir, 'add', 'a.txt');
  rmSync(join(dir, 'a.txt'));
  const saved = await repo.world.salvage(dir, REF, 'left');
  assert.ok(saved.ok && saved.value);
  assert.equal(repo.git('show', `${REF}^2:a.txt`), 'staged');
});

test('a worktree in the middle of a conflict is saved with its markers', async (t) => {
  const repo = await makeRepo(t);
  const dir = await repo.worktree('03-01');
  repo.commit('theirs', { 'README.md': 'theirs\n' });
  writeFiles(dir, { 'README.md': 'ours\n' });
  git(dir, 'commit', '-qam', 'ours');
  tryGit(dir, 'merge', 'main');
  const saved = await repo.world.salvage(dir, REF, 'left');
  assert.ok(saved.ok && saved.value);
  assert.match(repo.git('show', `${REF}:README.md`), /<<<<<<< HEAD/);
  assert.equal(git(dir, 'status', '--porcelain'), 'UU README.md');
});

test('the files of repositories inside are saved, one without a commit and one inside another too', async (t) => {
  const repo = await makeRepo(t);
  const dir = await repo.worktree('03-01');
  for (const inner of ['lib/one', 'empty', 'lib/one/deep']) git(dir, 'init', '-q', inner);
  writeFiles(dir, {
    'lib/one/a': 'a',
    'lib/one/.gitignore': 'junk\n',
    'lib/one/junk': 'j',
    'empty/b': 'b',
    'lib/one/deep/c': 'c',
  });
  git(join(dir, 'lib/one'), 'add', 'a');
  git(join(dir, 'lib/one'), 'commit', '-qm', 'inner');
  writeFiles(dir, { 'lib/one/a': 'a2', 'outer.txt': 'o' });
  const saved = await repo.world.salvage(dir, REF, 'left');
  assert.ok(saved.ok && saved.value, JSON.stringify(saved));
  const paths = ['empty/b', 'lib/one/.gitignore', 'lib/one/a', 'lib/one/deep/c', 'outer.txt'];
  assert.deepEqual([...saved.value.paths].sort(), paths);
  assert.equal(repo.git('show', `${REF}:lib/one/a`), 'a2');
});

test('a damaged index, a missing one and one that is locked do not stop it', async (t) => {
  const repo = await makeRepo(t);
  const dir = await repo.worktree('03-01');
  const index = join(linkedGitDir(dir) ?? '', 'index');
  writeFiles(dir, { 'a.txt': 'a' });
  writeFileSync(`${index}.lock`, '');
  writeFileSync(index, 'not an index');
  const saved = await repo.world.salvage(dir, REF, 'left');
  assert.deepEqual(saved.ok ? saved.value?.paths : saved.error, ['a.txt']);
  rmSync(index);
  const again = await repo.world.salvage(dir, `${REF}x`, 'left');
  assert.deepEqual(again.ok && again.value?.paths, ['a.txt']);
  assert.equal(readFileSync(`${index}.lock`, 'utf8'), '');
});

test('a .git that the agent deleted or replaced is put back, and its own is kept', async (t) => {
  const repo = await makeRepo(t);
  const dir = await repo.worktree('03-01');
  rmSync(join(dir, '.git'));
  writeFiles(dir, { 'a.txt': 'a' });
  const saved = await repo.world.salvage(dir, REF, 'left');
  assert.deepEqual(saved.ok && saved.value?.paths, ['a.txt']);
  rmSync(join(dir, '.git'));
  git(dir, 'init', '-q', '--template=');
  git(dir, 'add', 'a.txt');
  git(dir, 'commit', '-qm', 'in a repository of its own');
  assert.deepEqual(await repo.world.worktreeHead(dir), {
    oid: repo.checkout.head,
    branch: 'msd/r-1/03-01',
    operation: null,
  });
  const again = await repo.world.salvage(dir, `${REF}x`, 'left');
  assert.ok(again.ok && again.value?.paths.some((path) => path.startsWith('.git-of-agent/')), JSON.stringify(again));
  assert.equal(existsSync(join(dir, '.git-of-agent/HEAD')), true);
});

test('a .git that leads to the main checkout, or to another worktree, does not lead there', async (t) => {
  const repo = await makeRepo(t);
  const dir = await repo.worktree('03-01');
  const other = await repo.worktree('03-02');
  for (const target of [join(repo.root, '.git'), linkedGitDir(other) ?? '']) {
    writeFileSync(join(dir, '.git'), `gitdir: ${target}\n`);
    writeFiles(dir, { [`${target.length}.txt`]: 'x' });
    const commit = await repo.world.commitPaths(dir, [`${target.length}.txt`], 'm');
    assert.ok(commit.ok && commit.value);
    assert.equal(repo.git('rev-parse', 'msd/r-1/03-01'), commit.value);
  }
  for (const branch of ['main', 'msd/r-1/03-02']) assert.equal(repo.git('rev-parse', branch), repo.checkout.head);
});

test('an orphan branch is saved without a parent', async (t) => {
  const repo = await makeRepo(t);
  const dir = await repo.worktree('03-01');
  git(dir, 'switch', '-q', '--orphan', 'fresh');
  writeFiles(dir, { 'a.txt': 'a' });
  const saved = await repo.world.salvage(dir, REF, 'left');
  assert.deepEqual(saved.ok && saved.value?.paths, ['a.txt']);
  assert.equal(repo.git('rev-list', '--count', REF), '1');
});

test('a sparse worktree keeps its rest', async (t) => {
  const repo = await makeRepo(t, { files: { 'in/a': 'a', 'out/b': 'b', '.gitignore': '.msd/\n' } });
  repo.git('sparse-checkout', 'set', 'in');
  const dir = await repo.worktree('03-01');
  writeFiles(dir, { 'in/a': 'a2', 'out/new': 'n' });
  const saved = await repo.world.salvage(dir, REF, 'left');
  assert.ok(saved.ok && saved.value, JSON.stringify(saved));
  assert.deepEqual([...saved.value.paths].sort(), ['in/a', 'out/new']);
});

test('the person’s stash is not touched', async (t) => {
  const repo = await makeRepo(t);
  repo.write({ 'README.md': 'mine\n' });
  repo.git('stash');
  const stash = repo.git('stash', 'list');
  const dir = await repo.worktree('03-01');
  writeFiles(dir, { a: 'a' });
  await repo.world.salvage(dir, REF, 'left');
  assert.equal(repo.git('stash', 'list'), stash);
});
