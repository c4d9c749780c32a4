import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PlanId } from '../../../src/core/phase/plan-id.js';
import { planSchedule, type ScheduledPlan, type ScheduleOptions } from '../../../src/core/phase/schedule.js';
import { indexOf, planText, quietPlan } from '../../rig/memory-phases.js';

type Files = Readonly<Record<string, string>>;

function scheduleOf(files: Files, options: Partial<ScheduleOptions> = {}, others: Record<string, Files> = {}) {
  const index = indexOf({ '03-auth': files, ...others }, '03-auth');
  const schedule = planSchedule(index, { jobs: 3, mode: 'dag', completed: new Set(), ...options });
  return new Map(schedule.plans.map((plan) => [plan.id as string, plan]));
}
const brief = (plan: ScheduledPlan | undefined) => [plan?.action, plan?.reason.code];

const CHAIN: Files = {
  '03-01-PLAN.md': quietPlan(),
  '03-02-PLAN.md': quietPlan({ depends_on: '[01]' }),
  '03-03-PLAN.md': quietPlan({ depends_on: '[02]' }),
};

test('a chain runs in order, each plan after the one before', () => {
  const plans = scheduleOf(CHAIN);
  assert.deepEqual(
    [...plans.values()].map((plan) => [plan.id, plan.action, plan.after]),
    [
      ['03-01', 'run', []],
      ['03-02', 'run', ['03-01']],
      ['03-03', 'run', ['03-02']],
    ],
  );
});

test('what is complete, by its summary or by the ledger, is skipped and waited for by nobody', () => {
  const plans = scheduleOf({ ...CHAIN, '03-01-SUMMARY.md': '# x\n' }, { completed: new Set(['03-02' as PlanId]) });
  assert.deepEqual(brief(plans.get('03-01')), ['skip', 'complete']);
  assert.deepEqual(brief(plans.get('03-02')), ['skip', 'complete']);
  assert.deepEqual([plans.get('03-03')?.action, plans.get('03-03')?.after], ['run', []]);
});

test('a plan asked for whose dependencies are not complete is blocked, and they are named', () => {
  const plans = scheduleOf(CHAIN, { plans: ['03-03' as PlanId] });
  assert.deepEqual(brief(plans.get('03-01')), ['skip', 'not-chosen']);
  assert.deepEqual(plans.get('03-03')?.reason, { code: 'dependencies', names: ['03-02'] });
  assert.equal(plans.get('03-03')?.action, 'blocked');
});

test('one wave runs alone; a later one asked for is blocked by what is missing', () => {
  assert.deepEqual([...scheduleOf(CHAIN, { wave: 1 }).values()].map(brief), [
    ['run', 'runs'],
    ['skip', 'not-chosen'],
    ['skip', 'not-chosen'],
  ]);
  assert.deepEqual(scheduleOf(CHAIN, { wave: 2 }).get('03-02')?.reason, { code: 'dependencies', names: ['03-01'] });
});

test('what is stuck is said to be, and blocks what depends on it', () => {
  const plans = scheduleOf({
    '03-01-PLAN.md': quietPlan({ depends_on: '[07-gone]' }),
    '03-02-PLAN.md': quietPlan({ depends_on: '[01]' }),
    '03-03-PLAN.md': quietPlan({ status: 'superseded by 03-04' }),
    '03-04-PLAN.md': quietPlan(),
    '03-04-SUMMARY.md': '---\nstatus: halted\n---\n',
    '03-05-PLAN.md': quietPlan(),
  });
  assert.deepEqual(plans.get('03-01')?.reason, { code: 'stuck', why: 'dependency-unknown' });
  assert.deepEqual(plans.get('03-02')?.reason, { code: 'dependencies', names: ['03-01'] });
  assert.deepEqual(
    [plans.get('03-03')?.action, plans.get('03-03')?.reason],
    ['skip', { code: 'stuck', why: 'superseded' }],
  );
  assert.deepEqual(plans.get('03-04')?.reason, { code: 'stuck', why: 'halted' });
  assert.equal(plans.get('03-05')?.action, 'run');
});

test('a cycle is blocked, and so is what is behind it; the rest runs', () => {
  const plans = scheduleOf({
    '03-01-PLAN.md': quietPlan({ depends_on: '[02]' }),
    '03-02-PLAN.md': quietPlan({ depends_on: '[01]' }),
    '03-03-PLAN.md': quietPlan({ depends_on: '[02]' }),
    '03-04-PLAN.md': quietPlan(),
  });
  assert.deepEqual(
    [...plans.values()].map((plan) => plan.action),
    ['blocked', 'blocked', 'blocked', 'run'],
  );
});

test('a dependency in another phase decides by its state there', () => {
  const other = (files: Files) =>
    scheduleOf({ '03-01-PLAN.md': quietPlan({ depends_on: '[02-01]' }) }, {}, { '02-base': files });
  assert.deepEqual(other({ '02-01-PLAN.md': quietPlan() }).get('03-01')?.reason, {
    code: 'dependencies',
    names: ['02-01'],
  });
  assert.equal(other({ '02-01-PLAN.md': quietPlan(), '02-01-SUMMARY.md': '' }).get('03-01')?.action, 'run');
});

test('plans that touch the same files are kept apart, and said to be', () => {
  const plan = (file: string) => planText({ files_modified: `[${file}]` });
  const plans = scheduleOf({
    '03-01-PLAN.md': plan('src/a.ts'),
    '03-02-PLAN.md': plan('./src/'),
    '03-03-PLAN.md': plan('b'),
  });
  assert.deepEqual(plans.get('03-02')?.apartFrom, [{ plan: '03-01', paths: ['src/a.ts'] }]);
  assert.deepEqual(plans.get('03-03')?.apartFrom, []);
});

test('what waits for a plan anyway is not said to be kept apart from it', () => {
  const plan = (dependsOn: string) => planText({ files_modified: '[a]', depends_on: dependsOn });
  const plans = scheduleOf({ '03-01-PLAN.md': plan('[]'), '03-02-PLAN.md': plan('[01]'), '03-03-PLAN.md': plan('[]') });
  assert.deepEqual(plans.get('03-02')?.apartFrom, [{ plan: '03-03', paths: ['a'] }]);
  assert.deepEqual(plans.get('03-03')?.apartFrom, [{ plan: '03-01', paths: ['a'] }]);
});

test('a plan that does not say what it touches runs alone', () => {
  const plans = scheduleOf({
    '03-01-PLAN.md': planText(),
    '03-02-PLAN.md': quietPlan(),
    '03-03-PLAN.md': '# no frontmatter\n',
  });
  assert.deepEqual(
    [...plans.values()].map((plan) => plan.alone),
    [true, false, true],
  );
});

test('a declared wave delays in mode wave only, also where waves are counted from 0', () => {
  const files = {
    '03-01-PLAN.md': quietPlan({ wave: '0' }),
    '03-02-PLAN.md': quietPlan({ wave: '2' }),
    '03-03-PLAN.md': quietPlan({ wave: '0', depends_on: '[02]' }),
  };
  assert.deepEqual(
    [...scheduleOf(files, { mode: 'wave' }).values()].map((plan) => plan.wave),
    [1, 3, 4],
  );
  assert.deepEqual(
    [...scheduleOf(files).values()].map((plan) => plan.wave),
    [1, 1, 2],
  );
});
