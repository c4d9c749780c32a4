import assert from 'node:assert/strict';
import { cpSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import test, { type TestContext } from 'node:test';
import { findProject } from '#hooks/lib/project-root.js';
import { git } from '../rig/git.js';
import { temporaryFolder } from '../rig/temp-folder.js';

/** A project with a tracked `.planning`, its folder, and a person's linked worktree of it. */
function project(t: TestContext) {
  const folder = temporaryFolder(t);
  const root = join(folder, 'project');
  mkdirSync(join(root, '.planning', 'phases'), { recursive: true });
  mkdirSync(join(root, 'src', 'deep'), { recursive: true });
  writeFileSync(join(root, '.planning', 'config.json'), '{}');
  writeFileSync(join(root, 'src', 'deep', 'file'), '');
  git(root, 'init', '--quiet', '--template=', '-b', 'main');
  commit(root);
  return { folder, root, linked: worktree(root, join(folder, 'linked')) };
}

function commit(root: string): void {
  git(root, 'add', '--all');
  git(root, 'commit', '--quiet', '--allow-empty', '-m', 'x');
}

function worktree(root: string, path: string): string {
  git(root, 'worktree', 'add', '--quiet', '--detach', path);
  return path;
}

function makePlanning(dir: string): void {
  mkdirSync(join(dir, '.planning', 'phases'), { recursive: true });
}

test('one root from every place in a project', (t) => {
  const { folder, root, linked } = project(t);
  symlinkSync(root, join(folder, 'link'));
  for (const place of [
    root,
    join(root, 'src', 'deep'),
    join(root, 'src', 'deep', 'file'),
    join(root, 'gone', 'for', 'good'),
    join(root, '.planning', 'phases'),
    linked,
    join(linked, 'src', 'deep'),
    join(folder, 'link', 'src'),
    `${root}/src/../src/`,
    join(root, 'x'.repeat(300), 'y'.repeat(300)),
    `${root}/${'z/'.repeat(5000)}`,
  ])
    assert.equal(findProject(place)?.root, root, place);
});

test('checkout, git directories and linkedness are those of the place asked about', (t) => {
  const { root, linked } = project(t);
  const at = findProject(join(linked, 'src'));
  assert.equal(at?.checkout, linked);
  assert.equal(at?.linked, true);
  assert.equal(at?.commonDir, join(root, '.git'));
  assert.equal(at?.gitDir, git(linked, 'rev-parse', '--absolute-git-dir'));
  assert.equal(at?.rootCheckout, root);
  assert.equal(at?.msd, join(root, '.msd'));
  assert.equal(at?.planning, join(root, '.planning'));
  assert.equal(at?.agentWorktree, null);
  assert.equal(findProject(root)?.linked, false);
});

test('no project: nothing there, another thing called .planning, not a path at all', (t) => {
  const folder = temporaryFolder(t);
  mkdirSync(join(folder, 'a', '.planning'), { recursive: true });
  mkdirSync(join(folder, 'b'));
  writeFileSync(join(folder, 'b', '.planning'), 'notes');
  mkdirSync(join(folder, 'c'));
  git(join(folder, 'c'), 'init', '--quiet', '--template=');
  for (const place of [folder, join(folder, 'a'), join(folder, 'b'), join(folder, 'c')])
    assert.equal(findProject(place), null, place);
  for (const odd of ['', 'relative', '/a\0b', undefined, null, 7, {}, [folder]]) assert.equal(findProject(odd), null);
});

test('any one of config.json, ROADMAP.md and phases/ makes a project', (t) => {
  const folder = temporaryFolder(t);
  for (const [name, make] of [
    ['a', (dir: string) => writeFileSync(join(dir, 'config.json'), '{}')],
    ['b', (dir: string) => writeFileSync(join(dir, 'ROADMAP.md'), '')],
    ['c', (dir: string) => mkdirSync(join(dir, 'phases'))],
  ] as const) {
    mkdirSync(join(folder, name, '.planning'), { recursive: true });
    make(join(folder, name, '.planning'));
    const found = findProject(join(folder, name));
    assert.equal(found?.root, join(folder, name));
    assert.equal(found?.checkout, null);
    assert.equal(found?.rootCheckout, null);
  }
});

test('a package with a project of its own is its own, also from a worktree', (t) => {
  const { root } = project(t);
  makePlanning(join(root, 'services', 'a'));
  writeFileSync(join(root, 'services', 'a', '.planning', 'ROADMAP.md'), '');
  commit(root);
  const other = worktree(root, join(root, '..', 'other'));
  assert.equal(findProject(join(root, 'services', 'a'))?.root, join(root, 'services', 'a'));
  assert.equal(findProject(join(root, 'services'))?.root, root);
  assert.equal(findProject(join(other, 'services', 'a'))?.root, join(root, 'services', 'a'));
});

test('a worktree finds a project that git does not track', (t) => {
  const { folder, root } = project(t);
  git(root, 'rm', '--quiet', '-r', '--cached', '.planning');
  writeFileSync(join(root, '.gitignore'), '.planning/\n');
  commit(root);
  const other = worktree(root, join(folder, 'other'));
  assert.equal(findProject(join(other, 'src'))?.root, root);
  symlinkSync(join(root, '.planning'), join(other, '.planning'));
  assert.equal(findProject(other)?.root, root, 'a link to the same .planning');
  assert.equal(findProject(other)?.problem, null);
  rmSync(join(other, '.planning'));
  makePlanning(other);
  assert.equal(findProject(other)?.root, other, 'made there: a project of its own');
  writeFileSync(join(other, '.planning', 'config.json'), '{}');
  git(other, 'add', '--force', '.planning');
  assert.equal(findProject(other)?.root, root, 'tracked there: a copy');
});

test('the tracked copy is known in every version of the index', (t) => {
  const { root, linked } = project(t);
  for (let i = 0; i < 20; i++) writeFileSync(join(linked, `.plan${i}`), '');
  git(linked, 'add', '--all');
  for (const version of ['2', '3', '4']) {
    git(linked, 'update-index', '--index-version', version, '--force-write-index');
    assert.equal(findProject(linked)?.root, root, `version ${version}`);
  }
  git(linked, 'update-index', '--index-version', '2', '--split-index');
  assert.equal(findProject(linked)?.root, root, 'split index');
});

test('a worktree made for an agent is told by the record in its git directory, a host’s by its place', (t) => {
  const { folder, root } = project(t);
  const owner = { run: 'r-1', plan: '03-02-h', pid: 1, base: 'abc', branch: 'b', createdAt: 'now' };
  const mine = worktree(root, join(root, '.msd', 'worktrees', 'r-1', '03-02-h'));
  writeFileSync(join(git(mine, 'rev-parse', '--absolute-git-dir'), 'msd-owner.json'), JSON.stringify(owner));
  assert.deepEqual(findProject(join(mine, 'src'))?.agentWorktree, { by: 'msd', owner });
  assert.equal(findProject(mine)?.root, root);

  const early = worktree(root, join(folder, 'early'));
  git(root, 'worktree', 'lock', '--reason', `made by msd: ${JSON.stringify(owner)}`, early);
  assert.deepEqual(findProject(early)?.agentWorktree, { by: 'msd', owner });

  const torn = worktree(root, join(folder, 'torn'));
  writeFileSync(join(git(torn, 'rev-parse', '--absolute-git-dir'), 'msd-owner.json'), '{"run":');
  assert.deepEqual(findProject(torn)?.agentWorktree, { by: 'msd', owner: null });

  const claude = worktree(root, join(root, '.claude', 'worktrees', 'agent-ae23'));
  assert.deepEqual(findProject(claude)?.agentWorktree, { by: 'claude', owner: null });
  const session = worktree(root, join(root, '.claude', 'worktrees', 'my-session'));
  assert.equal(findProject(session)?.agentWorktree, null);
  assert.equal(findProject(session)?.root, root);
});

test('what lies in an agent’s worktree is never a project of its own', (t) => {
  const { root } = project(t);
  const agent = worktree(root, join(root, '.claude', 'worktrees', 'agent-1'));
  git(agent, 'rm', '--quiet', '-r', '--cached', '.planning');
  cpSync(join(root, '.planning'), join(agent, '.planning'), { recursive: true });
  mkdirSync(join(agent, '.msd'));
  assert.equal(findProject(agent)?.root, root);
  mkdirSync(join(agent, 'vendor', 'lib'), { recursive: true });
  git(join(agent, 'vendor', 'lib'), 'init', '--quiet', '--template=', '-b', 'main');
  commit(join(agent, 'vendor', 'lib'));
  const inside = findProject(join(agent, 'vendor', 'lib'));
  assert.equal(inside?.root, root);
  assert.equal(inside?.agentWorktree?.by, 'claude', 'a repository inside an agent’s worktree is the agent’s');
});

test('a pruned worktree still finds its project', (t) => {
  const { root, linked } = project(t);
  rmSync(join(root, '.git', 'worktrees', 'linked'), { recursive: true });
  const found = findProject(linked);
  assert.equal(found?.root, root);
  assert.equal(found?.linked, true);
});

test('a root over several repositories, and a worktree of one of them', (t) => {
  const folder = temporaryFolder(t);
  makePlanning(folder);
  const a = join(folder, 'a');
  mkdirSync(a);
  git(a, 'init', '--quiet', '--template=', '-b', 'main');
  commit(a);
  const away = worktree(a, join(temporaryFolder(t), 'away'));
  for (const place of [folder, a, away]) {
    const found = findProject(place);
    assert.equal(found?.root, folder, place);
    assert.equal(found?.rootCheckout, null, place);
  }
  assert.equal(findProject(a)?.checkout, a);
});

test('a bare repository with worktrees beside it: an agent’s leads to the worktree that it lies in', (t) => {
  const { folder, root } = project(t);
  git(folder, 'clone', '--quiet', '--bare', root, join(folder, 'bare.git'));
  const one = worktree(join(folder, 'bare.git'), join(folder, 'one'));
  assert.equal(findProject(one)?.root, one);
  const agent = worktree(one, join(one, '.msd', 'worktrees', 'r', 'p'));
  writeFileSync(join(git(agent, 'rev-parse', '--absolute-git-dir'), 'msd-owner.json'), JSON.stringify({ run: 'r' }));
  assert.equal(findProject(agent)?.root, one);
});

test('a symlink that leaves the checkout is named, one that stays is followed', (t) => {
  const { folder, root } = project(t);
  const outside = join(folder, 'outside');
  mkdirSync(outside);
  symlinkSync(outside, join(root, '.msd'));
  assert.deepEqual(findProject(root)?.problem, { code: 'symlink-escape', path: join(root, '.msd'), target: outside });
  rmSync(join(root, '.msd'));
  symlinkSync('nowhere', join(root, '.msd'));
  assert.equal(findProject(root)?.problem?.code, 'symlink-escape');
  rmSync(join(root, '.msd'));
  mkdirSync(join(root, 'state'));
  symlinkSync('state', join(root, '.msd'));
  assert.equal(findProject(root)?.problem, null);
  cpSync(join(root, '.planning'), join(outside, 'p'), { recursive: true });
  mkdirSync(join(root, 'package'));
  symlinkSync(join(outside, 'p'), join(root, 'package', '.planning'));
  const found = findProject(join(root, 'package'));
  assert.equal(found?.root, join(root, 'package'));
  assert.equal(found?.problem?.target, join(outside, 'p'));
});

test('a .git that cannot be understood is a checkout that nobody can vouch for', (t) => {
  const folder = temporaryFolder(t);
  makePlanning(folder);
  writeFileSync(join(folder, '.git'), 'garbage');
  const found = findProject(folder);
  assert.equal(found?.rootCheckout, folder);
  assert.equal(found?.gitDir, null);
});
