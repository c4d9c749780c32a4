import assert from 'node:assert/strict';
import { test } from 'node:test';
import { indexOf, quietPlan } from '../../rig/memory-phases.js';

test('the index of a phase, whole', () => {
  const plan = `---
phase: 03-auth
title: The schema
wave: 1
depends_on: []
files_modified: [./src/a.ts, "src/lib/ (new)"]
files_deleted: [old.ts]
autonomous: false
agent_hint: reviewer
---

<objective>
Make the schema.
</objective>
<task type="auto">
</task>
<task type="checkpoint:decision" gate="blocking">
</task>
`;
  const index = indexOf(
    {
      '03-auth': {
        '03-01-schema-PLAN.md': plan,
        '03-02-PLAN.md': quietPlan({ depends_on: '[01]' }, '# Second\n'),
        '03-01-schema-SUMMARY.md': '# x\n',
        'notes.txt': '',
      },
    },
    '03-auth',
  );
  assert.deepEqual(index, {
    version: 1,
    phase: { token: '03', key: '3', name: 'auth', dir: '.planning/phases/03-auth' },
    plans: [
      {
        id: '03-01-schema',
        number: '01',
        file: '.planning/phases/03-auth/03-01-schema-PLAN.md',
        title: 'The schema',
        objective: 'Make the schema.',
        dependsOn: [],
        dependsOnOutside: [],
        wave: 1,
        declaredWave: 1,
        filesModified: ['src/a.ts', 'src/lib/'],
        filesCreated: [],
        filesDeleted: ['old.ts'],
        filesKnown: true,
        autonomous: false,
        agentHint: 'reviewer',
        taskCount: 2,
        checkpoints: [{ type: 'decision', gate: 'blocking', task: 2, line: 17 }],
        status: 'complete',
        blockedBy: [],
        stuck: null,
        runnable: false,
      },
      {
        id: '03-02',
        number: '02',
        file: '.planning/phases/03-auth/03-02-PLAN.md',
        title: 'Second',
        objective: null,
        dependsOn: ['03-01-schema'],
        dependsOnOutside: [],
        wave: 2,
        declaredWave: null,
        filesModified: [],
        filesCreated: [],
        filesDeleted: [],
        filesKnown: true,
        autonomous: true,
        agentHint: null,
        taskCount: 0,
        checkpoints: [],
        status: 'incomplete',
        blockedBy: [],
        stuck: null,
        runnable: true,
      },
    ],
    waves: [['03-01-schema'], ['03-02']],
    overlaps: [],
    ignoreCase: false,
    problems: [],
  });
});

const codesOf = (files: Readonly<Record<string, string>>, dir = '03-x') =>
  indexOf({ [dir]: files }, dir).problems.map((one) => `${one.code} ${one.file.split('/').slice(3).join('/')}`);

test('names that are nearly a plan\u2019s are listed and told, or told; never dropped', () => {
  assert.deepEqual(codesOf({ 'PLAN.md': quietPlan() }), ['plan-name PLAN.md']);
  assert.deepEqual(codesOf({ '03-PLAN-01.md': quietPlan() }), ['plan-name 03-PLAN-01.md']);
  assert.deepEqual(codesOf({ '04-01-PLAN.md': quietPlan() }), ['plan-other-phase 04-01-PLAN.md']);
  assert.deepEqual(codesOf({ '03-01-PLAN.md': quietPlan(), 'old/03-02-PLAN.md': quietPlan() }), [
    'plan-below-phase old/03-02-PLAN.md',
  ]);
  assert.deepEqual(codesOf({ 'INV.md': '', '01-01-PLAN.md': quietPlan() }, 'INV-01-api'), []);
});

test('a document that is called a plan and says nothing a plan says is left out, aloud; with frontmatter it is a plan', () => {
  assert.deepEqual(codesOf({ '03-01-PLAN.md': quietPlan(), '03-TEST-PLAN.md': '# How to test\n' }), [
    'plan-name-unlisted 03-TEST-PLAN.md',
  ]);
  assert.deepEqual(
    indexOf({ '03-x': { '03-auth-PLAN.md': quietPlan() } }, '03-x').plans.map((plan) => plan.id),
    ['03-auth'],
  );
});

