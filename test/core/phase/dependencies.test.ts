import assert from 'node:assert/strict';
import { test } from 'node:test';
import { indexOf, type Phases, quietPlan } from '../../rig/memory-phases.js';

const DONE = '---\nstatus: complete\n---\n';
const OTHERS: Phases = {
  '02-base': { '02-01-PLAN.md': quietPlan(), '02-01-SUMMARY.md': DONE, '02-02-next-PLAN.md': quietPlan() },
  '02.1-done': { '02.1-01-PLAN.md': quietPlan(), '02.1-01-SUMMARY.md': DONE },
  '04-a': { '04-01-PLAN.md': quietPlan() },
  '4-b': { '04-01-PLAN.md': quietPlan() },
  '05-empty': {},
  '06-old': {
    '06-01-PLAN.md': quietPlan({ status: 'superseded' }),
    '06-02-PLAN.md': quietPlan(),
    '06-02-SUMMARY.md': DONE,
  },
  'M11-search': { 'M11-01-PLAN.md': quietPlan(), 'M11-01-SUMMARY.md': DONE },
};

/** What `depends_on: <value>` of plan 03-09 comes to, in the phase 03 of seven plans. */
function resolve(value: string, own: Readonly<Record<string, string>> = {}) {
  const files: Record<string, string> = {
    '03-01-schema-PLAN.md': quietPlan(),
    '03-02-PLAN.md': quietPlan(),
    '03-10-PLAN.md': quietPlan(),
    '03-A-PLAN.md': quietPlan(),
    '03-PLAN-07.md': quietPlan(),
    '03-2b-PLAN.md': quietPlan(),
    ...own,
    '03-09-PLAN.md': quietPlan({ depends_on: value }),
  };
  const index = indexOf({ ...OTHERS, '03-auth': files }, '03-auth');
  const plan = index.plans.find((one) => one.id === '03-09');
  const problems = index.problems.filter((one) => one.plan === '03-09');
  return { plan, problems, codes: problems.map((one) => one.code) };
}

for (const [token, id] of [
  ['03-01-schema', '03-01-schema'],
  ['03-01-schema-PLAN', '03-01-schema'],
  ['03-01-schema-PLAN.md', '03-01-schema'],
  ['./03-01-schema-PLAN.md', '03-01-schema'],
  ['03-auth/03-01-schema-PLAN.md', '03-01-schema'],
  ['.planning/phases/03-auth/03-01-schema-PLAN.md', '03-01-schema'],
  ['../03-auth/01', '03-01-schema'],
  ['3/01', '03-01-schema'],
  ['03-01', '03-01-schema'],
  ['3-01', '03-01-schema'],
  ['03-1', '03-01-schema'],
  ['phase-3-01', '03-01-schema'],
  ['03-01-another-slug', '03-01-schema'],
  ['03-01-PLAN.md', '03-01-schema'],
  ['PLAN-01', '03-01-schema'],
  ['PLAN-01-some-slug.md', '03-01-schema'],
  ['03-PLAN-01', '03-01-schema'],
  ['01', '03-01-schema'],
  ['1', '03-01-schema'],
  ['001', '03-01-schema'],
  ['`03-01-schema`', '03-01-schema'],
  ['02', '03-02'],
  ['10', '03-10'],
  ['A', '03-A'],
  ['03-A', '03-A'],
  ['2b', '03-2b'],
  ['2B', '03-2b'],
  ['07', '03-PLAN-07'],
  ['03-07', '03-PLAN-07'],
  ['03-PLAN-07', '03-PLAN-07'],
  ['03-PLAN-07.md', '03-PLAN-07'],
  ['03-01-SCHEMA', '03-01-schema'],
] as const)
  test(`"${token}" is the plan ${id} of this phase`, () => {
    const { plan, codes } = resolve(`["${token}"]`);
    assert.deepEqual([plan?.dependsOn, plan?.dependsOnOutside, codes], [[id], [], []]);
    assert.deepEqual([plan?.wave, plan?.blockedBy, plan?.runnable], [2, [id], false]);
  });

