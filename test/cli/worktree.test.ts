import assert from 'node:assert/strict';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import type { PlanId } from '../../src/core/phase/plan-id.js';
import { createGitWorld } from '../../src/world/git/git-world.js';
import { linkedGitDir } from '../../src/world/git/worktree-record.js';
import { cleanEnvironment } from '../rig/environment.js';
import { git } from '../rig/git.js';
import { writeFiles } from '../rig/repository.js';
import { type TemporaryProject, temporaryProject } from '../rig/temporary-project.js';

/** Worktrees of a run whose process is gone, one for each plan. */
async function leftBy(project: TemporaryProject, plans: readonly string[]): Promise<Record<string, string>> {
  const world = createGitWorld({ env: cleanEnvironment(project.root) });
  const found = await world.checkout(project.root);
  assert.ok(found.ok);
  const paths: Record<string, string> = {};
  for (const plan of plans) {
    const path = project.path('.msd/worktrees/r-1', plan);
    const spec = { checkout: found.value, path, branch: `msd/r-1/${plan}`, base: found.value.head, copy: [] };
    const made = await world.createWorktree({ ...spec, owner: { run: 'r-1', plan: plan as PlanId } });
    assert.ok(made.ok, JSON.stringify(made));
    const record = join(linkedGitDir(path) ?? '', 'msd-owner.json');
    const owner = JSON.parse(readFileSync(record, 'utf8')) as Record<string, unknown>;
    writeFileSync(record, JSON.stringify({ ...owner, startTime: 'long ago' }));
    paths[plan] = path;
  }
  writeFileSync(project.path('.msd/.gitignore'), '*\n');
  return paths;
}

const commitIn = (dir: string, file: string) => {
  writeFiles(dir, { [file]: 'x\n' });
  git(dir, 'add', file);
  git(dir, 'commit', '-qm', file);
};

interface Listed {
  readonly worktrees: readonly { readonly path: string; readonly keeps: readonly string[]; readonly owner: unknown }[];
}

async function listed(project: TemporaryProject): Promise<Listed> {
  return JSON.parse((await project.msd(['worktree', 'list', '--json'])).stdout) as Listed;
}

async function setUp(t: TestContext) {
  const project = temporaryProject(t, { config: {} });
  project.write('.gitignore', '*.log\nnode_modules/\n');
  project.commit('ignore');
  const plans = [
    'empty',
    'commit',
    'squashed',
    'edited',
    'untracked',
    'ignored',
    'gone',
    'detached',
    'inner',
    'merging',
  ];
  const at = await leftBy(project, plans);
  commitIn(at['commit']!, 'c.txt');
  commitIn(at['squashed']!, 's.txt');
  project.git('merge', '-q', '--squash', 'msd/r-1/squashed');
  project.git('commit', '-qm', 'squash');
  writeFiles(at['edited']!, { '.gitignore': 'changed\n' });
  writeFiles(at['untracked']!, { 'new \u001b[2J.txt': 'n' });
  writeFiles(at['ignored']!, { 'debug.log': 'l', 'node_modules/x': 'x' });
  rmSync(at['gone']!, { recursive: true });
  git(at['detached']!, 'switch', '-q', '--detach');
  commitIn(at['detached']!, 'd.txt');
  git(at['inner']!, 'init', '-q', 'node_modules');
  const theirs = git(at['merging']!, 'commit-tree', '-m', 'x', '-p', 'HEAD', 'HEAD^{tree}');
  git(at['merging']!, 'merge', '-q', '--no-ff', '--no-commit', theirs);
  project.git('worktree', 'add', '-q', '-b', 'lane', '../lane');
  return { project, at };
}

const KEEPS = {
  empty: [],
  commit: ['unmerged'],
  squashed: [],
  edited: ['uncommitted'],
  untracked: ['untracked'],
  ignored: [],
  gone: [],
  detached: ['unmerged'],
  inner: ['inner-repository'],
  merging: ['operation'],
} as const;

test('prune removes what holds nothing, and never what is only there', async (t) => {
  const { project, at } = await setUp(t);
  const keeps = Object.fromEntries(
    (await listed(project)).worktrees.map((one) => [one.path.split('/').at(-1), one.keeps]),
  );
  assert.deepEqual(keeps, { ...KEEPS, lane: ['foreign'] });

  const dry = await project.msd(['worktree', 'prune', '--dry-run']);
  assert.match(dry.stdout, /would remove .*\/empty/);
  assert.equal((await listed(project)).worktrees.length, 11);

  const pruned = await project.msd(['worktree', 'prune']);
  assert.equal(pruned.code, 0, pruned.stderr);
  assert.doesNotMatch(pruned.stdout, /\u001b/);
  assert.match(pruned.stdout, /next: msd worktree salvage/);
  const free = Object.entries(KEEPS).filter(([, why]) => why.length === 0);
  for (const [plan, why] of Object.entries(KEEPS)) assert.equal(existsSync(at[plan]!), why.length > 0, plan);
  for (const [plan] of free) assert.equal(project.git('for-each-ref', `refs/heads/msd/r-1/${plan}`), '');
  assert.equal(existsSync(project.path('../lane')), true);
  assert.equal(readFileSync(join(at['untracked']!, 'new \u001b[2J.txt'), 'utf8'), 'n');
  const again = await project.msd(['worktree', 'prune', '--json']);
  assert.deepEqual((JSON.parse(again.stdout) as { removed: unknown[] }).removed, []);
});

