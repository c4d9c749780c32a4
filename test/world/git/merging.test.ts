import assert from 'node:assert/strict';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import type { PlanId } from '../../../src/core/phase/plan-id.js';
import type { MergeState } from '../../../src/world/merging.js';
import { git } from '../../rig/git.js';
import { must } from '../../rig/must.js';
import { makeRepo, type TestRepository, writeFiles } from '../../rig/repository.js';

const BINARY = (n: number) => `\0binary ${n}\n`;

/** A worktree whose branch and the main branch changed the same files: text, binary, and one deleted on the main branch. */
async function conflicting(t: TestContext): Promise<{ repo: TestRepository; dir: string; onto: string }> {
  const files = { 'a b.txt': '1\n', 'é.bin': BINARY(1), 'gone.txt': '1\n', 'fine.txt': '1\n' };
  const repo = await makeRepo(t, { files: { ...files, '.gitignore': '.msd/\n' } });
  const dir = await repo.worktree('plan');
  writeFiles(dir, { 'a b.txt': 'ours\n', 'é.bin': BINARY(2), 'gone.txt': 'ours\n' });
  git(dir, 'commit', '-qam', 'plan');
  repo.git('rm', '-q', 'gone.txt');
  const onto = repo.commit('home', { 'a b.txt': 'theirs\n', 'é.bin': BINARY(3) });
  return { repo, dir, onto };
}

const undecided = (state: MergeState): Record<string, string> =>
  state.kind === 'open' ? Object.fromEntries(state.undecided.map(({ path, why }) => [path, why])) : {};

test('a conflict is open until each path is decided: markers by the file, everything else by the index', async (t) => {
  const { repo, dir, onto } = await conflicting(t);
  const { world } = repo;
  assert.deepEqual(must(await world.mergeState(dir)), { kind: 'none' });
  const begun = must(await world.beginMerge(dir, onto));
  assert.deepEqual(undecided(begun), { 'a b.txt': 'marker', 'é.bin': 'no-marker', 'gone.txt': 'no-marker' });
  assert.equal(begun.kind === 'open' && begun.theirs, onto);
  assert.match(readFileSync(join(dir, 'a b.txt'), 'utf8'), /^<{7} /m);
  assert.equal(repo.git('status', '--porcelain'), '');

  // Half a conflict is one still; what one side had says nothing by itself.
  writeFileSync(join(dir, 'a b.txt'), 'mended\n>>>>>>> theirs\n');
  assert.equal(undecided(must(await world.mergeState(dir)))['a b.txt'], 'marker');
  writeFileSync(join(dir, 'a b.txt'), 'ours\n');
  assert.equal(undecided(must(await world.mergeState(dir)))['a b.txt'], 'no-marker');
  writeFileSync(join(dir, 'a b.txt'), 'both\n');
  git(dir, 'add', 'é.bin');
  git(dir, 'rm', '-q', 'gone.txt');
  assert.deepEqual(undecided(must(await world.mergeState(dir))), {});

  must(await world.concludeMerge(dir, 'Merge what is home'));
  assert.deepEqual(must(await world.mergeState(dir)), { kind: 'none' });
  assert.equal(git(dir, 'log', '-1', '--format=%s %P'), `Merge what is home ${git(dir, 'rev-parse', 'HEAD^')} ${onto}`);
  assert.equal(git(dir, 'show', 'HEAD:a b.txt'), 'both');
  assert.equal(git(dir, 'status', '--porcelain'), '');
});

test('a merge that was killed half way is begun anew, one that was committed is only cleared away', async (t) => {
  const { repo, dir, onto } = await conflicting(t);
  const { world } = repo;
  // Files written, git's note of the merge not yet.
  writeFiles(dir, { 'a b.txt': '<<<<<<< HEAD\nours\n', 'é.bin': BINARY(3) });
  assert.deepEqual(must(await world.mergeState(dir)), { kind: 'none' });
  assert.equal(undecided(must(await world.beginMerge(dir, onto)))['a b.txt'], 'marker');

  writeFiles(dir, { 'a b.txt': 'both\n' });
  git(dir, 'add', '--all');
  const gitDir = git(dir, 'rev-parse', '--absolute-git-dir');
  const note = readFileSync(join(gitDir, 'MERGE_HEAD'));
  git(dir, 'commit', '-qm', 'merged');
  writeFileSync(join(gitDir, 'MERGE_HEAD'), note);
  assert.deepEqual(must(await world.mergeState(dir)), { kind: 'committed' });
  const tip = git(dir, 'rev-parse', 'HEAD');
  must(await world.concludeMerge(dir, 'again'));
  assert.equal(git(dir, 'rev-parse', 'HEAD'), tip);
  assert.equal(existsSync(join(gitDir, 'MERGE_HEAD')), false);
});

test('a merge can be given up, and another operation of the person’s is not disturbed', async (t) => {
  const { repo, dir, onto } = await conflicting(t);
  const { world } = repo;
  must(await world.beginMerge(dir, onto));
  must(await world.abandonMerge(dir));
  assert.equal(git(dir, 'status', '--porcelain'), '');
  assert.equal(readFileSync(join(dir, 'a b.txt'), 'utf8'), 'ours\n');
  writeFileSync(join(git(dir, 'rev-parse', '--absolute-git-dir'), 'CHERRY_PICK_HEAD'), `${onto}\n`);
  const refused = await world.mergeState(dir);
  assert.ok(
    !refused.ok && refused.error.reason === 'operation-in-progress' && refused.error.operation === 'cherry-pick',
  );
});

test('an untracked file in the way gives way, for it is saved before; an ignored one, and one elsewhere, stay', async (t) => {
  const repo = await makeRepo(t);
  const dir = await repo.worktree('plan');
  const onto = repo.commit('home', { 'new.txt': 'theirs\n' });
  writeFiles(dir, { 'new.txt': 'mine\n', 'other.txt': 'mine\n' });
  assert.equal(must(await repo.world.beginMerge(dir, onto)).kind, 'open');
  assert.deepEqual(
    ['new.txt', 'other.txt'].map((file) => readFileSync(join(dir, file), 'utf8')),
    ['theirs\n', 'mine\n'],
  );
  must(await repo.world.abandonMerge(dir));
  repo.git('config', 'core.excludesFile', join(repo.root, 'ignored'));
  writeFileSync(join(repo.root, 'ignored'), 'new.txt\n');
  writeFiles(dir, { 'new.txt': 'secret\n' });
  const refused = await repo.world.beginMerge(dir, onto);
  assert.ok(!refused.ok && refused.error.reason === 'file-unwritable' && /new\.txt$/.test(refused.error.path));
  assert.equal(readFileSync(join(dir, 'new.txt'), 'utf8'), 'secret\n');
});

test('a worktree that somebody removed is made again on its branch', async (t) => {
  const repo = await makeRepo(t);
  const path = await repo.worktree('plan');
  const base = git(path, 'rev-parse', 'HEAD');
  rmSync(path, { recursive: true });
  const owner = { run: 'r-1', plan: 'plan' as PlanId };
  const spec = { checkout: repo.checkout, path, branch: 'msd/r-1/plan', base, copy: [], owner, reopen: true };
  must(await repo.world.createWorktree(spec));
  assert.deepEqual(await repo.world.worktreeHead(path), { oid: base, branch: 'msd/r-1/plan', operation: null });
});
