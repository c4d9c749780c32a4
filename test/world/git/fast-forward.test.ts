import assert from 'node:assert/strict';
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { identityOf, ownIdentity } from '../../../src/world/process-identity.js';
import { git, tryGit } from '../../rig/git.js';
import { makeRepo, type TestRepository, writeFiles } from '../../rig/repository.js';

const START = { 'a.txt': 'a\n', 'b.txt': 'b\n', 'gone.txt': 'g\n', '.gitignore': '.msd/\n*.local\n' };

/** A commit ahead of main: changes a, deletes gone, adds files. @returns the commit */
async function ahead(repo: TestRepository, files: Record<string, string> = { 'new/n.txt': 'n\n' }): Promise<string> {
  const dir = await repo.worktree('03-01');
  writeFiles(dir, { 'a.txt': 'a2\n', ...files });
  if (existsSync(join(dir, 'gone.txt'))) git(dir, 'rm', '-q', 'gone.txt');
  git(dir, 'add', '--all', '--force');
  git(dir, 'commit', '-qm', 'ahead');
  return git(dir, 'rev-parse', 'HEAD');
}

const read = (repo: TestRepository, path: string) => readFileSync(join(repo.root, path), 'utf8');

test('files and branch move together, and what is not in the way stays as it was', async (t) => {
  const repo = await makeRepo(t, { files: START });
  const to = await ahead(repo);
  repo.write({ 'b.txt': 'mine\n', 'untracked.txt': 'u\n', 'x.local': 'ignored\n', 'staged.txt': 's\n' });
  repo.git('add', 'staged.txt');
  const landed = await repo.world.fastForward(repo.checkout, 'main', to);
  assert.deepEqual(landed, { ok: true, value: { kind: 'moved', from: repo.checkout.head } });
  assert.equal(repo.git('rev-parse', 'main'), to);
  assert.deepEqual(
    [read(repo, 'a.txt'), read(repo, 'new/n.txt'), existsSync(join(repo.root, 'gone.txt'))],
    ['a2\n', 'n\n', false],
  );
  assert.equal(repo.git('status', '--porcelain'), ' M b.txt\nA  staged.txt\n?? untracked.txt');
  assert.deepEqual(await repo.world.fastForward(repo.checkout, 'main', to), { ok: true, value: { kind: 'already' } });
});

test('each file of the person’s in the way is named, and nothing moves', async (t) => {
  const cases: readonly { name: string; mine: (repo: TestRepository) => void; files: string[] }[] = [
    { name: 'edited', mine: (r) => r.write({ 'a.txt': 'mine\n' }), files: ['a.txt'] },
    { name: 'edited, to be deleted', mine: (r) => r.write({ 'gone.txt': 'mine\n' }), files: ['gone.txt'] },
    { name: 'untracked', mine: (r) => r.write({ 'new/n.txt': 'mine\n' }), files: ['new/n.txt'] },
    { name: 'ignored', mine: (r) => r.write({ 'env.local': 'mine\n' }), files: ['env.local'] },
    { name: 'file for folder', mine: (r) => r.write({ new: 'mine\n' }), files: ['new'] },
    { name: 'folder for file', mine: (r) => r.write({ 'new/n.txt/x': 'mine\n' }), files: ['new/n.txt/x'] },
    {
      name: 'folder of ignored for file',
      mine: (r) => r.write({ 'new/n.txt/x.local': 'm\n' }),
      files: ['new/n.txt/x.local'],
    },
    {
      name: 'staged',
      mine: (r) => {
        r.write({ 'a.txt': 'mine\n' });
        r.git('add', 'a.txt');
      },
      files: ['a.txt'],
    },
  ];
  for (const { name, mine, files } of cases) {
    const repo = await makeRepo(t, { files: START });
    const to = await ahead(repo, { 'new/n.txt': 'n\n', 'env.local': 'theirs\n' });
    mine(repo);
    const before = [repo.git('status', '--porcelain', '--ignored', '-uall'), repo.git('rev-parse', 'HEAD')];
    const landed = await repo.world.fastForward(repo.checkout, 'main', to);
    assert.deepEqual(landed, { ok: true, value: { kind: 'blocked-by-files', files } }, name);
    assert.deepEqual(
      [repo.git('status', '--porcelain', '--ignored', '-uall'), repo.git('rev-parse', 'HEAD')],
      before,
      name,
    );
  }
});

test('a tracked file that makes way for a folder, and the other way round, is git’s to replace', async (t) => {
  const repo = await makeRepo(t, { files: { ...START, 'p/q': 'q\n', f: 'f\n' } });
  const dir = await repo.worktree('03-01');
  git(dir, 'rm', '-q', '-r', 'p', 'f');
  writeFiles(dir, { p: 'file\n', 'f/g': 'g\n' });
  git(dir, 'add', '--all');
  git(dir, 'commit', '-qm', 'shapes');
  const landed = await repo.world.fastForward(repo.checkout, 'main', git(dir, 'rev-parse', 'HEAD'));
  assert.ok(landed.ok && landed.value.kind === 'moved', JSON.stringify(landed));
  assert.deepEqual([read(repo, 'p'), read(repo, 'f/g')], ['file\n', 'g\n']);
});

test('a file that holds what is coming is not in the way', async (t) => {
  const repo = await makeRepo(t, { files: START });
  const to = await ahead(repo);
  repo.write({ 'a.txt': 'a2\n', 'new/n.txt': 'n\n', 'b.txt': 'mine\n' });
  rmSync(join(repo.root, 'gone.txt'));
  const landed = await repo.world.fastForward(repo.checkout, 'main', to);
  assert.ok(landed.ok && landed.value.kind === 'moved', JSON.stringify(landed));
  assert.equal(repo.git('status', '--porcelain'), ' M b.txt');
});

