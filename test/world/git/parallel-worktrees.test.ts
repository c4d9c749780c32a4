import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { test } from 'node:test';
import { cleanEnvironment } from '../../rig/environment.js';
import type { PlanId } from '../../../src/core/phase/plan-id.js';
import { makeRepo } from '../../rig/repository.js';

const GIT_WORLD = new URL('../../../src/world/git/git-world.js', import.meta.url).href;

/** `bench/worktrees.js` makes 200. */
const WAVES = 4;

test('waves of eight at once: every worktree is made, and let go', async (t) => {
  const repo = await makeRepo(t);
  for (let wave = 0; wave < WAVES; wave++) {
    const plans = Array.from({ length: 8 }, (_, n) => `w${wave}-${n}`);
    const paths = await Promise.all(plans.map((plan) => repo.worktree(plan)));
    assert.equal((await repo.world.worktrees(repo.checkout)).length, 9);
    const gone = await Promise.all(paths.map((path) => repo.world.releaseWorktree(repo.checkout, path)));
    assert.ok(gone.every((one) => one.ok));
  }
  assert.equal((await repo.world.worktrees(repo.checkout)).length, 1);
  assert.equal(repo.git('for-each-ref', '--format=%(refname)', 'refs/heads/msd').split('\n').length, 8 * WAVES);
});

test('three processes at once, one of them killed: the others make all of theirs', async (t) => {
  const repo = await makeRepo(t);
  const maker = (name: string) => `
    import { createGitWorld } from ${JSON.stringify(GIT_WORLD)};
    const world = createGitWorld();
    const found = await world.checkout(${JSON.stringify(repo.root)});
    const all = await Promise.all(Array.from({ length: 6 }, (_, n) => world.createWorktree({
      checkout: found.value, path: ${JSON.stringify(join(repo.root, '.msd/worktrees', name))} + '/' + n,
      branch: 'msd/${name}/' + n, base: found.value.head, copy: [], owner: { run: '${name}', plan: 'p' + n },
    }).then((made) => { console.log(made.ok ? 'made' : JSON.stringify(made)); return made; })));
    process.exit(all.every((made) => made.ok) ? 0 : 1);`;
  const start = (name: string): ChildProcess => {
    const child = spawn(process.execPath, ['--input-type=module', '-e', maker(name)], {
      env: cleanEnvironment(repo.root),
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    t.after(() => child.kill('SIGKILL'));
    return child;
  };
  const [victim, ...others] = ['v', 'a', 'b'].map(start);
  await once(victim!.stdout!, 'data');
  victim!.kill('SIGKILL');
  for (const child of others) {
    child.stdout!.resume();
    if (child.exitCode === null) await once(child, 'exit');
    assert.equal(child.exitCode, 0);
  }
  const listed = await repo.world.worktrees(repo.checkout);
  for (const name of ['a', 'b'])
    assert.equal(listed.filter((one) => one.owner?.run === name && !one.missing).length, 6);
  // The one that was killed may have held the lock last: whoever comes next takes it over.
  const next = await repo.world.createWorktree({
    checkout: repo.checkout,
    path: join(repo.root, '.msd/worktrees/next'),
    branch: 'msd/next/0',
    base: repo.checkout.head,
    copy: [],
    owner: { run: 'next', plan: 'p' as PlanId },
  });
  assert.ok(next.ok, JSON.stringify(next));
  assert.deepEqual(
    readdirSync(join(repo.root, '.git/msd')).filter((name) => name.startsWith('worktrees.lock')),
    [],
  );
});
