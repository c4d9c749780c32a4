import assert from 'node:assert/strict';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import test, { type TestContext } from 'node:test';
import { MSD_ITSELF, sessionHost } from '../../src/core/isolation/session-host.js';
import { headCommit, submodulePaths } from '../../src/world/git/repository-files.js';
import { type FactsQuery, gatherFacts } from '../../src/world/isolation-facts.js';
import { openProject } from '../../src/world/project.js';
import { git } from '../rig/git.js';
import { must } from '../rig/must.js';
import { temporaryFolder } from '../rig/temp-folder.js';

const CLAUDE = sessionHost('claude')!;

function project(t: TestContext, withGit = true): string {
  const root = join(temporaryFolder(t), 'project');
  mkdirSync(join(root, '.planning', 'phases'), { recursive: true });
  writeFileSync(join(root, '.planning', 'config.json'), '{}');
  if (withGit) git(root, 'init', '--quiet', '--template=', '-b', 'main');
  return root;
}

function commit(root: string): string {
  git(root, 'add', '--all');
  git(root, 'commit', '--quiet', '--allow-empty', '-m', 'x');
  return git(root, 'rev-parse', 'HEAD');
}

const facts = (root: string, more: Partial<FactsQuery> = {}) =>
  gatherFacts(must(openProject(root)), {
    host: CLAUDE,
    optedOut: false,
    subRepos: [],
    nested: null,
    declaredFiles: null,
    home: null,
    ...more,
  });

const dirs = (root: string) => ({ gitDir: join(root, '.git'), commonDir: join(root, '.git') });

test('repositories inside that git does not know count like submodules, as far as they are looked for or known', async (t) => {
  const root = project(t);
  commit(root);
  for (const path of ['own', 'modules/own', 'a/b/too-deep', 'node_modules/theirs', '.claude/worktrees/agent'])
    mkdirSync(join(root, path, '.git'), { recursive: true });
  const declaredFiles = async () => ['x.txt'];
  assert.deepEqual((await facts(root, { declaredFiles })).plan, {
    submodules: ['modules/own', 'own'],
    files: ['x.txt'],
  });
  assert.deepEqual((await facts(root, { declaredFiles, nested: ['deep/er/one'] })).plan?.submodules, ['deep/er/one']);
});

test('the repository: none, several below, without a commit, ready', async (t) => {
  const root = project(t, false);
  assert.equal((await facts(root)).repository, 'none');
  mkdirSync(join(root, 'a'));
  git(join(root, 'a'), 'init', '--quiet', '--template=');
  assert.equal((await facts(root)).repository, 'several');
  rmSync(join(root, 'a'), { recursive: true });
  mkdirSync(join(root, 'packages', 'b'), { recursive: true });
  git(join(root, 'packages', 'b'), 'init', '--quiet', '--template=');
  assert.equal((await facts(root)).repository, 'none');
  assert.equal((await facts(root, { subRepos: ['packages/b'] })).repository, 'several');

  const other = project(t);
  assert.equal((await facts(other)).repository, 'no-commits');
  commit(other);
  assert.equal((await facts(other)).repository, 'ready');
  writeFileSync(join(other, '.git', 'HEAD'), 'garbage');
  assert.equal((await facts(other)).repository, 'unknown');
});

test('HEAD is read as git reads it: loose, packed, detached, in a worktree', (t) => {
  const root = project(t);
  assert.equal(headCommit(dirs(root)), 'none');
  const first = commit(root);
  assert.deepEqual(headCommit(dirs(root)), { oid: first });
  git(root, 'tag', '-a', '-m', 'annotated', 'v1');
  git(root, 'branch', 'main-2');
  git(root, 'pack-refs', '--all');
  assert.deepEqual(headCommit(dirs(root)), { oid: first });
  const second = commit(root);
  assert.deepEqual(headCommit(dirs(root)), { oid: second });
  git(root, 'worktree', 'add', '--quiet', '-b', 'other', join(root, '..', 'w'), first);
  const gitDir = git(join(root, '..', 'w'), 'rev-parse', '--absolute-git-dir');
  assert.deepEqual(headCommit({ gitDir, commonDir: join(root, '.git') }), { oid: first });
  git(root, 'checkout', '--quiet', '--detach', first);
  assert.deepEqual(headCommit(dirs(root)), { oid: first });
  git(root, 'symbolic-ref', 'refs/heads/a', 'refs/heads/b');
  git(root, 'symbolic-ref', 'refs/heads/b', 'refs/heads/a');
  git(root, 'symbolic-ref', 'HEAD', 'refs/heads/a');
  assert.equal(headCommit(dirs(root)), 'unknown');
});