test('a branch that moved, or is checked out no more, or elsewhere, is not written over', async (t) => {
  const repo = await makeRepo(t, { files: START });
  const to = await ahead(repo);
  const moved = repo.commit('the person’s', { 'c.txt': 'c' });
  assert.deepEqual(await repo.world.fastForward(repo.checkout, 'main', to), {
    ok: true,
    value: { kind: 'diverged', tip: moved },
  });
  repo.git('reset', '-q', '--hard', repo.checkout.head);
  repo.git('switch', '-q', '-c', 'other');
  const quiet = await repo.world.fastForward(repo.checkout, 'main', to);
  assert.deepEqual(quiet, { ok: true, value: { kind: 'moved', from: repo.checkout.head } });
  assert.equal(repo.git('rev-parse', 'main'), to);
  assert.equal(read(repo, 'a.txt'), 'a\n');
  repo.git('branch', '-f', 'main', repo.checkout.head);
  repo.git('worktree', 'add', '-q', '../elsewhere', 'main');
  const elsewhere = await repo.world.fastForward(repo.checkout, 'main', to);
  assert.deepEqual(elsewhere, { ok: true, value: { kind: 'switched', branch: 'other' } });
  repo.git('switch', '-q', '--detach');
  const detached = await repo.world.fastForward(repo.checkout, 'main', to);
  assert.deepEqual(detached, { ok: true, value: { kind: 'switched', branch: null } });
  assert.equal(repo.git('rev-parse', 'main'), repo.checkout.head);
  const none = await repo.world.fastForward(repo.checkout, 'nowhere', to);
  assert.ok(!none.ok);
});

test('a merge that the person is in the middle of is not disturbed', async (t) => {
  const repo = await makeRepo(t, { files: START });
  const to = await ahead(repo);
  const other = repo.git('commit-tree', '-m', 'x', '-p', 'HEAD', 'HEAD^{tree}');
  repo.git('merge', '-q', '--no-ff', '--no-commit', other);
  const landed = await repo.world.fastForward(repo.checkout, 'main', to);
  assert.ok(!landed.ok && landed.error.reason === 'operation-in-progress' && landed.error.operation === 'merge');
  assert.equal(repo.git('rev-parse', 'MERGE_HEAD'), other);
  assert.equal(repo.git('rev-parse', 'main'), repo.checkout.head);
});

test('settings of the person’s change nothing: no stash, no hook, no merge commit', async (t) => {
  const repo = await makeRepo(t, { files: START });
  const to = await ahead(repo);
  for (const [key, value] of [
    ['merge.autoStash', 'true'],
    ['merge.ff', 'false'],
    ['branch.main.mergeOptions', '--squash'],
    ['merge.verifySignatures', 'true'],
  ])
    repo.git('config', key ?? '', value ?? '');
  mkdirSync(join(repo.root, '.git/hooks'), { recursive: true });
  writeFileSync(join(repo.root, '.git/hooks/post-merge'), '#!/bin/sh\ntouch ran\n');
  chmodSync(join(repo.root, '.git/hooks/post-merge'), 0o755);
  repo.write({ 'b.txt': 'mine\n' });
  const landed = await repo.world.fastForward(repo.checkout, 'main', to);
  assert.ok(landed.ok && landed.value.kind === 'moved', JSON.stringify(landed));
  assert.equal(repo.git('rev-parse', 'HEAD'), to);
  assert.deepEqual(
    [read(repo, 'b.txt'), repo.git('stash', 'list'), existsSync(join(repo.root, 'ran'))],
    ['mine\n', '', false],
  );
});

test('an interrupted landing is finished: files half written, index locked by the git that died', async (t) => {
  const repo = await makeRepo(t, { files: START });
  const to = await ahead(repo);
  repo.write({ 'a.txt': 'a2\n' });
  const dead = { ...ownIdentity(), startTime: 'before' };
  mkdirSync(join(repo.root, '.git/msd'), { recursive: true });
  writeFileSync(join(repo.root, '.git/msd/landing.json'), JSON.stringify({ from: repo.checkout.head, to, git: dead }));
  writeFileSync(join(repo.root, '.git/index.lock'), '');
  const landed = await repo.world.fastForward(repo.checkout, 'main', to);
  assert.ok(landed.ok && landed.value.kind === 'moved', JSON.stringify(landed));
  assert.equal(repo.git('status', '--porcelain'), '');
  assert.equal(existsSync(join(repo.root, '.git/msd/landing.json')), false);
});

test('a lock of a living process, or of nobody we know, is not touched', async (t) => {
  for (const note of [null, { from: 'x', to: 'y', git: identityOf(process.pid) }]) {
    const repo = await makeRepo(t, { files: START });
    const to = await ahead(repo);
    if (note) {
      mkdirSync(join(repo.root, '.git/msd'), { recursive: true });
      writeFileSync(join(repo.root, '.git/msd/landing.json'), JSON.stringify(note));
    }
    writeFileSync(join(repo.root, '.git/index.lock'), '');
    const landed = await repo.world.fastForward(repo.checkout, 'main', to);
    assert.ok(!landed.ok && landed.error.reason === 'git-failed');
    assert.equal(existsSync(join(repo.root, '.git/index.lock')), true);
    assert.equal(repo.git('rev-parse', 'main'), repo.checkout.head);
    assert.equal(tryGit(repo.root, 'diff', '--quiet').code, 0);
  }
});
