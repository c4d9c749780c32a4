import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { git } from '../../rig/git.js';
import { makeRepo, type TestRepository, writeFiles } from '../../rig/repository.js';

const REF = 'refs/heads/msd/r-1/integration';

/** A commit on a branch of its own, made in a worktree. */
async function work(repo: TestRepository, plan: string, files: Record<string, string>): Promise<string> {
  const dir = await repo.worktree(plan, repo.checkout.head);
  writeFiles(dir, files);
  git(dir, 'add', '--all');
  git(dir, 'commit', '-qm', plan);
  return git(dir, 'rev-parse', 'HEAD');
}

const integrate = (repo: TestRepository, theirs: string) =>
  repo.world.integrate(repo.checkout, { ref: REF, theirs, message: 'Merge\n\nbody' });

test('a branch comes home as a merge commit, and no checkout is touched', async (t) => {
  const repo = await makeRepo(t);
  await repo.world.updateRef(repo.checkout, REF, repo.checkout.head, null);
  const theirs = await work(repo, 'a', { 'a.txt': 'a' });
  repo.write({ 'README.md': 'dirty\n' });
  const merged = await integrate(repo, theirs);
  assert.ok(merged.ok && merged.value.kind === 'merged');
  assert.equal(repo.git('rev-parse', REF), merged.value.oid);
  assert.equal(merged.value.before, repo.checkout.head);
  assert.equal(repo.git('log', '-1', '--format=%P', REF), `${repo.checkout.head} ${theirs}`);
  assert.equal(repo.git('log', '-1', '--format=%B', REF), 'Merge\n\nbody\n');
  assert.equal(repo.git('rev-parse', 'HEAD'), repo.checkout.head);
  assert.equal(repo.git('status', '--porcelain'), ' M README.md');
  const again = await integrate(repo, theirs);
  assert.deepEqual(again, { ok: true, value: { kind: 'already', oid: merged.value.oid } });
});

test('a conflict names its files and moves nothing', async (t) => {
  const repo = await makeRepo(t, { files: { 'é "x".txt': '1\n', 'other.txt': '1\n', '.gitignore': '.msd/\n' } });
  await repo.world.updateRef(repo.checkout, REF, repo.checkout.head, null);
  await integrate(repo, await work(repo, 'a', { 'é "x".txt': 'a\n', 'other.txt': 'a\n', 'fine.txt': 'a' }));
  const before = repo.git('rev-parse', REF);
  const conflict = await integrate(repo, await work(repo, 'b', { 'é "x".txt': 'b\n', 'other.txt': 'b\n' }));
  assert.deepEqual(conflict, { ok: true, value: { kind: 'conflict', files: ['other.txt', 'é "x".txt'] } });
  assert.equal(repo.git('rev-parse', REF), before);
});

test('a file against a folder, and a deletion against a change, are conflicts too', async (t) => {
  const repo = await makeRepo(t, { files: { a: '1\n', '.gitignore': '.msd/\n' } });
  await repo.world.updateRef(repo.checkout, REF, repo.checkout.head, null);
  const changed = await work(repo, 'changed', { a: '2\n', p: 'file' });
  await integrate(repo, changed);
  const dir = await repo.worktree('deleted', repo.checkout.head);
  git(dir, 'rm', '-q', 'a');
  writeFiles(dir, { 'p/q': 'folder' });
  git(dir, 'add', '--all');
  git(dir, 'commit', '-qm', 'deleted');
  const conflict = await integrate(repo, git(dir, 'rev-parse', 'HEAD'));
  assert.ok(conflict.ok && conflict.value.kind === 'conflict');
  assert.ok(conflict.value.files.includes('a'), JSON.stringify(conflict.value.files));
});

test('many mergers at once lose nothing', async (t) => {
  const repo = await makeRepo(t);
  await repo.world.updateRef(repo.checkout, REF, repo.checkout.head, null);
  const commits: string[] = [];
  for (let n = 0; n < 6; n++) commits.push(await work(repo, `p${n}`, { [`f${n}`]: `${n}` }));
  const all = await Promise.all(commits.map((commit) => integrate(repo, commit)));
  assert.ok(all.every((one) => one.ok && one.value.kind === 'merged'));
  for (const commit of commits) assert.equal(await repo.world.isAncestor(repo.checkout, commit, REF), true);
  assert.equal(
    repo
      .git('ls-tree', '--name-only', REF)
      .split('\n')
      .filter((f) => /^f\d/.test(f)).length,
    6,
  );
});

test('without an identity the merge is msd’s own', async (t) => {
  const repo = await makeRepo(t, { nobody: true });
  repo.git('config', 'user.useConfigOnly', 'true');
  await repo.world.updateRef(repo.checkout, REF, repo.checkout.head, null);
  const merged = await integrate(repo, await work(repo, 'a', { a: 'a' }));
  assert.ok(merged.ok && merged.value.kind === 'merged', JSON.stringify(merged));
  assert.equal(repo.git('log', '-1', '--format=%an <%ae>', REF), 'msd <msd@localhost>');
});

test('unrelated histories and a ref that is not there are failures, not merges', async (t) => {
  const repo = await makeRepo(t);
  const other = await makeRepo(t, { name: 'other', files: { x: 'x' } });
  repo.git('fetch', '-q', other.root, 'main:foreign');
  const none = await integrate(repo, repo.git('rev-parse', 'foreign'));
  assert.ok(!none.ok);
  await repo.world.updateRef(repo.checkout, REF, repo.checkout.head, null);
  const unrelated = await integrate(repo, repo.git('rev-parse', 'foreign'));
  assert.ok(!unrelated.ok && unrelated.error.reason === 'git-failed');
  assert.equal(repo.git('rev-parse', REF), repo.checkout.head);
});

test('a shallow clone merges as far as its history goes', async (t) => {
  const origin = await makeRepo(t);
  origin.commit('two', { two: '2' });
  origin.git('clone', '-q', '--depth=1', `file://${origin.root}`, '../shallow');
  const found = await origin.world.checkout(join(origin.root, '../shallow'));
  assert.ok(found.ok);
  const repo = {
    ...origin,
    root: found.value.root,
    checkout: found.value,
    git: (...args: string[]) => git(found.value.root, ...args),
  };
  await repo.world.updateRef(found.value, REF, found.value.head, null);
  const tree = repo.git('rev-parse', 'HEAD^{tree}');
  const theirs = repo.git('commit-tree', tree, '-p', 'HEAD', '-m', 'x');
  const merged = await integrate(repo, theirs);
  assert.ok(merged.ok && merged.value.kind === 'merged', JSON.stringify(merged));
});

test('refs are created, moved and deleted only from where they were', async (t) => {
  const repo = await makeRepo(t);
  const { world, checkout } = repo;
  const later = repo.commit('later', { a: 'a' });
  const swap = (to: string | null, expected: string | null) => world.updateRef(checkout, 'refs/msd/x', to, expected);
  assert.equal(await swap(checkout.head, null), true);
  assert.equal(await swap(later, null), false);
  assert.equal(await swap(later, later), false);
  assert.equal(await swap(later, checkout.head), true);
  assert.deepEqual(await world.refs(checkout, 'refs/msd'), [{ ref: 'refs/msd/x', oid: later }]);
  assert.equal(await swap(null, checkout.head), false);
  assert.equal(await swap(null, later), true);
  assert.equal(await swap(null, null), true);
  assert.deepEqual(await world.refs(checkout, 'refs/msd'), []);
});