test('salvage saves files and commits on refs, says how to get them back, and lets go when asked to', async (t) => {
  const { project, at } = await setUp(t);
  const one = await project.msd(['worktree', 'salvage', 'edited']);
  assert.equal(one.code, 0, one.stderr);
  assert.match(one.stdout, /git branch NAME refs\/msd\/salvage\/r-1\/edited\/by-hand/);
  assert.equal(project.git('show', 'refs/msd/salvage/r-1/edited/by-hand:.gitignore'), 'changed');
  assert.equal(existsSync(at['edited']!), true);

  const tip = git(at['detached']!, 'rev-parse', 'HEAD');
  const all = await project.msd(['worktree', 'salvage', '--remove', '--json']);
  assert.equal(all.code, 0, all.stderr);
  const { salvaged } = JSON.parse(all.stdout) as { salvaged: { path: string; removed: boolean; ref: string | null }[] };
  const kept = salvaged.filter((entry) => !entry.removed).map((entry) => entry.path.split('/').at(-1));
  assert.deepEqual(kept.sort(), ['inner', 'merging']);
  assert.equal(project.git('rev-parse', 'refs/msd/salvage/r-1/detached/by-hand'), tip);
  assert.equal(project.git('show', 'refs/msd/salvage/r-1/commit/by-hand:c.txt'), 'x');
  for (const plan of ['edited', 'untracked', 'commit', 'detached', 'empty'])
    assert.equal(existsSync(at[plan]!), false, plan);
  assert.equal(project.git('fsck', '--no-dangling'), '');
});

test('show tells all that is only in one worktree, in words and as data', async (t) => {
  const { project, at } = await setUp(t);
  const shown = await project.msd(['worktree', 'show', 'detached']);
  assert.equal(shown.code, 0, shown.stderr);
  assert.match(
    shown.stdout,
    /plan detached of run r-1, no branch\n {2}made .* from [0-9a-f]{12}\n {2}HEAD [0-9a-f]{12}\n/,
  );
  assert.match(
    shown.stdout,
    /commits that are nowhere else:\n {4}[0-9a-f]{12} d\.txt\n {2}next: msd worktree salvage detached/,
  );
  const untracked = await project.msd(['worktree', 'show', at['untracked']!]);
  assert.match(untracked.stdout, /untracked:\n {4}\S*new .*\.txt\n/);
  assert.doesNotMatch(untracked.stdout, /\u001b/);
  assert.match((await project.msd(['worktree', 'show', 'empty'])).stdout, /next: msd worktree prune removes it/);
  assert.match((await project.msd(['worktree', 'show', '../lane'])).stdout, /not made by msd, on lane/);

  await project.msd(['worktree', 'salvage', 'edited']);
  const data = await project.msd(['worktree', 'show', 'edited', '--json']);
  const [one] = (JSON.parse(data.stdout) as { worktrees: { saved: { ref: string }[]; uncommitted: string[] }[] })
    .worktrees;
  assert.deepEqual(one?.uncommitted, ['.gitignore']);
  assert.deepEqual(
    one?.saved.map(({ ref }) => ref),
    ['refs/msd/salvage/r-1/edited/by-hand'],
  );
  const none = await project.msd(['worktree', 'show', 'nothing', '--json']);
  assert.equal(none.code, 3);
});

test('two worktrees with the same commit are not each other’s safe place', async (t) => {
  const project = temporaryProject(t);
  const { one = '', two = '' } = await leftBy(project, ['one', 'two']);
  commitIn(one, 'x.txt');
  git(two, 'merge', '-q', '--ff-only', 'msd/r-1/one');
  assert.deepEqual(
    (await listed(project)).worktrees.map((worktree) => worktree.keeps),
    [['unmerged'], ['unmerged']],
  );
});

test('a worktree whose run is alive is left alone', async (t) => {
  const project = temporaryProject(t);
  const { own = '' } = await leftBy(project, ['own']);
  const record = join(linkedGitDir(own) ?? '', 'msd-owner.json');
  const owner = JSON.parse(readFileSync(record, 'utf8')) as Record<string, unknown>;
  writeFileSync(record, JSON.stringify({ ...owner, pid: process.pid, startTime: null }));
  assert.deepEqual((await listed(project)).worktrees[0]?.keeps, ['in-use']);
  await project.msd(['worktree', 'prune']);
  await project.msd(['worktree', 'salvage', '--remove']);
  assert.equal(existsSync(own), true);
});

test('what cannot be named, and who may not, is refused', async (t) => {
  const project = temporaryProject(t);
  const { own = '' } = await leftBy(project, ['own']);
  const unknown = await project.msd(['worktree', 'salvage', 'nothing', '--json']);
  assert.equal(unknown.code, 3);
  assert.equal((JSON.parse(unknown.stdout) as { error: { code: string } }).error.code, 'worktree-not-found');
  const inside = await project.msd(['worktree', 'prune'], { cwd: own });
  assert.equal(inside.code, 1);
  assert.match(inside.stderr, /\[in-agent-worktree\]/);
  assert.match(inside.stderr, /next: .*cd .*; what is only here: msd worktree show \S*/);
  assert.equal((await project.msd(['worktree', 'show', own], { cwd: own })).code, 0);
  assert.equal((await project.msd(['worktree', 'list'], { cwd: own })).code, 0);
  const plain = temporaryProject(t, { withoutGit: true });
  assert.match((await plain.msd(['worktree', 'list'])).stderr, /\[not-a-repository\]/);
});
