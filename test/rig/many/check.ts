import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { leftovers } from '../crash/end-state.js';
import { type RigEnd, runMsd } from '../crash/run.js';
import { git, tryGit } from '../git.js';
import type { ManyPlan } from './prepared.js';

/** The last line of a run with `--json`. */
interface Finished {
  readonly plans: readonly { readonly id: string; readonly status: string }[];
}

/**
 * What must hold after any number of disturbed runs and one that went through: each plan ended as it must, its work is home
 * exactly once or kept, the user's edit is where it was, and nothing else is left.
 * @returns the tree of main; the same for the same outcomes, whatever the order of events was
 */
export async function checkMany(root: string, plans: readonly ManyPlan[], end: RigEnd): Promise<string> {
  const { plans: ended } = JSON.parse(end.stdout.trim().split('\n').at(-1) ?? '') as Finished;
  const wrong = ended.filter(({ id, status }) => (status === 'done') !== plans.find((plan) => plan.id === id)?.done);
  assert.deepEqual(wrong, [], 'each plan ends as it must');
  assert.equal(ended.length, plans.length);
  const home = git(root, 'log', '--format=%s', 'main').split('\n');
  const anywhere = git(root, 'log', '--all', '--format=%s').split('\n');
  for (const { id, done } of plans) {
    const times = (subjects: readonly string[]) => subjects.filter((one) => one === `${id}: summary`).length;
    assert.equal(times(home), done ? 1 : 0, `${id} is home ${done ? 'once' : 'not at all'}`);
    if (/fails|dies/.test(id) && ended.find((plan) => plan.id === id)?.status === 'failed')
      assert.ok(anywhere.includes(`${id}: work`), `what ${id} had committed is still to be had`);
  }
  assert.equal(readFileSync(join(root, 'README.md'), 'utf8'), 'start\nan edit of the user\n');
  assert.equal(tryGit(root, 'fsck', '--strict', '--no-dangling').code, 0);
  assert.equal((await runMsd(root, ['ledger', 'verify', '--json'])).code, 0);
  const kept = (path: string) => /worktrees/.test(path);
  assert.deepEqual(
    (await leftovers(root)).filter((path) => !kept(path)),
    [],
  );
  const failed = ended.filter(({ status }) => status === 'failed').length;
  const worktrees = git(root, 'worktree', 'list', '--porcelain').match(/^worktree /gm)?.length ?? 0;
  assert.ok(worktrees <= 1 + failed, `${worktrees} worktrees for ${failed} failed plans`);
  return git(root, 'rev-parse', 'main^{tree}');
}
