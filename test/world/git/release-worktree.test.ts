import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { test } from 'node:test';
import { sweepTrash } from '../../../src/world/git/trash.js';
import { linkedGitDir } from '../../../src/world/git/worktree-record.js';
import { git } from '../../rig/git.js';
import { makeRepo, type TestRepository, writeFiles } from '../../rig/repository.js';

const trashOf = (repo: TestRepository) => {
  const dir = join(repo.root, '.git/msd/trash');
  return existsSync(dir) ? readdirSync(dir) : [];
};

/** The deletion goes on in the background; the test's own time limit ends a wait that is in vain. */
async function untilDeleted(repo: TestRepository): Promise<void> {
  while (trashOf(repo).length > 0) await new Promise((resolve) => setTimeout(resolve, 5));
}

test('what a process that died had renamed away is deleted with the next', async (t) => {
  const repo = await makeRepo(t);
  const left = (name: string) => writeFiles(join(repo.root, '.git/msd/trash'), { [name]: 'x' });
  const dead = spawn(process.execPath, ['-e', ''], { stdio: 'ignore' });
  await once(dead, 'exit');
  left(`.msd-trash-${dead.pid}-abc-old/file`);
  left(`.msd-trash-${process.pid}-abc-live`);
  left('mine.txt');
  await repo.world.releaseWorktree(repo.checkout, await repo.worktree('03-01'));
  while (trashOf(repo).length > 2) await new Promise((resolve) => setTimeout(resolve, 5));
  assert.deepEqual(trashOf(repo).sort(), [`.msd-trash-${process.pid}-abc-live`, 'mine.txt']);
  left(`.msd-trash-${dead.pid}-abc-older`);
  assert.equal(await sweepTrash(repo.checkout.commonDir), 1);
});

test('a worktree goes at once, its entry and the empty folder around it too', async (t) => {
  const repo = await makeRepo(t);
  const path = await repo.worktree('03-01');
  writeFiles(path, { 'left.txt': 'x' });
  assert.deepEqual(await repo.world.releaseWorktree(repo.checkout, path), { ok: true, value: null });
  assert.equal(existsSync(join(repo.root, '.msd/worktrees/r-1')), false);
  assert.doesNotMatch(repo.git('worktree', 'list'), /03-01/);
  assert.equal(repo.git('worktree', 'prune', '--dry-run', '-v'), '');
  assert.equal(repo.git('rev-parse', '--verify', 'msd/r-1/03-01'), repo.checkout.head);
  assert.deepEqual(await repo.world.releaseWorktree(repo.checkout, path), { ok: true, value: null });
});

test('links are removed as links', async (t) => {
  const repo = await makeRepo(t);
  writeFiles(repo.root, { 'node_modules/dep/index.js': 'dep' });
  const path = await repo.worktree('03-01');
  symlinkSync(join(repo.root, 'node_modules'), join(path, 'node_modules'));
  mkdirSync(join(path, 'deep'));
  symlinkSync(join(repo.root, 'node_modules/dep'), join(path, 'deep/link'));
  symlinkSync('/nowhere', join(path, 'deep/dangling'));
  await repo.world.releaseWorktree(repo.checkout, path);
  await untilDeleted(repo);
  assert.equal(readFileSync(join(repo.root, 'node_modules/dep/index.js'), 'utf8'), 'dep');
});

test('it goes also while somebody stands in it, or has taken the right to write away', async (t) => {
  const repo = await makeRepo(t);
  const path = await repo.worktree('03-01');
  const stander = spawn(process.execPath, ['-e', 'console.log(1); setInterval(() => {}, 1000)'], { cwd: path });
  t.after(() => stander.kill('SIGKILL'));
  await once(stander.stdout, 'data');
  writeFiles(path, { 'shut/a': 'a' });
  chmodSync(join(path, 'shut'), 0o500);
  assert.ok((await repo.world.releaseWorktree(repo.checkout, path)).ok);
  assert.equal(existsSync(path), false);
  await untilDeleted(repo);
});

test('a worktree whose folder is gone already leaves no entry', async (t) => {
  const repo = await makeRepo(t);
  const path = await repo.worktree('03-01');
  rmSync(path, { recursive: true });
  assert.ok((await repo.world.releaseWorktree(repo.checkout, path)).ok);
  assert.doesNotMatch(repo.git('worktree', 'list'), /03-01/);
});

test('what msd did not make is refused and untouched', async (t) => {
  const repo = await makeRepo(t);
  const lane = join(repo.root, '../lane');
  repo.git('worktree', 'add', '-q', '-b', 'lane', lane);
  const orphan = await repo.worktree('03-02');
  rmSync(linkedGitDir(orphan) ?? '', { recursive: true });
  const folder = join(repo.root, 'folder');
  mkdirSync(folder);
  for (const path of [repo.root, lane, folder, orphan]) {
    const refused = await repo.world.releaseWorktree(repo.checkout, path);
    assert.ok(!refused.ok && refused.error.reason === 'file-unwritable', path);
    assert.equal(existsSync(path), true);
  }
  assert.equal(git(lane, 'rev-parse', 'HEAD'), repo.checkout.head);
});

test('a worktree of others whose disk is away keeps its entry', async (t) => {
  const repo = await makeRepo(t);
  const lane = join(repo.root, '../lane');
  repo.git('worktree', 'add', '-q', '-b', 'lane', lane);
  rmSync(lane, { recursive: true });
  const path = await repo.worktree('03-01');
  await repo.world.releaseWorktree(repo.checkout, path);
  assert.match(repo.git('worktree', 'list'), /lane/);
});
