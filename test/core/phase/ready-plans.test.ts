import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { PlanId } from '../../../src/core/phase/plan-id.js';
import type { PhaseIndex } from '../../../src/core/phase/plan-index.js';
import { type RunState, readyPlans } from '../../../src/core/phase/ready-plans.js';
import { planSchedule, type ScheduleOptions } from '../../../src/core/phase/schedule.js';
import { indexOf, planText } from '../../rig/memory-phases.js';

/** One plan as a case makes it. */
interface PlanCase {
  readonly dependsOn: readonly number[];
  readonly files: readonly string[] | null;
  readonly wave: number | null;
  readonly complete: boolean;
  readonly fails: boolean;
}

const PATHS = [
  'src/a.ts',
  'src/b.ts',
  'src/',
  'src/sub/c.ts',
  'docs/x.md',
  'docs/*.md',
  './src/../README.md',
  'README.md',
  '**/c.ts',
];

const planCase = fc.record({
  dependsOn: fc.array(fc.nat(9), { maxLength: 2 }),
  files: fc.option(fc.array(fc.constantFrom(...PATHS), { maxLength: 2 }), { freq: 5 }),
  wave: fc.option(fc.nat(4)),
  complete: fc.boolean().map((value) => value),
  fails: fc.constantFrom(false, false, false, true),
});

const phaseCase = fc.record({
  plans: fc.array(planCase, { minLength: 1, maxLength: 9 }),
  // Plans depend on plans with a lower place in this order, so that there is no cycle.
  places: fc.shuffledSubarray([0, 1, 2, 3, 4, 5, 6, 7, 8, 9], { minLength: 10, maxLength: 10 }),
  jobs: fc.integer({ min: 1, max: 4 }),
  mode: fc.constantFrom('dag' as const, 'wave' as const),
  someComplete: fc.boolean(),
  ends: fc.infiniteStream(fc.nat(100)),
});

const idOf = (at: number): PlanId => `03-${String(at + 1).padStart(2, '0')}` as PlanId;

function indexOfCase(plans: readonly PlanCase[], places: readonly number[], someComplete: boolean): PhaseIndex {
  const files: Record<string, string> = {};
  plans.forEach((plan, at) => {
    const dependsOn = plan.dependsOn.filter((one) => one < plans.length && (places[one] ?? 0) < (places[at] ?? 0));
    files[`${idOf(at)}-PLAN.md`] = planText({
      depends_on: JSON.stringify(dependsOn.map(idOf)),
      ...(plan.files === null ? {} : { files_modified: JSON.stringify(plan.files) }),
      ...(plan.wave === null ? {} : { wave: String(plan.wave) }),
    });
    if (someComplete && plan.complete) files[`${idOf(at)}-SUMMARY.md`] = '# Done\n';
  });
  return indexOf({ '03-auth': files }, '03-auth');
}

/** Whether two plans touch a file in common, told the slow way: on every file that the paths of a case may mean. */
function naivelyMeet(a: PlanCase, b: PlanCase): boolean {
  if (a.files === null || b.files === null) return true;
  const world = [
    'src/a.ts',
    'src/b.ts',
    'src/sub/c.ts',
    'src/other.ts',
    'docs/x.md',
    'docs/y.md',
    'README.md',
    'c.ts',
    'lib/c.ts',
  ];
  const meant = (entry: string) =>
    world.filter((file) => {
      if (entry === 'src/') return file.startsWith('src/');
      if (entry === 'docs/*.md') return file.startsWith('docs/');
      if (entry === '**/c.ts') return file === 'c.ts' || file.endsWith('/c.ts');
      return file === (entry.endsWith('README.md') ? 'README.md' : entry);
    });
  const touched = new Set(a.files.flatMap(meant));
  return b.files.flatMap(meant).some((file) => touched.has(file));
}

