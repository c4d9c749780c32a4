import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readFileSync, realpathSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Result } from '../../src/core/result.js';
import { ensureMsdDir, openProject, type Project } from '../../src/world/project.js';
import { temporaryFolder } from '../rig/temp-folder.js';
import { temporaryProject } from '../rig/temporary-project.js';

const value = <T, F>(result: Result<T, F>): T => {
  assert.ok(result.ok, JSON.stringify(result));
  return result.value;
};
const reason = (result: Result<unknown, { reason: string }>): string => (result.ok ? 'ok' : result.error.reason);
const open = (dir: string): Project => value(openProject(dir));

test('a project is found from its root, a subfolder and a linked worktree', (t) => {
  const project = temporaryProject(t);
  const sub = project.path('a/b');
  mkdirSync(sub, { recursive: true });
  const linked = join(project.root, '..', 'linked');
  project.git('worktree', 'add', '--quiet', linked);
  for (const dir of [project.root, sub, project.path('.planning/phases'), linked])
    assert.equal(open(dir).root, project.root, dir);
  assert.equal(open(linked).checkout, realpathSync(linked));
});

test('where there is no project the directory asked about is named', (t) => {
  const dir = temporaryFolder(t);
  assert.deepEqual(openProject(dir), { ok: false, error: { reason: 'project-not-found', dir } });
});

test('a .planning that leads out of the checkout is refused', (t) => {
  const folder = temporaryFolder(t);
  const root = join(folder, 'inside');
  mkdirSync(join(folder, 'outside/phases'), { recursive: true });
  mkdirSync(root);
  symlinkSync('../outside', join(root, '.planning'));
  assert.equal(reason(openProject(root)), 'symlink-escape');
});

test('.msd is made for its owner only, and hides itself from git', (t) => {
  const project = temporaryProject(t);
  const msd = value(ensureMsdDir(open(project.root)));
  assert.equal(msd, project.path('.msd'));
  assert.equal(statSync(msd).mode & 0o777, 0o700);
  assert.equal(readFileSync(join(msd, '.gitignore'), 'utf8'), '*\n');
  writeFileSync(join(msd, 'something'), '');
  assert.equal(project.git('status', '--porcelain'), '');
});

test('an existing .msd keeps what it holds; an empty .gitignore in it is filled', (t) => {
  const project = temporaryProject(t);
  project.write('.msd/ledger.db', 'kept');
  project.write('.msd/.gitignore', '');
  value(ensureMsdDir(open(project.root)));
  assert.equal(project.read('.msd/ledger.db'), 'kept');
  assert.equal(project.read('.msd/.gitignore'), '*\n');
  project.write('.msd/.gitignore', '*\n!notes\n');
  value(ensureMsdDir(open(project.root)));
  assert.equal(project.read('.msd/.gitignore'), '*\n!notes\n');
});

test('an .msd that became a link out of the checkout after it was found is refused', (t) => {
  const project = temporaryProject(t);
  const found = open(project.root);
  const outside = join(project.root, '..', 'outside');
  mkdirSync(outside);
  symlinkSync(outside, project.path('.msd'));
  assert.equal(reason(ensureMsdDir(found)), 'symlink-escape');
  assert.equal(existsSync(join(outside, '.gitignore')), false);
});

test('what is written below .msd is not followed out of the checkout either', (t) => {
  for (const name of ['ledger.db', 'runs', 'worktrees']) {
    const project = temporaryProject(t);
    const outside = temporaryFolder(t);
    mkdirSync(project.path('.msd'));
    symlinkSync(join(outside, 'there'), project.path('.msd', name));
    assert.equal(reason(openProject(project.root)), 'symlink-escape');
    mkdirSync(join(outside, 'there'));
    assert.equal(reason(openProject(project.root)), 'symlink-escape');
  }
});

test('an .msd that is a link to another place in the checkout is used', (t) => {
  const project = temporaryProject(t);
  mkdirSync(project.path('state'));
  symlinkSync('state', project.path('.msd'));
  value(ensureMsdDir(open(project.root)));
  assert.equal(project.read('state/.gitignore'), '*\n');
});

test('an .msd that is a file, or a link to nothing, is named', (t) => {
  const file = temporaryProject(t);
  file.write('.msd', 'a file');
  assert.equal(reason(ensureMsdDir(open(file.root))), 'file-unwritable');
  assert.equal(file.read('.msd'), 'a file');
  const link = temporaryProject(t);
  const found = open(link.root);
  symlinkSync('nowhere', link.path('.msd'));
  assert.equal(reason(ensureMsdDir(found)), 'symlink-escape');
});
