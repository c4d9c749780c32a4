import assert from 'node:assert/strict';
import { test } from 'node:test';
import { indexOf, quietPlan } from '../../rig/memory-phases.js';

/** Status, runnable and problem codes of the first plan of a phase that holds these files. */
function stateOf(files: Readonly<Record<string, string>>, dir = '03-auth') {
  const { plans, problems } = indexOf({ [dir]: files }, dir);
  return [plans[0]?.status, plans[0]?.runnable, problems.map((one) => one.code).filter((code) => code !== 'plan-name')];
}
const withSummary = (text: string) => stateOf({ '03-01-PLAN.md': quietPlan(), '03-01-SUMMARY.md': text });

for (const text of [
  '# Summary\n',
  'text',
  '---\nphase: x\n---\n',
  '---\nstatus:\n---\n',
  ...['complete', 'Completed', 'COMPLETE', 'done', 'passed', '"complete"', 'complete # note'].map(
    (word) => `---\nstatus: ${word}\n---\n`,
  ),
  '---\r\nstatus: complete\r\n---\r\n',
  '\ufeff---\nstatus: complete\n---',
])
  test(`complete: ${JSON.stringify(text)}`, () => assert.deepEqual(withSummary(text), ['complete', false, []]));

for (const [word, status, code] of [
  ['halted', 'halted', null],
  ['HALTED', 'halted', null],
  ['"halted "', 'halted', null],
  ['blocked', 'blocked', null],
  ['failed', 'blocked', 'summary-not-done'],
  ['partial', 'incomplete', 'summary-not-done'],
  ['SHIPPED', 'incomplete', 'summary-status'],
  ['complete-pending-review', 'incomplete', 'summary-status'],
  ['not complete', 'incomplete', 'summary-status'],
  ['[complete]', 'incomplete', 'summary-status'],
] as const)
  test(`not complete: status ${word}`, () => {
    assert.deepEqual(withSummary(`---\nstatus: ${word}\n---\n`), [status, false, code === null ? [] : [code]]);
  });

test('a summary that cannot be read is told, and its plan does not run again; the one line that matters still counts', () => {
  assert.deepEqual(withSummary('---\na: b: c\n---\n'), ['complete', false, ['summary-unreadable']]);
  assert.deepEqual(withSummary('---\na: b: c\nstatus: complete\n---\n'), ['complete', false, ['summary-unreadable']]);
  assert.deepEqual(withSummary('---\na: b: c\nstatus: halted # x\n---\n'), ['halted', false, ['summary-unreadable']]);
  assert.deepEqual(withSummary('# S\n\n```yaml\nphase: 03\nplan: 01\nstatus: blocked\n```\n'), [
    'blocked',
    false,
    ['summary-unreadable'],
  ]);
  assert.deepEqual(withSummary(''), ['complete', false, ['summary-unreadable']]);
});

for (const [plan, summary] of [
  ['03-01-PLAN.md', '03-01-SUMMARY.md'],
  ['03-01-schema-PLAN.md', '03-01-schema-SUMMARY.md'],
  ['03-01-schema-PLAN.md', '03-01-SUMMARY.md'],
  ['03-01-PLAN.md', '03-smart-send-01-SUMMARY.md'],
  ['03-01-PLAN.md', '3-1-SUMMARY.md'],
  ['03-01-PLAN.md', '03-01-PLAN-SUMMARY.md'],
  ['03-PLAN-01.md', '03-PLAN-01-SUMMARY.md'],
  ['03-PLAN-01.md', '03-SUMMARY-01.md'],
  ['03-PLAN-01.md', '03-01-SUMMARY.md'],
  ['PLAN-01.md', 'SUMMARY-01.md'],
  ['PLAN-01.md', '01-SUMMARY.md'],
  ['PLAN.md', 'SUMMARY.md'],
  ['PLAN.md', '03-SUMMARY.md'],
  ['03-PLAN.md', '03-SUMMARY.md'],
  ['03-PLAN.md', '03-01-SUMMARY.md'],
] as const)
  test(`${summary} is the summary of ${plan}`, () => {
    assert.equal(stateOf({ [plan]: quietPlan(), [summary]: '# done\n' })[0], 'complete');
  });

