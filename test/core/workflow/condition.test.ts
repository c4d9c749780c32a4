import assert from 'node:assert/strict';
import { test } from 'node:test';
import { conditionPaths, holds, parseCondition } from '../../../src/core/workflow/condition.js';

const SCOPE = new Map<string, unknown>([
  ['plan', { id: '03-02', runnable: true, status: 'incomplete', wave: 2, files: [], hint: null }],
  ['segments', false],
]);

const JUDGED: readonly (readonly [string, boolean])[] = [
  ['plan.runnable', true],
  ['not plan.runnable', false],
  ["plan.status == 'incomplete'", true],
  ["plan.status != 'incomplete'", false],
  ['plan.wave == 2', true],
  ["plan.wave == '2'", false],
  ['plan.files', false],
  ['plan.hint == null', true],
  ['plan.missing == null', true],
  ['plan.constructor', false],
  ['plan.files.length', false],
  ["plan.id == '03-02' and not segments", true],
  ['false or plan.wave == 2 and true', true],
  ['not (plan.runnable or segments)', false],
  ['segments == false', true],
];

for (const [source, expected] of JUDGED)
  test(`${source} is ${expected}`, () => {
    const condition = parseCondition(source);
    assert.ok(typeof condition !== 'string', String(condition));
    assert.equal(holds(condition, SCOPE), expected);
  });

for (const source of [
  '',
  'plan.',
  "plan == 'x",
  'a b',
  '(a',
  'a)',
  'a == ',
  'and',
  'a = b',
  '1x',
  `${'('.repeat(40)}a${')'.repeat(40)}`,
])
  test(`"${source.slice(0, 20)}" is not a condition`, () => assert.equal(typeof parseCondition(source), 'string'));

test('the paths of a condition are found', () => {
  const condition = parseCondition("a.b == 'c' and not (d or e.f.0)");
  assert.ok(typeof condition !== 'string');
  assert.deepEqual(
    conditionPaths(condition.node).map((path) => path.source),
    ['a.b', 'd', 'e.f.0'],
  );
});
