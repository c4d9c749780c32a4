import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PlanId } from '../../../src/core/phase/plan-id.js';
import { type RunState, readyPlans } from '../../../src/core/phase/ready-plans.js';
import { planSchedule } from '../../../src/core/phase/schedule.js';
import { indexOf, planText } from '../../rig/memory-phases.js';

test('a plan that waits for a person needs no place, and keeps those away that touch its files', () => {
  const plan = (files: string) => planText({ depends_on: '[]', files_modified: `[${files}]` });
  const index = indexOf(
    { '03-auth': { '03-01-PLAN.md': plan('a.ts'), '03-02-PLAN.md': plan('a.ts'), '03-03-PLAN.md': plan('b.ts') } },
    '03-auth',
  );
  const options = { jobs: 1, mode: 'dag', completed: new Set<PlanId>() } as const;
  const schedule = planSchedule(index, options);
  const [first, second, third] = index.plans.map((one) => one.id) as [PlanId, PlanId, PlanId];
  const after = (states: readonly (readonly [PlanId, RunState])[]) => readyPlans(schedule, new Map(states)).start;
  assert.deepEqual(after([[first, 'running']]), []);
  assert.deepEqual(after([[first, 'paused']]), [third]);
  assert.deepEqual(after([[first, 'failed']]), [second]);
});