for (const value of ['', '[]', 'none', 'None', 'N/A', 'n/a', '[none]', '[""]', '[~]', '[null]', '--', '["--"]', 'null'])
  test(`depends_on: ${value} means none`, () => {
    const { plan, codes } = resolve(value);
    assert.deepEqual([plan?.dependsOn, codes, plan?.runnable], [[], [], true]);
  });

test('a text is one token', () => assert.deepEqual(resolve('03-01-schema').plan?.dependsOn, ['03-01-schema']));

for (const value of [
  '["03-07-gone", 99]',
  '[99]',
  '["03-01, 03-02"]',
  '"03-01 and 03-02"',
  '[Phase 2]',
  '["see 03-01"]',
  '[07-gone]',
  '[03-auth]',
  '[03]',
  '["../../etc/passwd"]',
  '[src/03-01]',
  '[".archive/03-01-PLAN.md"]',
  '["$(touch pwned)"]',
])
  test(`depends_on: ${value} blocks the plan by name`, () => {
    const { plan, problems } = resolve(value);
    const unknown = problems.filter((one) => one.code === 'dependency-unknown');
    assert.ok(unknown.length > 0);
    assert.ok(unknown.every((one) => one.blocks && one.line === 2 && one.severity === 'error'));
    assert.deepEqual([plan?.status, plan?.stuck, plan?.runnable], ['blocked', 'dependency-unknown', false]);
  });

test('the plan itself is no dependency', () => {
  assert.deepEqual(resolve('[09]').codes, ['dependency-self']);
  assert.equal(resolve('[03-09]').plan?.stuck, 'dependency-self');
});

test('two plans with the number are an error that names both', () => {
  const { plan, problems } = resolve('[02]', { '03-02-twin-PLAN.md': quietPlan() });
  const [problem] = problems;
  assert.ok(problem?.code === 'dependency-ambiguous');
  assert.deepEqual(problem.candidates, ['03-02', '03-02-twin']);
  assert.equal(plan?.runnable, false);
  assert.deepEqual(resolve('[03-02-twin]', { '03-02-twin-PLAN.md': quietPlan() }).plan?.dependsOn, ['03-02-twin']);
});

test('the line of a token is the line it stands on', () => {
  const { problems } = resolve('\n  - 03-01\n  - gone\n  - "gone too"');
  assert.deepEqual(
    problems.map((one) => one.line),
    [4, 5],
  );
});

for (const [token, phase, id, complete] of [
  ['02-01', '02-base', '02-01', true],
  ['2-1', '02-base', '02-01', true],
  ['02-02', '02-base', '02-02-next', false],
  ['02-base/02-02', '02-base', '02-02-next', false],
  ['02.1-01', '02.1-done', '02.1-01', true],
  ['phase-2-01', '02-base', '02-01', true],
  ['M11-01', 'M11-search', 'M11-01', true],
  ['m11-1', 'M11-search', 'M11-01', true],
] as const)
  test(`"${token}" is a plan of another phase, whose state decides`, () => {
    const { plan, codes } = resolve(`["${token}"]`);
    assert.deepEqual(plan?.dependsOnOutside, [{ phase, plan: id, complete }]);
    assert.deepEqual([plan?.dependsOn, plan?.wave], [[id], 1]);
    assert.deepEqual(
      [plan?.runnable, plan?.blockedBy, codes],
      complete ? [true, [], []] : [false, [id], ['dependency-incomplete']],
    );
  });

for (const [token, phase, complete, blockedBy] of [
  ['02-base', '02-base', false, ['02-02-next']],
  ['02.1', '02.1-done', true, []],
  ['phase-2.1', '02.1-done', true, []],
  ['M11', 'M11-search', true, []],
  ['05', '05-empty', false, ['05-empty']],
  ['06', '06-old', true, []],
] as const)
  test(`"${token}" is the whole phase ${phase}`, () => {
    const { plan, codes } = resolve(`["${token}"]`);
    assert.deepEqual(plan?.dependsOnOutside, [{ phase, plan: null, complete }]);
    assert.deepEqual(
      [plan?.dependsOn, plan?.runnable, plan?.blockedBy, codes],
      [[], complete, blockedBy, ['dependency-phase']],
    );
  });

