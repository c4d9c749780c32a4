import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { planProblemText } from '../../../src/cli/words/plan-problems.js';
import { planSchedule } from '../../../src/core/phase/schedule.js';
import { indexOf, type Phases } from '../../rig/memory-phases.js';

const word = fc.constantFrom(
  '03',
  '3',
  '01',
  '02',
  '2',
  'PLAN',
  'SUMMARY',
  'auth',
  'A',
  'phase',
  'M11',
  '2.1',
  'REVIEW',
  '',
);
const file = fc.oneof(
  { weight: 6, arbitrary: fc.nat(6).map((n) => `03-0${n}-PLAN.md`) },
  { weight: 3, arbitrary: fc.nat(6).map((n) => `03-0${n}-SUMMARY.md`) },
  { weight: 3, arbitrary: fc.array(word, { minLength: 1, maxLength: 5 }).map((words) => `${words.join('-')}.md`) },
  { weight: 1, arbitrary: fc.array(word, { minLength: 1, maxLength: 3 }).map((words) => `old/${words.join('-')}.md`) },
);
const token = fc.oneof(
  fc.nat(7).map(String),
  fc.nat(7).map((n) => `03-0${n}`),
  fc.constantFrom('02-01', '02', '"x y"', '03-auth', 'none', 'M11', '[a]', '{a: b}', '../x', '*', '~'),
  fc.string({ maxLength: 6 }),
);
const line = fc.oneof(
  fc.array(token, { maxLength: 3 }).map((tokens) => `depends_on: [${tokens.join(', ')}]`),
  fc.array(token, { maxLength: 3 }).map((tokens) => `depends_on:\n${tokens.map((one) => `  - ${one}\n`).join('')}`),
  fc
    .array(fc.constantFrom('a.ts', 'src/', 'src/a.ts', '"src/**"', '../x', 'TBD', '"{a,b}"'), { maxLength: 3 })
    .map((paths) => `files_modified: [${paths.join(', ')}]`),
  fc.constantFrom(
    'wave: 1',
    'wave: x',
    'autonomous: false',
    'autonomous: 7',
    'status: superseded',
    'status: done',
    'status: halted',
    'title: a: b',
    'must_haves:\n  a: 1\n  a: 2',
    '\tx: 1',
    '---',
    '...',
    '# c',
    '- x',
  ),
  fc.string({ maxLength: 20 }),
);
const text = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.array(line, { maxLength: 5 }).map((lines) => `---\n${lines.join('\n')}\n---\n\n# T\n<task>\n`),
  },
  {
    weight: 1,
    arbitrary: fc.array(line, { maxLength: 4 }).map((lines) => `# late\n\`\`\`yaml\n${lines.join('\n')}\n\`\`\`\n`),
  },
  { weight: 1, arbitrary: fc.string({ maxLength: 40 }) },
);
const phase = fc.dictionary(file, text, { maxKeys: 9 });
const phases: fc.Arbitrary<Phases> = fc.record({ '03-auth': phase, '02-base': phase, 'M11-search': phase });

test('whatever lies in a phase, the index holds together, is never wrong in silence, and every problem has words', () => {
  fc.assert(
    fc.property(phases, fc.constantFrom('03-auth', 'M11-search'), (all, dir) => {
      const index = indexOf(all, dir);
      const ids = index.plans.map((plan) => plan.id);
      assert.equal(new Set(ids).size, ids.length, 'ids are unique');
      assert.ok(ids.every((id) => id !== '' && !id.includes('/')));
      assert.deepEqual(
        index.waves.flat().sort(),
        index.plans
          .filter((plan) => plan.wave !== null)
          .map((plan) => plan.id)
          .sort(),
      );
      const told = new Set(index.problems.filter((one) => one.blocks).map((one) => one.plan));
      for (const plan of index.plans) {
        if (plan.runnable)
          assert.deepEqual(
            [plan.status, plan.stuck, plan.blockedBy, told.has(plan.id)],
            ['incomplete', null, [], false],
          );
        if (plan.status === 'complete')
          assert.deepEqual([plan.runnable, plan.stuck, plan.blockedBy], [false, null, []]);
        if (plan.stuck === null && plan.status !== 'complete' && plan.blockedBy.length === 0)
          assert.ok(plan.runnable, plan.id);
        assert.ok(!plan.dependsOn.includes(plan.id));
      }
      for (const { plans } of index.overlaps) assert.ok(plans.every((id) => ids.includes(id)) && plans[0] !== plans[1]);
      // Every plan-like file is listed or told of.
      for (const name of Object.keys(all[dir] ?? {})) {
        if (!/(?:^|\/|-)PLAN\.md$/.test(name) || name.includes('/.')) continue;
        const path = `${index.phase.dir}/${name}`;
        const known = index.plans.some((plan) => plan.file === path) || index.problems.some((one) => one.file === path);
        assert.ok(known || name.includes('SUMMARY'), name);
      }
      for (const one of index.problems) {
        const words = planProblemText(one);
        assert.ok(words.length > 10 && !/[\u0000-\u001f\u007f-\u009f]/.test(words), one.code);
        assert.ok(one.line === null || one.line >= 1);
      }
      const schedule = planSchedule(index, { jobs: 2, mode: 'dag', completed: new Set() });
      const runs = new Set(schedule.plans.filter((plan) => plan.action === 'run').map((plan) => plan.id));
      for (const plan of index.plans) if (plan.runnable) assert.ok(runs.has(plan.id), 'what is runnable runs');
    }),
    { numRuns: 1000 },
  );
});
