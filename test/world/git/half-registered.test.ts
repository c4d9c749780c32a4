import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { test } from 'node:test';
import { ownIdentity } from '../../../src/world/process-identity.js';
import { makeRepo, type TestRepository } from '../../rig/repository.js';

/** The number of a process that has ended. */
async function deadPid(): Promise<number> {
  const child = spawn(process.execPath, ['-e', '']);
  await new Promise((settle) => child.once('exit', settle));
  return child.pid ?? 0;
}

function entry(repo: TestRepository, name: string, pid: number, files: Readonly<Record<string, string>>): string {
  const dir = join(repo.checkout.commonDir, 'worktrees', name);
  mkdirSync(dir, { recursive: true });
  const owner = { ...ownIdentity(), pid, run: 'r-1', plan: name, base: '', branch: `msd/r-1/${name}`, createdAt: '' };
  writeFileSync(join(dir, 'locked'), `made by msd: ${JSON.stringify(owner)}`);
  for (const [file, text] of Object.entries(files)) writeFileSync(join(dir, file), text);
  return dir;
}

test('what a killed git worktree add left in the list goes, and nothing that lives or holds work', async (t) => {
  const repo = await makeRepo(t);
  const dead = await deadPid();
  const gone = [
    entry(repo, 'no-path', dead, {}),
    entry(repo, 'no-folder', dead, { gitdir: `${repo.root}/.msd/worktrees/none/.git\n` }),
  ];
  const empty = join(repo.checkout.commonDir, 'worktrees', 'empty');
  mkdirSync(empty);
  utimesSync(empty, 1, 1);
  const stays = [
    entry(repo, 'living', process.pid, {}),
    entry(repo, 'handed-over', dead, { 'msd-owner.json': '{"run":"r-1","plan":"p"}', gitdir: '/not/there/.git\n' }),
  ];
  const whole = await repo.worktree('a-plan');

  assert.deepEqual(
    [...(await repo.world.sweep(repo.checkout, join(repo.root, '.msd'), true))].sort(),
    [empty, ...gone].sort(),
  );
  assert.ok(existsSync(empty), 'a dry run touches nothing');
  await repo.world.sweep(repo.checkout, join(repo.root, '.msd'));
  for (const dir of [empty, ...gone]) assert.ok(!existsSync(dir), dir);
  for (const dir of stays) assert.ok(existsSync(dir), dir);
  assert.ok(readdirSync(whole).includes('README.md'));
  for (const dir of stays) rmSync(dir, { recursive: true });
  assert.match(repo.git('worktree', 'list'), /a-plan/);
});
