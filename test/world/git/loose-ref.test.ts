import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { looseBranch, looseHead } from '../../../src/world/git/loose-ref.js';
import { git } from '../../rig/git.js';
import { makeRepo } from '../../rig/repository.js';

test('a branch and a HEAD that are files are read; whatever else there is, git is asked', async (t) => {
  const repo = await makeRepo(t);
  const { commonDir, gitDir, head } = repo.checkout;
  assert.equal(looseBranch(commonDir, 'refs/heads/main'), head);
  assert.deepEqual(looseHead(gitDir), { oid: head, branch: 'main' });
  repo.git('switch', '-q', '--detach');
  assert.deepEqual(looseHead(gitDir), { oid: head, branch: null });

  const dir = await repo.worktree('03-01', head);
  const branch = git(dir, 'symbolic-ref', '--short', 'HEAD');
  assert.deepEqual(await repo.world.worktreeHead(dir), { oid: head, branch, operation: null });

  for (const name of ['main', 'refs/tags/v1', 'refs/heads/../heads/main', 'refs/heads//main', 'refs/heads/nowhere', ''])
    assert.equal(looseBranch(commonDir, name), null, name);
  repo.git('symbolic-ref', 'refs/heads/alias', 'refs/heads/main');
  assert.equal(looseBranch(commonDir, 'refs/heads/alias'), null);
  assert.equal(await repo.world.resolve(repo.checkout, 'refs/heads/alias'), head);
  writeFileSync(join(commonDir, 'refs/heads/forged'), `${'1'.repeat(40)}\n`);
  assert.equal(looseBranch(commonDir, 'refs/heads/forged'), null);
  assert.equal(await repo.world.resolve(repo.checkout, 'refs/heads/forged'), null);

  repo.git('switch', '-q', 'main');
  repo.git('pack-refs', '--all');
  assert.equal(looseBranch(commonDir, 'refs/heads/main'), null);
  assert.equal(await repo.world.resolve(repo.checkout, 'refs/heads/main'), head);
  assert.deepEqual(await repo.world.worktreeHead(dir), { oid: head, branch, operation: null });
});