test('an overview beside numbered plans is left out, aloud; alone it is the plan', () => {
  const overview = '# What this phase is about\n';
  assert.deepEqual(codesOf({ '03-01-PLAN.md': quietPlan(), '03-PLAN.md': overview, 'PLAN.md': overview }), [
    'plan-name-unlisted 03-PLAN.md',
    'plan-name-unlisted PLAN.md',
  ]);
  assert.deepEqual(
    indexOf({ '03-x': { '03-PLAN.md': overview } }, '03-x').plans.map((plan) => plan.id),
    ['03'],
  );
});

test('a phase whose plans cannot be taken is never a silent zero', () => {
  assert.deepEqual(codesOf({ 'plans/PLAN-01.md': quietPlan() }), ['no-plans ', 'plan-below-phase plans/PLAN-01.md']);
  assert.deepEqual(codesOf({ 'plan.md': '' }), ['plans-ignored ']);
  assert.deepEqual(codesOf({ '03-CONTEXT.md': '' }), []);
  assert.deepEqual(codesOf({}), []);
});

test('two plans with one number are an error on both', () => {
  const index = indexOf({ '03-x': { '03-01-a-PLAN.md': quietPlan(), '03-1-b-PLAN.md': quietPlan() } }, '03-x');
  assert.deepEqual(
    index.problems.map((one) => [one.code, one.plan, one.blocks]),
    [
      ['plan-number-twice', '03-01-a', true],
      ['plan-number-twice', '03-1-b', true],
    ],
  );
});

test('an id that no dispatch can carry blocks its plan', () => {
  for (const id of ['03-01-$(touch pwned)', '03-01-"x"', '03-01-\u202e', `03-01-${'a'.repeat(200)}`, '03-01-\ufffd'])
    assert.equal(indexOf({ '03-x': { [`${id}-PLAN.md`]: quietPlan() } }, '03-x').plans[0]?.stuck, 'plan-id-unfit', id);
  assert.equal(
    indexOf({ '03-x': { [`03-01-${'a'.repeat(194)}-PLAN.md`]: quietPlan() } }, '03-x').plans[0]?.stuck,
    null,
  );
});

test('a plan that says not what it touches is unknown, and so is one that says it badly', () => {
  const known = (files: string) =>
    indexOf({ '03-x': { '03-01-PLAN.md': `---\n${files}\n---\n` } }, '03-x').plans[0]?.filesKnown;
  assert.deepEqual(
    [
      'a: b',
      'files_modified:',
      'files_modified: [a]',
      'files_modified: []',
      'files_modified: none',
      'files_modified: {a: b}',
      'files_modified: [TBD]',
      'files_modified: [../x]',
      'files-modified: [a]',
    ].map(known),
    [false, false, true, true, true, false, false, false, true],
  );
});

test('files that leave the root are told and not taken', () => {
  const { plans, problems } = indexOf(
    {
      '03-x': { '03-01-PLAN.md': '---\nfiles_modified:\n  - ../outside\n  - /etc/passwd\n  - C:\\x\n  - ok.ts\n---\n' },
    },
    '03-x',
  );
  assert.deepEqual(plans[0]?.filesModified, ['ok.ts']);
  assert.deepEqual(
    problems.map((one) => [one.code, one.line]),
    [
      ['files-outside', 3],
      ['files-outside', 4],
      ['files-outside', 5],
    ],
  );
});

test('a file that cannot be read blocks its plan by name', () => {
  const index = indexOf(
    { '03-x': { '03-01-PLAN.md': undefined as unknown as string, '03-02-PLAN.md': quietPlan({ depends_on: '[01]' }) } },
    '03-x',
  );
  assert.deepEqual(
    index.problems.map((one) => [one.code, one.plan]),
    [['file-unreadable', '03-01']],
  );
  assert.deepEqual(
    index.plans.map((plan) => [plan.wave, plan.status, plan.runnable]),
    [
      [null, 'blocked', false],
      [2, 'incomplete', false],
    ],
  );
});

test('an index of ten thousand plans in a chain', () => {
  const files: Record<string, string> = {};
  for (let i = 0; i < 10_000; i++)
    files[`03-${i}-PLAN.md`] = quietPlan({ depends_on: i > 0 ? `[${i - 1}]` : '[]', files_modified: '[CHANGELOG.md]' });
  const index = indexOf({ '03-x': files }, '03-x');
  assert.equal(index.waves.length, 10_000);
  assert.deepEqual(index.overlaps, []);
  assert.equal(index.plans[9_999]?.wave, 10_000);
  assert.deepEqual(index.plans[9_999]?.blockedBy, ['03-9998']);
});