for (const summary of [
  '03-SUMMARY.md',
  'PHASE-SUMMARY.md',
  'SUMMARY.md',
  '03-02-SUMMARY.md',
  '04-01-SUMMARY.md',
  '01-SUMMARY.md',
  '03-01-summary.md',
  '.03-01-SUMMARY.md',
])
  test(`${summary} is not the summary of 03-01`, () => {
    assert.equal(stateOf({ '03-01-PLAN.md': quietPlan(), [summary]: '# done\n' })[0], 'incomplete');
  });

test('a summary by name is not taken for another plan with the number; one by number alone belongs to neither', () => {
  const twins = { '03-01-a-PLAN.md': quietPlan(), '03-01-b-PLAN.md': quietPlan() };
  const byName = indexOf({ '03-x': { ...twins, '03-01-a-SUMMARY.md': '' } }, '03-x');
  assert.deepEqual(
    byName.plans.map((plan) => plan.status),
    ['complete', 'blocked'],
  );
  const byNumber = indexOf({ '03-x': { ...twins, '03-01-SUMMARY.md': '' } }, '03-x');
  assert.deepEqual(
    byNumber.plans.map((plan) => plan.status),
    ['blocked', 'blocked'],
  );
  assert.ok(byNumber.problems.some((one) => one.code === 'summary-ambiguous'));
});

test('of several summaries of one plan the worst counts; one by name outweighs those by number', () => {
  const plan = { '03-01-PLAN.md': quietPlan() };
  const [done, halted] = ['# done\n', '---\nstatus: halted\n---\n'];
  assert.equal(stateOf({ ...plan, '03-01-a-SUMMARY.md': done, '03-01-b-SUMMARY.md': halted })[0], 'halted');
  assert.equal(stateOf({ ...plan, '03-01-a-SUMMARY.md': halted, '03-01-b-SUMMARY.md': done })[0], 'halted');
  assert.equal(stateOf({ ...plan, '03-01-SUMMARY.md': done, '03-01-b-SUMMARY.md': halted })[0], 'complete');
});

for (const [status, expected] of [
  ['pending', ['incomplete', true, []]],
  ['In Progress', ['incomplete', true, []]],
  ['draft', ['incomplete', true, []]],
  ['superseded', ['superseded', false, []]],
  ['superseded by 03-04', ['superseded', false, []]],
  ['deferred', ['incomplete', false, ['plan-status-parked']]],
  ['cancelled (no need)', ['incomplete', false, ['plan-status-parked']]],
  ['complete', ['incomplete', false, ['plan-status-done']]],
  ['some-word', ['incomplete', false, ['plan-status-unknown']]],
] as const)
  test(`a plan whose own status is ${status}`, () => {
    assert.deepEqual(stateOf({ '03-01-PLAN.md': quietPlan({ status }) }), expected);
  });

test('a summary outweighs the plan\u2019s own status', () => {
  assert.equal(
    stateOf({ '03-01-PLAN.md': quietPlan({ status: 'deferred' }), '03-01-SUMMARY.md': '# done\n' })[0],
    'complete',
  );
});

test('what waits is blocked by name, also behind others; the stuck plan is named too', () => {
  const { plans } = indexOf(
    {
      '03-x': {
        '03-01-PLAN.md': quietPlan(),
        '03-01-SUMMARY.md': '---\nstatus: halted\n---\n',
        '03-02-PLAN.md': quietPlan({ depends_on: '[01]' }),
        '03-03-PLAN.md': quietPlan({ depends_on: '[02]' }),
      },
    },
    '03-x',
  );
  assert.deepEqual(
    plans.map((plan) => plan.blockedBy),
    [[], ['03-01'], ['03-02', '03-01']],
  );
});
