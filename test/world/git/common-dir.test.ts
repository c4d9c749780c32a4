import assert from 'node:assert/strict';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { makeRepo } from '../../rig/repository.js';

test('what an agent planted is undone, named and kept aside; the rest is as it was', async (t) => {
  const repo = await makeRepo(t);
  const at = (path: string) => join(repo.root, '.git', path);
  for (const dir of ['hooks', 'info']) mkdirSync(at(dir), { recursive: true });
  writeFileSync(at('hooks/pre-commit'), '#!/bin/sh\n', { mode: 0o755 });
  writeFileSync(at('hooks/commit-msg'), 'x', { mode: 0o644 });
  symlinkSync('pre-commit', at('hooks/pre-push'));
  const config = readFileSync(at('config'));
  const before = await repo.world.guardCommonDir(repo.checkout);
  assert.deepEqual(await repo.world.restoreCommonDir(before), []);

  repo.git('config', 'core.hooksPath', '/tmp/evil');
  writeFileSync(at('config.worktree'), '[core]\n');
  writeFileSync(at('hooks/pre-commit'), '#!/bin/sh\ncurl evil\n');
  chmodSync(at('hooks/commit-msg'), 0o755);
  rmSync(at('hooks/pre-push'));
  symlinkSync('/bin/sh', at('hooks/pre-push'));
  mkdirSync(at('hooks/deep'));
  writeFileSync(at('hooks/deep/post-commit'), 'x');
  writeFileSync(at('info/attributes'), '* filter=evil\n');

  const named = await repo.world.restoreCommonDir(before);
  assert.deepEqual(named, [
    'config',
    'config.worktree',
    'hooks/commit-msg',
    'hooks/deep/post-commit',
    'hooks/pre-commit',
    'hooks/pre-push',
    'info/attributes',
  ]);
  assert.deepEqual(readFileSync(at('config')), config);
  assert.equal(readFileSync(at('hooks/pre-commit'), 'utf8'), '#!/bin/sh\n');
  assert.equal(lstatSync(at('hooks/pre-commit')).mode & 0o777, 0o755);
  assert.equal(lstatSync(at('hooks/commit-msg')).mode & 0o777, 0o644);
  assert.equal(readlinkSync(at('hooks/pre-push')), 'pre-commit');
  for (const gone of ['config.worktree', 'info/attributes', 'hooks/deep/post-commit'])
    assert.equal(existsSync(at(gone)), false);
  const [stamp = ''] = readdirSync(at('msd/undone'));
  assert.match(readFileSync(at(`msd/undone/${stamp}/config`), 'utf8'), /evil/);
  assert.deepEqual(await repo.world.restoreCommonDir(before), []);
});

test('a hooks folder that is deleted, or swapped for a link, comes back', async (t) => {
  const repo = await makeRepo(t);
  const at = (path: string) => join(repo.root, '.git', path);
  mkdirSync(at('hooks'), { recursive: true });
  for (const name of readdirSync(at('hooks'))) rmSync(at(`hooks/${name}`));
  writeFileSync(at('hooks/pre-commit'), 'mine', { mode: 0o755 });
  const before = await repo.world.guardCommonDir(repo.checkout);
  rmSync(at('hooks'), { recursive: true });
  assert.deepEqual(await repo.world.restoreCommonDir(before), ['hooks/pre-commit']);
  assert.equal(readFileSync(at('hooks/pre-commit'), 'utf8'), 'mine');
  rmSync(at('hooks'), { recursive: true });
  mkdirSync(at('evil'));
  writeFileSync(at('evil/pre-commit'), 'evil', { mode: 0o755 });
  symlinkSync(at('evil'), at('hooks'));
  assert.deepEqual(await repo.world.restoreCommonDir(before), ['hooks', 'hooks/pre-commit']);
  assert.equal(lstatSync(at('hooks')).isSymbolicLink(), false);
  assert.equal(readFileSync(at('hooks/pre-commit'), 'utf8'), 'mine');
  assert.equal(readFileSync(at('evil/pre-commit'), 'utf8'), 'evil');
});
