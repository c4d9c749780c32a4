import assert from 'node:assert/strict';
import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { test } from 'node:test';
import type { PlanId } from '../../../src/core/phase/plan-id.js';
import { linkedGitDir } from '../../../src/world/git/worktree-record.js';
import type { WorktreeSpec } from '../../../src/world/git/port.js';
import { git } from '../../rig/git.js';
import { makeRepo, type TestRepository, writeFiles } from '../../rig/repository.js';

const notRoot = { skip: process.getuid?.() === 0 ? 'root may write anywhere' : false };

function spec(repo: TestRepository, more: Partial<WorktreeSpec> = {}): WorktreeSpec {
  return {
    checkout: repo.checkout,
    path: join(repo.root, '.msd/worktrees/r-1/03-01'),
    branch: 'msd/r-1/03-01',
    base: repo.checkout.head,
    copy: [],
    owner: { run: 'r-1', plan: '03-01' as PlanId },
    ...more,
  };
}

const worktreesOf = (repo: TestRepository) => repo.git('worktree', 'list', '--porcelain').match(/^worktree /gm)?.length;

test('a worktree is what was asked for, and its owner is on record', async (t) => {
  const repo = await makeRepo(t);
  const base = repo.commit('second', { 'src/a.ts': 'a\n' });
  repo.commit('third', { 'src/a.ts': 'changed\n' });
  const made = await repo.world.createWorktree(spec(repo, { base }));
  assert.ok(made.ok, JSON.stringify(made));
  const { path } = made.value;
  assert.equal(readFileSync(join(path, 'src/a.ts'), 'utf8'), 'a\n');
  assert.equal(git(path, 'rev-parse', 'HEAD'), base);
  assert.equal(git(path, 'status', '--porcelain'), '');
  const owner = JSON.parse(readFileSync(join(linkedGitDir(path) ?? '', 'msd-owner.json'), 'utf8'));
  assert.deepEqual(
    [owner.run, owner.plan, owner.pid, owner.base, owner.branch],
    ['r-1', '03-01', process.pid, base, 'msd/r-1/03-01'],
  );
  assert.match(repo.git('worktree', 'list', '--porcelain'), /^locked "?made by msd: /m);
  assert.equal(repo.git('status', '--porcelain'), '');
});

test('no upstream is set, whatever the base is called', async (t) => {
  const repo = await makeRepo(t);
  repo.git('clone', '-q', '--bare', repo.root, '../origin.git');
  repo.git('remote', 'add', 'origin', '../origin.git');
  repo.git('fetch', '-q', 'origin');
  repo.git('config', 'branch.autoSetupMerge', 'always');
  const made = await repo.world.createWorktree(spec(repo, { base: repo.git('rev-parse', 'origin/main') }));
  assert.ok(made.ok);
  assert.equal(repo.git('for-each-ref', '--format=%(upstream)', 'refs/heads/msd'), '');
});

test('what lies at the path is left alone and named', async (t) => {
  const repo = await makeRepo(t);
  const wanted = spec(repo);
  writeFiles(wanted.path, { 'mine.txt': 'mine\n' });
  const made = await repo.world.createWorktree(wanted);
  assert.ok(!made.ok && made.error.reason === 'file-unwritable' && made.error.path === wanted.path);
  assert.equal(readFileSync(join(wanted.path, 'mine.txt'), 'utf8'), 'mine\n');
  assert.equal(repo.git('branch', '--list', 'msd/*'), '');
  assert.equal(worktreesOf(repo), 1);
});

test('an entry of ours whose folder is gone does not stand in the way; one of others does', async (t) => {
  const repo = await makeRepo(t);
  const first = await repo.world.createWorktree(spec(repo));
  assert.ok(first.ok);
  rmSync(first.value.path, { recursive: true });
  const again = await repo.world.createWorktree(spec(repo, { branch: 'msd/r-1/03-01@2' }));
  assert.ok(again.ok, JSON.stringify(again));
  assert.equal(worktreesOf(repo), 2);
  const lane = join(repo.root, '../lane');
  repo.git('worktree', 'add', '-q', '-b', 'lane', lane);
  rmSync(lane, { recursive: true });
  const theirs = await repo.world.createWorktree(spec(repo, { path: lane, branch: 'msd/r-1/x' }));
  assert.ok(!theirs.ok && theirs.error.reason === 'file-unwritable');
  assert.equal(worktreesOf(repo), 3);
});

test('a folder whose entry is gone is left alone and named', async (t) => {
  const repo = await makeRepo(t);
  const first = await repo.world.createWorktree(spec(repo));
  assert.ok(first.ok);
  writeFiles(first.value.path, { 'work.txt': 'work\n' });
  rmSync(linkedGitDir(first.value.path) ?? '', { recursive: true });
  const again = await repo.world.createWorktree(spec(repo, { branch: 'msd/r-1/03-01@2' }));
  assert.ok(!again.ok && again.error.reason === 'file-unwritable');
  assert.equal(readFileSync(join(first.value.path, 'work.txt'), 'utf8'), 'work\n');
});

test('one that was only half made when its maker died holds nothing, and is let go', async (t) => {
  const repo = await makeRepo(t);
  const { path, branch, base } = spec(repo);
  const reason = `made by msd: ${JSON.stringify({ run: 'r-1', plan: '03-01', pid: 1, base, branch })}`;
  repo.git('worktree', 'add', '-q', '--no-checkout', '--lock', '--reason', reason, '-b', branch, path, base);
  assert.deepEqual((await repo.world.worktrees(repo.checkout))[1]?.owner, { run: 'r-1', plan: '03-01' });
  assert.deepEqual(await repo.world.salvage(path, 'refs/msd/salvage/x', 'left'), { ok: true, value: null });
  assert.ok((await repo.world.releaseWorktree(repo.checkout, path)).ok);
  assert.equal(worktreesOf(repo), 1);
});

test('a branch that exists is never taken over or moved', async (t) => {
  const repo = await makeRepo(t);
  repo.git('branch', 'msd/r-1/03-01');
  const foreign = repo.commit('later', { x: 'x' });
  repo.git('branch', '-f', 'msd/r-1/03-01', foreign);
  const made = await repo.world.createWorktree(spec(repo));
  assert.ok(!made.ok && made.error.reason === 'git-failed');
  assert.equal(repo.git('rev-parse', 'msd/r-1/03-01'), foreign);
  assert.equal(worktreesOf(repo), 1);
  assert.equal(existsSync(spec(repo).path), false);
});

test('a worktree that cannot be filled leaves nothing', async (t) => {
  const repo = await makeRepo(t);
  repo.git('config', 'filter.broken.smudge', 'false');
  repo.git('config', 'filter.broken.required', 'true');
  repo.commit('attributes', { '.gitattributes': '*.bin filter=broken\n' });
  const tree = repo.git('hash-object', '-w', 'README.md');
  repo.git('update-index', '--add', '--cacheinfo', `100644,${tree},a.bin`);
  repo.git('commit', '-qm', 'bin');
  const made = await repo.world.createWorktree(spec(repo, { base: repo.git('rev-parse', 'HEAD') }));
  assert.ok(!made.ok && made.error.reason === 'git-failed');
  assert.equal(existsSync(spec(repo).path), false);
  assert.equal(repo.git('branch', '--list', 'msd/*'), '');
  assert.equal(worktreesOf(repo), 1);
});

test('a folder that cannot be written stops the plan, and nothing is written elsewhere', notRoot, async (t) => {
  const repo = await makeRepo(t);
  const shut = join(repo.root, '.msd');
  mkdirSync(shut);
  chmodSync(shut, 0o500);
  const made = await repo.world.createWorktree(spec(repo));
  chmodSync(shut, 0o700);
  assert.ok(!made.ok && made.error.reason === 'file-unwritable');
  assert.equal(worktreesOf(repo), 1);
});

test('from a worktree of a bare repository, whose settings stay as they are', async (t) => {
  const repo = await makeRepo(t);
  const place = join(repo.root, '../place');
  mkdirSync(place);
  git(place, 'clone', '-q', '--bare', repo.root, join(place, '.bare'));
  writeFileSync(join(place, '.git'), 'gitdir: ./.bare\n');
  git(place, 'worktree', 'add', '-q', 'main');
  const config = readFileSync(join(place, '.bare/config'), 'utf8');
  const found = await repo.world.checkout(join(place, 'main'));
  assert.ok(found.ok);
  const path = join(place, 'main/.msd/worktrees/r-1/03-01');
  const made = await repo.world.createWorktree(spec(repo, { checkout: found.value, path }));
  assert.ok(made.ok, JSON.stringify(made));
  assert.equal(git(path, 'rev-parse', 'HEAD'), repo.checkout.head);
  assert.equal(readFileSync(join(place, '.bare/config'), 'utf8'), config);
});

test('from a linked worktree, the worktree is the same', async (t) => {
  const repo = await makeRepo(t);
  const lane = join(repo.root, '../lane');
  repo.git('worktree', 'add', '-q', '-b', 'feature', lane);
  const found = await repo.world.checkout(lane);
  assert.ok(found.ok);
  const made = await repo.world.createWorktree(spec(repo, { checkout: found.value }));
  assert.ok(made.ok, JSON.stringify(made));
  assert.equal(git(made.value.path, 'rev-parse', '--show-toplevel'), spec(repo).path);
});

test('a sparse checkout makes sparse worktrees', async (t) => {
  const repo = await makeRepo(t, { files: { 'in/a': 'a', 'out/b': 'b', '.gitignore': '.msd/\n' } });
  repo.git('sparse-checkout', 'set', 'in');
  const made = await repo.world.createWorktree(spec(repo));
  assert.ok(made.ok, JSON.stringify(made));
  assert.deepEqual(
    [existsSync(join(made.value.path, 'in/a')), existsSync(join(made.value.path, 'out/b'))],
    [true, false],
  );
});

test('line ends are converted as the repository says, and odd ones are nobody’s work', async (t) => {
  const repo = await makeRepo(t);
  repo.git('config', 'core.autocrlf', 'true');
  const made = await repo.world.createWorktree(spec(repo));
  assert.ok(made.ok);
  assert.equal(readFileSync(join(made.value.path, 'README.md'), 'utf8'), 'hello\r\n');

  // Stored with CRLF although declared as text: git calls it modified whenever it looks closely.
  repo.git('config', 'core.autocrlf', 'false');
  writeFileSync(join(repo.root, 'odd.txt'), 'a\r\nb\r\n');
  repo.git('add', 'odd.txt');
  repo.git('commit', '-qm', 'odd');
  const base = repo.commit('attributes', { '.gitattributes': '*.txt text\n' });
  for (let n = 0; n < 5; n++) {
    const path = join(repo.root, `.msd/worktrees/r-2/${n}`);
    const odd = await repo.world.createWorktree(spec(repo, { base, path, branch: `msd/r-2/${n}` }));
    assert.ok(odd.ok, JSON.stringify(odd));
  }
});

test('names that are not plain are no obstacle', async (t) => {
  const repo = await makeRepo(t, { name: 'a  "b" $c ünï\nx' });
  const made = await repo.world.createWorktree(spec(repo, { path: join(repo.root, '.msd/w t/r-1/-n "q" é') }));
  assert.ok(made.ok, JSON.stringify(made));
  assert.equal((await repo.world.worktrees(repo.checkout)).find((w) => w.path === made.value.path)?.owner?.run, 'r-1');
  assert.ok((await repo.world.releaseWorktree(repo.checkout, made.value.path)).ok);
  assert.equal((await repo.world.worktrees(repo.checkout)).length, 1);
});

test('no hook of the user runs for msd’s own commands', async (t) => {
  const repo = await makeRepo(t);
  mkdirSync(join(repo.root, '.git/hooks'), { recursive: true });
  for (const hook of ['post-checkout', 'reference-transaction', 'post-index-change'])
    writeFileSync(join(repo.root, '.git/hooks', hook), '#!/bin/sh\ntouch "$(git rev-parse --git-common-dir)/ran"\n', {
      mode: 0o755,
    });
  const made = await repo.world.createWorktree(spec(repo));
  assert.ok(made.ok);
  assert.equal(existsSync(join(repo.root, '.git/ran')), false);
});

test('listed ignored files come along: plain ones, from inside, that stay ignored', async (t) => {
  const repo = await makeRepo(t, { files: { '.gitignore': '.msd/\n.env*\nsecret/\nlinks\n*.local\n', 'a.txt': 'a' } });
  writeFiles(repo.root, {
    '.env': 'KEY=1\n',
    '.env.test': 'T',
    'secret/deep/x': 'x',
    'b.local': 'b',
    'untracked.txt': 'u',
  });
  writeFiles(join(repo.root, '..'), { 'outside/y': 'y' });
  symlinkSync(join(repo.root, '../outside'), join(repo.root, 'links'));
  symlinkSync(join(repo.root, '.env'), join(repo.root, 'c.local'));
  // Ignored here only because of a rule that is not committed: there it would be anybody's file.
  repo.write({ '.git/info/exclude': '', 'rules/.gitignore': 'only-here\n', 'rules/only-here': 'x' });
  const copy = ['.env', 'secret/**', 'links/**', '*.local', 'untracked.txt', 'rules/*', '../outside/**', '.msd/**'];
  const made = await repo.world.createWorktree(spec(repo, { copy }));
  assert.ok(made.ok, JSON.stringify(made));
  const there = (path: string) => existsSync(join(made.value.path, path));
  assert.deepEqual(
    ['.env', 'secret/deep/x', 'b.local', '.env.test', 'untracked.txt', 'links', 'c.local', 'rules/only-here'].map(
      there,
    ),
    [true, true, true, false, false, false, false, false],
  );
  assert.equal(git(made.value.path, 'status', '--porcelain'), '');
});