test('a number that two phases share means neither', () => {
  const { problems } = resolve('[04-01]');
  assert.ok(problems[0]?.code === 'dependency-ambiguous');
  assert.deepEqual(problems[0].candidates, ['04-a', '4-b']);
});

test('a bare number that is a plan here and a phase elsewhere means the plan here', () => {
  assert.deepEqual(resolve('[02]').plan?.dependsOnOutside, []);
});

test('inside a milestone or a project code, numbers mean its own phases', () => {
  const phases: Phases = {
    'v2.0-03-a': { '03-01-PLAN.md': quietPlan(), '03-01-SUMMARY.md': DONE },
    'v2.1-03-b': { '03-01-PLAN.md': quietPlan() },
    'v2.0-04-c': { '04-01-PLAN.md': quietPlan({ depends_on: '[03-01]' }) },
  };
  const [plan] = indexOf(phases, 'v2.0-04-c').plans;
  assert.deepEqual(plan?.dependsOnOutside, [{ phase: 'v2.0-03-a', plan: '03-01', complete: true }]);
});

test('a cycle is told once, with its path, and what is behind it waits; the rest runs', () => {
  const index = indexOf(
    {
      '03-x': {
        '03-01-PLAN.md': quietPlan({ depends_on: '[03]' }),
        '03-02-PLAN.md': quietPlan({ depends_on: '[01]' }),
        '03-03-PLAN.md': quietPlan({ depends_on: '[02]' }),
        '03-04-PLAN.md': quietPlan({ depends_on: '[01]' }),
        '03-05-PLAN.md': quietPlan(),
      },
    },
    '03-x',
  );
  const cycles = index.problems.flatMap((one) => (one.code === 'dependency-cycle' ? [[one.path, one.line]] : []));
  assert.deepEqual(cycles, [[['03-01', '03-03', '03-02'], 2]]);
  assert.deepEqual(
    index.plans.map((plan) => [plan.wave, plan.runnable, plan.stuck]),
    [
      [null, false, 'dependency-cycle'],
      [null, false, 'dependency-cycle'],
      [null, false, 'dependency-cycle'],
      [null, false, null],
      [1, true, null],
    ],
  );
  assert.deepEqual(index.waves, [['03-05']]);
});

test('a cycle through a plan that is done is told and stops nobody', () => {
  const { problems, plans } = indexOf(
    {
      '03-x': {
        '03-01-PLAN.md': quietPlan({ depends_on: '[02]' }),
        '03-01-SUMMARY.md': DONE,
        '03-02-PLAN.md': quietPlan({ depends_on: '[01]' }),
      },
    },
    '03-x',
  );
  assert.deepEqual(
    problems.map((one) => [one.code, one.severity]),
    [['dependency-cycle-done', 'warning']],
  );
  assert.equal(plans[1]?.runnable, true);
});

test('a declared wave that contradicts depends_on is told; depends_on decides', () => {
  const { problems, plans, waves } = indexOf(
    {
      '03-x': {
        '03-01-PLAN.md': quietPlan({ wave: '2' }),
        '03-02-PLAN.md': quietPlan({ wave: '1', depends_on: '[01]' }),
      },
    },
    '03-x',
  );
  assert.deepEqual(
    problems.map((one) => [one.code, one.plan]),
    [['wave-conflict', '03-02']],
  );
  assert.deepEqual(
    plans.map((plan) => [plan.wave, plan.declaredWave]),
    [
      [1, 2],
      [2, 1],
    ],
  );
  assert.deepEqual(waves, [['03-01'], ['03-02']]);
});

test('sixty thousand tokens that mean nothing are each told, in one pass over the file', () => {
  const tokens = Array.from({ length: 20_000 }, (_, i) => `  - x${i}\n`).join('');
  const { plans, problems } = indexOf({ '03-x': { '03-01-PLAN.md': `---\ndepends_on:\n${tokens}---\n` } }, '03-x');
  assert.equal(plans[0]?.runnable, false);
  assert.equal(problems.filter((one) => one.code === 'dependency-unknown').length, 20_000);
  assert.equal(problems.at(-1)?.line, 20_002);
});