test('a run never breaks a rule, and ends with everything done that can be', () => {
  fc.assert(
    fc.property(phaseCase, ({ plans, places, jobs, mode, someComplete, ends }) => {
      const index = indexOfCase(plans, places, someComplete);
      const schedule = planSchedule(index, { jobs, mode, completed: new Set() });
      const caseOf = (id: PlanId) => plans[Number(id.slice(3)) - 1] as PlanCase;
      const dependenciesOf = (id: PlanId) => index.plans.find((plan) => plan.id === id)?.dependsOn ?? [];
      const entryOf = (id: PlanId) => schedule.plans.find((plan) => plan.id === id);
      const isDone = (id: PlanId) =>
        states.get(id) === 'home' || index.plans.find((p) => p.id === id)?.status === 'complete';
      const states = new Map<PlanId, RunState>();
      for (const plan of schedule.plans) if (plan.action === 'run') states.set(plan.id, 'waiting');
      const running = () => [...states].filter(([, state]) => state === 'running').map(([id]) => id);

      for (let step = 0; ; step++) {
        assert.ok(step <= plans.length * 2 + 2, 'it ends');
        const ready = readyPlans(schedule, states);
        for (const { plan, by } of ready.blocked) {
          assert.equal(states.get(plan), 'waiting');
          assert.ok(by.length > 0);
          states.set(plan, 'blocked');
        }
        for (const id of ready.start) {
          assert.equal(states.get(id), 'waiting');
          for (const dependency of dependenciesOf(id)) assert.ok(isDone(dependency), `${id} before ${dependency}`);
          for (const other of running()) assert.ok(!naivelyMeet(caseOf(id), caseOf(other)), `${id} beside ${other}`);
          if (mode === 'wave')
            for (const [other, state] of states)
              if (state === 'waiting' || state === 'running')
                assert.ok((entryOf(other)?.wave ?? 0) >= (entryOf(id)?.wave ?? 0), `${id} before the wave of ${other}`);
          states.set(id, 'running');
          assert.ok(running().length <= jobs, 'no more than there are places');
        }
        const now = running();
        if (now.length === 0) break;
        const end = now[(ends.next().value ?? 0) % now.length] as PlanId;
        states.set(end, caseOf(end).fails ? 'failed' : 'home');
      }
      for (const [id, state] of states) {
        const stopped = dependenciesOf(id).some((one) => states.get(one) === 'failed' || states.get(one) === 'blocked');
        assert.equal(state, stopped ? 'blocked' : caseOf(id).fails ? 'failed' : 'home', id);
      }
    }),
    { numRuns: 500 },
  );
});

test('with enough places and nothing in common all plans without dependencies start at once', () => {
  const plan = (file: string) => planText({ files_modified: `[${file}]` });
  const index = indexOf(
    { '03-x': { '03-01-PLAN.md': plan('a'), '03-02-PLAN.md': plan('b'), '03-03-PLAN.md': plan('c') } },
    '03-x',
  );
  const schedule = planSchedule(index, { jobs: 8, mode: 'dag', completed: new Set() });
  assert.deepEqual(readyPlans(schedule, new Map()), { start: ['03-01', '03-02', '03-03'], blocked: [] });
});

test('the later of two plans on one file starts when the earlier is home, or failed', () => {
  const plan = (file: string) => planText({ files_modified: `[${file}]` });
  const index = indexOf({ '03-x': { '03-01-PLAN.md': plan('src/'), '03-02-PLAN.md': plan('src/a.ts') } }, '03-x');
  const schedule = planSchedule(index, { jobs: 8, mode: 'dag', completed: new Set() });
  const [first, second] = ['03-01' as PlanId, '03-02' as PlanId];
  const start = (state: RunState) => readyPlans(schedule, new Map([[first, state]])).start;
  assert.deepEqual(start('waiting'), [first]);
  assert.deepEqual(start('running'), []);
  assert.deepEqual(start('home'), [second]);
  assert.deepEqual(start('failed'), [second]);
});

test('ten thousand plans on one file take their turns without a list of pairs', () => {
  const files: Record<string, string> = {};
  for (let i = 0; i < 10_000; i++) files[`03-${i}-PLAN.md`] = '---\nfiles_modified: [CHANGELOG.md]\n---\n';
  const index = indexOf({ '03-x': files }, '03-x');
  const options: ScheduleOptions = { jobs: 4, mode: 'dag', completed: new Set() };
  const schedule = planSchedule(index, options);
  assert.deepEqual(readyPlans(schedule, new Map()).start, ['03-0']);
  assert.ok(schedule.plans.every((plan) => plan.apartFrom.length <= 20));
});
