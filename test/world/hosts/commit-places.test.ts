import assert from 'node:assert/strict';
import { join, relative } from 'node:path';
import { test } from 'node:test';
import { commitPlaces } from '../../../src/world/hosts/commit-places.js';
import { makeRepo } from '../../rig/repository.js';

test('a commit in a worktree writes to its git directory, objects, refs and logs, and to nothing else outside', async (t) => {
  const repo = await makeRepo(t);
  const dir = await repo.worktree('03-01', repo.checkout.head);
  const places = commitPlaces(dir).map((path) => relative(repo.checkout.commonDir, path));
  assert.deepEqual(
    places.map((path) => path.replace(/^worktrees\/.*/, 'worktrees/ITS')),
    ['worktrees/ITS', 'objects', 'refs', 'logs'],
  );
  assert.deepEqual(commitPlaces(repo.root), [join(repo.root, '.git')]);
  assert.deepEqual(commitPlaces(join(repo.root, 'nowhere')), []);
});