test('the base: the remote’s default branch is compared with HEAD, unless the client starts at HEAD', async (t) => {
  const root = project(t);
  commit(root);
  assert.equal((await facts(root)).base, 'same', 'no remote: it starts at HEAD');
  assert.equal((await facts(root, { host: MSD_ITSELF })).base, 'not-asked');
  const remote = join(root, '..', 'remote.git');
  git(root, 'clone', '--quiet', '--bare', root, remote);
  git(root, 'remote', 'add', 'origin', remote);
  assert.equal((await facts(root)).base, 'unknown', 'its default branch was never heard of');
  git(root, 'fetch', '--quiet', 'origin');
  git(root, 'remote', 'set-head', 'origin', 'main');
  assert.equal((await facts(root)).base, 'same');
  commit(root);
  assert.equal((await facts(root)).base, 'differs');

  const home = temporaryFolder(t);
  const settings = (dir: string, name: string, ref: string) => {
    mkdirSync(join(dir, '.claude'), { recursive: true });
    writeFileSync(join(dir, '.claude', name), JSON.stringify({ worktree: { baseRef: ref } }));
  };
  settings(home, 'settings.json', 'head');
  assert.equal((await facts(root, { home })).base, 'same');
  settings(root, 'settings.json', 'fresh');
  assert.equal((await facts(root, { home })).base, 'differs', 'the project’s comes before the person’s');
  settings(root, 'settings.local.json', 'head');
  assert.equal((await facts(root)).base, 'same');
  writeFileSync(join(root, '.claude', 'settings.local.json'), '{broken');
  assert.equal((await facts(root)).base, 'differs');
});

test('submodules: links of the index in every version, and what .gitmodules names', (t) => {
  const root = project(t);
  const oid = commit(root);
  for (let i = 0; i < 30; i++) writeFileSync(join(root, `file-${i}-ü.txt`), '');
  git(root, 'add', '--all');
  git(root, 'update-index', '--add', '--cacheinfo', `160000,${oid},libs/core`);
  git(root, 'update-index', '--add', '--cacheinfo', `160000,${oid},libs/größe mit leer`);
  writeFileSync(
    join(root, '.gitmodules'),
    '[submodule "x"]\n\tpath = "vendor/x"\n\turl = ../x\n[submodule "c"]\n  path = libs/core\n',
  );
  for (const version of ['2', '3', '4']) {
    git(root, 'update-index', '--index-version', version, '--force-write-index');
    assert.deepEqual(
      [...submodulePaths(dirs(root), root)].sort(),
      ['libs/core', 'libs/größe mit leer', 'vendor/x'],
      version,
    );
  }
  git(root, 'update-index', '--split-index');
  assert.equal(submodulePaths(dirs(root), root), 'unknown');
});

test('submodules in a repository with SHA-256 names', (t) => {
  const root = join(temporaryFolder(t), 'repo');
  mkdirSync(root);
  git(root, 'init', '--quiet', '--template=', '--object-format=sha256');
  writeFileSync(join(root, 'a'), '');
  const oid = commit(root);
  git(root, 'update-index', '--add', '--cacheinfo', `160000,${oid},libs/core`);
  assert.deepEqual(submodulePaths(dirs(root), root), ['libs/core']);
  assert.deepEqual(headCommit(dirs(root)), { oid });
});

test('a plan’s files are asked for only where a submodule could be touched; git is asked where its files do not tell', async (t) => {
  const root = project(t);
  const oid = commit(root);
  const never = () => Promise.reject(new Error('asked'));
  assert.deepEqual((await facts(root, { declaredFiles: never })).plan, { files: null, submodules: [] });
  git(root, 'update-index', '--add', '--cacheinfo', `160000,${oid},libs/core`);
  const asked = async () => ['libs/core/a'];
  assert.deepEqual((await facts(root, { declaredFiles: asked })).plan, {
    files: ['libs/core/a'],
    submodules: ['libs/core'],
  });
  git(root, 'update-index', '--split-index');
  assert.deepEqual((await facts(root, { declaredFiles: asked })).plan?.submodules, ['libs/core']);
  assert.deepEqual((await facts(root, { declaredFiles: asked, subRepos: ['tools'] })).plan?.submodules, [
    'libs/core',
    'tools',
  ]);
});

test('a project in a package: submodules are told relative to it, those beside it do not count', async (t) => {
  const root = project(t);
  const oid = commit(root);
  git(root, 'update-index', '--add', '--cacheinfo', `160000,${oid},services/a/libs/core`);
  git(root, 'update-index', '--add', '--cacheinfo', `160000,${oid},services/b`);
  mkdirSync(join(root, 'services', 'a', '.planning', 'phases'), { recursive: true });
  const plan = (await facts(join(root, 'services', 'a'), { declaredFiles: async () => [] })).plan;
  assert.deepEqual(plan?.submodules, ['libs/core']);
});

test('a git that never answers is no "no": the fact is unknown', async (t) => {
  const root = project(t);
  commit(root);
  mkdirSync(join(root, '.git', 'reftable'));
  const bin = temporaryFolder(t);
  const path = process.env['PATH'];
  t.after(() => {
    process.env['PATH'] = path;
  });
  for (const script of ['exit 0', 'exit 1', 'exit 128', 'kill -9 $$']) {
    writeFileSync(join(bin, 'git'), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
    process.env['PATH'] = `${bin}:${path}`;
    assert.equal((await facts(root)).repository, 'unknown', script);
  }
});
