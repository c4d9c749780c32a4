import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { git } from '../../rig/git.js';
import { makeRepo, writeFiles } from '../../rig/repository.js';

const CONFLICT = '<<<<<<< ours\n1\n=======\n2\n>>>>>>> theirs\n';

test('a committed conflict is found by its markers; a heading, one that was there, and one that is meant are none', async (t) => {
  const files = {
    '.gitattributes': '*.fixture conflict-marker-size=40\n',
    'old.txt': CONFLICT,
    '.gitignore': '.msd/\n',
  };
  const repo = await makeRepo(t, { files });
  const { world, checkout } = repo;
  const meant = { 'x.fixture': CONFLICT, 'heading.rst': 'Title\n=======\n', 'old.txt': `${CONFLICT}more  \n` };
  const plain = repo.commit('meant', { ...meant, 'blank.txt': 'trailing  \n' });
  assert.deepEqual(await world.committedConflicts(checkout, checkout.head, plain), []);
  const bad = repo.commit('bad', { 'sub dir/é.txt': `head\n${CONFLICT}`, 'half.txt': '<<<<<<< ours\n' });
  assert.deepEqual(await world.committedConflicts(checkout, checkout.head, bad), ['sub dir/é.txt']);
});

test('a link to a submodule’s commit is known as such, and whether anybody else has that commit', async (t) => {
  const library = await makeRepo(t, { name: 'library' });
  library.git('switch', '-q', '--detach');
  const repo = await makeRepo(t, { name: 'project' });
  repo.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', library.root, 'vendor/lib');
  const before = repo.commit('with library');
  const inside = join(repo.root, 'vendor/lib');
  writeFiles(inside, { 'mine.txt': 'mine\n' });
  git(inside, 'add', '--all');
  git(inside, 'commit', '-qm', 'mine');
  const oid = git(inside, 'rev-parse', 'HEAD');
  const after = repo.commit('move');

  const { world, checkout } = repo;
  const [change] = await world.changes(checkout, before, after);
  assert.deepEqual(change, { path: 'vendor/lib', kind: 'modified', renamedFrom: null, link: oid });
  const pushed = (places: readonly string[]) => world.isLinkPushed(places, { path: 'vendor/lib', oid });
  assert.equal(await pushed([repo.root]), false);
  assert.equal(await pushed([library.root]), false, 'a place without that submodule');
  git(inside, 'push', '-q', 'origin', 'HEAD:refs/heads/other');
  assert.equal(await pushed([library.root, repo.root]), true);
  assert.equal(await world.isLinkPushed([repo.root], { path: 'vendor/lib', oid: 'f'.repeat(40) }), false);
});
