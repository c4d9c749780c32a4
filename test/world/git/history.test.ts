import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'node:test';
import { cleanEnvironment } from '../../rig/environment.js';
import { git } from '../../rig/git.js';
import { makeRepo, writeFiles } from '../../rig/repository.js';

test('a revision is a full hash or nothing, and never an option', async (t) => {
  const { world, checkout, git: inRoot } = await makeRepo(t);
  inRoot('tag', '-a', '-m', 'x', 'v1');
  for (const rev of ['HEAD', 'main', 'refs/heads/main', 'v1', checkout.head.slice(0, 8)])
    assert.equal(await world.resolve(checkout, rev), checkout.head, rev);
  for (const rev of ['nowhere', '', '--all', '-n1', 'HEAD:README.md', `${'0'.repeat(39)}1`, '$(touch pwned)', 'a b\nc'])
    assert.equal(await world.resolve(checkout, rev), null, rev);
});

test('commits are listed oldest first, ancestors and common bases found', async (t) => {
  const repo = await makeRepo(t);
  const { world, checkout } = repo;
  const one = repo.commit('one', { a: '1' });
  const two = repo.commit('two', { a: '2' });
  assert.deepEqual(await world.commits(checkout, checkout.head, two), [one, two]);
  assert.deepEqual(await world.commits(checkout, two, two), []);
  assert.equal(await world.isAncestor(checkout, one, two), true);
  assert.equal(await world.isAncestor(checkout, two, one), false);
  assert.equal(await world.isAncestor(checkout, 'nowhere', two), false);
  repo.git('switch', '-q', '-c', 'side', one);
  const side = repo.commit('side', { b: 'b' });
  assert.deepEqual(await world.history(checkout, two, side), { commits: [side], fork: one });
  assert.deepEqual(await world.history(checkout, one, two), { commits: [two], fork: one });
  assert.deepEqual(await world.history(checkout, two, two), { commits: [], fork: two });
  assert.deepEqual(await world.history(checkout, two, one), { commits: [], fork: one });
  repo.git('merge', '-q', '--no-edit', two);
  const merged = repo.git('rev-parse', 'HEAD');
  // The walk meets the history of `two` twice, in `one` and in `two` itself: the better one counts.
  assert.deepEqual(await world.history(checkout, two, merged), { commits: [side, merged], fork: two });
  repo.git('switch', '-q', '--orphan', 'other');
  const orphan = repo.commit('orphan', { c: 'c' });
  assert.deepEqual(await world.history(checkout, two, orphan), { commits: [orphan], fork: null });
});

test('changes carry every name as it is, and renames are found', async (t) => {
  const long = Array.from({ length: 40 }, (_, n) => `line ${n}\n`).join('');
  const odd = ['données/é.txt', 'a b.txt', '"q".txt', 'tab\t.txt', '-n.txt', 'new\nline.txt'];
  const repo = await makeRepo(t, {
    files: { 'old.txt': long, 'gone.txt': 'g', 'kept.txt': 'k', '.gitignore': '.msd/\n' },
  });
  repo.git('mv', 'old.txt', 'moved.txt');
  repo.git('rm', '-q', 'gone.txt');
  const head = repo.commit('all', { 'kept.txt': 'k2', ...Object.fromEntries(odd.map((path) => [path, path])) });
  const changes = await repo.world.changes(repo.checkout, repo.checkout.head, head);
  const seen = Object.fromEntries(changes.map(({ path, kind, renamedFrom }) => [path, renamedFrom ?? kind]));
  assert.deepEqual(seen, {
    ...Object.fromEntries(odd.map((path) => [path, 'added'])),
    'moved.txt': 'old.txt',
    'gone.txt': 'deleted',
    'kept.txt': 'modified',
  });
});

test('a file is in a commit or not, and its name is not a pattern', async (t) => {
  const { world, checkout } = await makeRepo(t, { files: { 'a/b.txt': 'x', '[x].txt': 'x', '.gitignore': '.msd/\n' } });
  const has = (path: string) => world.hasFile(checkout, checkout.head, path);
  assert.deepEqual(await Promise.all(['a/b.txt', '[x].txt', 'a', 'a/*', 'x.txt', '../a', ':(top)a/b.txt'].map(has)), [
    true,
    true,
    false,
    false,
    false,
    false,
    false,
  ]);
});

test('what an agent committed in the main checkout is known by its mark', async (t) => {
  const repo = await makeRepo(t);
  const { world, checkout, root } = repo;
  const commitAs = (mark: string | null, file: string) => {
    writeFiles(root, { [file]: 'x' });
    git(root, 'add', file);
    const who = { GIT_AUTHOR_NAME: 'x', GIT_AUTHOR_EMAIL: 'x', GIT_COMMITTER_NAME: 'x', GIT_COMMITTER_EMAIL: 'x' };
    const env = cleanEnvironment(root, { ...who, ...(mark === null ? {} : { GIT_REFLOG_ACTION: mark }) });
    execFileSync('git', ['commit', '-qm', file], { cwd: root, env });
    return git(root, 'rev-parse', 'HEAD');
  };
  const agents = commitAs('msd-agent d-1', 'a');
  commitAs(null, 'mine');
  const later = commitAs('msd-agent d-2', 'b');
  assert.deepEqual(await world.markedCommits(checkout, checkout.head, 'msd-agent d-1'), [agents]);
  assert.deepEqual(await world.markedCommits(checkout, checkout.head, 'msd-agent'), [agents, later]);
  assert.deepEqual(await world.markedCommits(checkout, later, 'msd-agent'), []);
});

test('what is not committed is told apart as tracked and untracked, by every name', async (t) => {
  const repo = await makeRepo(t, { files: { 'a.txt': 'a', 'b.txt': 'b', 'c.txt': 'c', '.gitignore': '*.log\n' } });
  repo.write({ 'a.txt': 'a2', 'new\n"é".txt': 'n', 'x/y/z': 'z', 'debug.log': 'l', 'staged.txt': 's' });
  repo.git('rm', '-q', '--cached', 'b.txt');
  repo.git('mv', 'c.txt', 'd.txt');
  repo.git('add', 'staged.txt');
  const dirt = await repo.world.dirt(repo.root);
  assert.ok(dirt.ok);
  assert.deepEqual([...dirt.value.tracked].sort(), ['a.txt', 'b.txt', 'c.txt', 'd.txt', 'staged.txt']);
  assert.deepEqual([...dirt.value.untracked].sort(), ['b.txt', 'new\n"é".txt', 'x/y/z']);
  const none = await repo.world.dirt(join(repo.root, 'x'));
  assert.ok(!none.ok && none.error.reason === 'git-failed');
});
