import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { describePhase } from '../../../src/core/phase/phase-directory.js';
import type { PlanNumber } from '../../../src/core/phase/plan-id.js';
import { readPlanFileName } from '../../../src/core/phase/plan-name.js';
import { parsePlanNumber, planNumberKey, planNumberOrder } from '../../../src/core/phase/plan-number.js';

/** `id #number` of a plan, with `~` where its name is nearly a plan's; else what the file is. */
function read(dir: string, file: string): string {
  const name = readPlanFileName(file, describePhase(dir));
  return name.kind === 'plan' ? `${name.id} #${name.stem.number}${name.proper ? '' : ' ~'}` : name.kind;
}

for (const [dir, file, expected] of [
  ['03-auth', '03-01-PLAN.md', '03-01 #01'],
  ['03-auth', '3-01-PLAN.md', '3-01 #01'],
  ['03-auth', '003-01-setup-PLAN.md', '003-01-setup #01'],
  ['03-auth', 'phase-3-01-PLAN.md', 'phase-3-01 #01'],
  ['03-auth', '03-hardening-02-PLAN.md', '03-hardening-02 #02'],
  ['03-auth', '03-2b-PLAN.md', '03-2b #2b'],
  ['03-auth', '03-04.6-PLAN.md', '03-04.6 #04.6'],
  ['03-auth', '03-A-PLAN.md', '03-A #A'],
  ['03-auth', '03-W0-PLAN.md', '03-W0 #W0'],
  ['phase-1', 'phase-1-01-PLAN.md', 'phase-1-01 #01'],
  ['12.71-ux', '12.71-01-PLAN.md', '12.71-01 #01'],
  ['02a-x', '2A-01-PLAN.md', '2A-01 #01'],
  ['M11-search', 'M11-01-core-PLAN.md', 'M11-01-core #01'],
  ['v5.2-ui', 'v5.2-01-PLAN.md', 'v5.2-01 #01'],
  ['v1.3-02-fig', 'v1.3-02-01-PLAN.md', 'v1.3-02-01 #01'],
  ['v2.0-06-ai', '06-01-PLAN.md', '06-01 #01'],
  ['INV-01-api', '01-01-PLAN.md', '01-01 #01'],
  ['04-5-health', '04-01-PLAN.md', '04-01 #01'],
  ['04-5-health', '04-05-02-PLAN.md', '04-05-02 #02'],
  // Nearly a plan's name.
  ['03-auth', 'PLAN.md', '03-PLAN #null ~'],
  ['notes', 'PLAN.md', 'notes-PLAN #null ~'],
  ['03-auth', '03-PLAN.md', '03 #null ~'],
  ['03-auth', '03-PLAN-01.md', '03-PLAN-01 #01 ~'],
  ['03-auth', 'PLAN-01.md', 'PLAN-01 #01 ~'],
  ['03-auth', 'PLAN-01-setup.md', 'PLAN-01-setup #01 ~'],
  ['03-auth', '04-01-PLAN.md', '04-01 #01 ~'],
  ['03-auth', '04-PLAN-01.md', '04-PLAN-01 #01 ~'],
  ['03-auth', '03-auth-PLAN.md', '03-auth #null ~'],
  // No plans.
  ['03-auth', '03-01-PLAN-REVIEW.md', 'called-plan'],
  ['03-auth', '03-PLAN-CHECK.md', 'called-plan'],
  ['03-auth', '03-PLAN-OUTLINE.md', 'called-plan'],
  ['03-auth', '03-01-PLAN-OBSOLETE.md', 'called-plan'],
  ['03-auth', '03-PLAN-01-REVIEW.md', 'called-plan'],
  ['03-auth', '03-PLANS-INDEX.md', 'other'],
  ['03-auth', 'RUNPLAN.md', 'other'],
  ['03-auth', 'PLANNER.md', 'other'],
  ['03-auth', 'PLANNING.md', 'other'],
  ['03-auth', '03-01-PLAN.pre-bounce.md', 'called-plan'],
  ['03-auth', 'plan-1.md', 'called-plan'],
  ['03-auth', '03-01-plan.md', 'called-plan'],
  ['03-auth', '.03-01-PLAN.md', 'other'],
  ['03-auth', '03-01-PLAN.txt', 'other'],
  ['03-auth', '03-CONTEXT.md', 'other'],
  ['03-auth', '03-01-SUMMARY.md', 'summary'],
  ['03-auth', '03-PLAN-01-SUMMARY.md', 'summary'],
  ['03-auth', 'SUMMARY-01.md', 'summary'],
  ['03-auth', 'SUMMARY.md', 'summary'],
] as const)
  test(`${file} in ${dir}`, () => assert.equal(read(dir, file), expected));

test('whatever a file is called, its name is read without a fault, and no id is empty or a path', () => {
  const word = fc.constantFrom(
    '03',
    '3',
    '01',
    'PLAN',
    'SUMMARY',
    'auth',
    '',
    'A',
    'phase',
    'M11',
    'v2.0',
    '2b',
    '..',
    '.md',
    'REVIEW',
  );
  const name = fc.oneof(
    fc.array(word, { maxLength: 6 }).map((words) => `${words.join('-')}.md`),
    fc.string(),
  );
  fc.assert(
    fc.property(name, fc.constantFrom('03-auth', 'M11-x', 'notes', 'v2.0-03-x', '04-5-x'), (file, dir) => {
      const found = readPlanFileName(file, describePhase(dir));
      if (found.kind !== 'plan' || file.includes('/')) return;
      assert.notEqual(found.id, '');
      assert.ok(!found.id.includes('/'));
    }),
  );
});

test('plan numbers compare as numbers and are sorted as such', () => {
  const number = (text: string) => parsePlanNumber(text) as PlanNumber;
  assert.equal(planNumberKey(number('01')), planNumberKey(number('1')));
  assert.equal(planNumberKey(number('2b')), planNumberKey(number('02B')));
  assert.notEqual(planNumberKey(number('4.1')), planNumberKey(number('4.10')));
  const sorted = ['1', '2', '2b', '04.6', '4.10', '9', '10', '100', 'A', 'W0'];
  const shuffled = [...sorted]
    .reverse()
    .sort((a, b) => (planNumberOrder(number(a)) < planNumberOrder(number(b)) ? -1 : 1));
  assert.deepEqual(shuffled, sorted);
  for (const text of ['', 'AB', '1-2', 'a', '1..2', '٣']) assert.equal(parsePlanNumber(text), null, text);
});
