import assert from 'node:assert/strict';
import test from 'node:test';
import { runMsd } from '../rig/crash/run.js';
import { checkMany } from '../rig/many/check.js';
import { disposeMany, manyPlans, prepareMany, runMany } from '../rig/many/prepared.js';

/** `npm run test:many` takes fifty plans, sixteen at once, ten times. */
const PLANS = manyPlans(9);

test('many plans at once, some of which fail, one dies: the order of events leaves no trace', async (t) => {
  const trees = new Set<string>();
  for (const seed of [1, 2]) {
    const root = prepareMany(PLANS, seed);
    t.after(() => disposeMany(root));
    const end = await runMsd(root, runMany(6));
    assert.equal(end.code, 1, end.stderr);
    trees.add(await checkMany(root, PLANS, end));
  }
  assert.equal(trees.size, 1);
});

test('the check of many plans sees work that is missing and work that came twice', async (t) => {
  const root = prepareMany(PLANS, 1);
  t.after(() => disposeMany(root));
  const end = await runMsd(root, runMany(6));
  const without = PLANS.map((plan) => (plan.id.includes('-01-') ? { ...plan, done: false } : plan));
  await assert.rejects(checkMany(root, without, end), /each plan ends as it must/);
  const renamed = PLANS.map((plan) => (plan.id.includes('-05-') ? { ...plan, done: true } : plan));
  await assert.rejects(checkMany(root, renamed, end), /each plan ends as it must/);
});
