import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { PlanId } from '../../../src/core/phase/plan-id.js';
import { git } from '../../rig/git.js';
import { makeRepo, writeFiles } from '../../rig/repository.js';

test('one plan: worktree, work, merge, landing, release', async (t) => {
  const { root, world, checkout, git: inRoot } = await makeRepo(t);
  const base = checkout.head;
  assert.equal(await world.updateRef(checkout, 'refs/heads/msd/r-1/integration', base, null), true);
  const path = join(root, '.msd/worktrees/r-1/03-01');
  const made = await world.createWorktree({
    checkout,
    path,
    branch: 'msd/r-1/03-01',
    base,
    copy: [],
    owner: { run: 'r-1', plan: '03-01' as PlanId },
  });
  assert.ok(made.ok, JSON.stringify(made));
  assert.equal(readFileSync(join(path, 'README.md'), 'utf8'), 'hello\n');
  assert.deepEqual(await world.worktreeHead(path), { oid: base, branch: 'msd/r-1/03-01', operation: null });
  const listed = (await world.worktrees(checkout)).find((worktree) => worktree.path === path);
  assert.deepEqual(listed?.owner, { run: 'r-1', plan: '03-01' });

  writeFiles(path, { 'a.txt': 'a\n', 'b.txt': 'b\n', 'scratch.txt': 's\n' });
  git(path, 'add', 'a.txt');
  git(path, 'commit', '-qm', 'a');
  assert.deepEqual(await world.dirt(path), { ok: true, value: { tracked: [], untracked: ['b.txt', 'scratch.txt'] } });
  const commit = await world.commitPaths(path, ['b.txt'], 'b');
  assert.ok(commit.ok && commit.value);
  const saved = await world.salvage(path, 'refs/msd/salvage/r-1/03-01', 'left over');
  assert.deepEqual(saved.ok && saved.value?.paths, ['scratch.txt']);

  const ref = 'refs/heads/msd/r-1/integration';
  const merged = await world.integrate(checkout, { ref, theirs: commit.value, message: 'merge 03-01' });
  assert.ok(merged.ok && merged.value.kind === 'merged');
  assert.equal((await world.commits(checkout, base, merged.value.oid)).length, 3);
  const landed = await world.fastForward(checkout, 'main', merged.value.oid);
  assert.deepEqual(landed, { ok: true, value: { kind: 'moved', from: base } });
  assert.equal(readFileSync(join(root, 'b.txt'), 'utf8'), 'b\n');
  assert.deepEqual(await world.releaseWorktree(checkout, path), { ok: true, value: null });
  assert.equal(existsSync(path), false);
  assert.equal((await world.worktrees(checkout)).length, 1);
  assert.equal(inRoot('status', '--porcelain'), '');
});
