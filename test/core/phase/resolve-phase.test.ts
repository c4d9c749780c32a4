import assert from 'node:assert/strict';
import { test } from 'node:test';
import { comparePhaseDirectories, describePhase } from '../../../src/core/phase/phase-directory.js';
import { resolvePhase } from '../../../src/core/phase/resolve-phase.js';

const NAMES = [
  '01-base',
  '03-auth',
  '03A-auth-hotfix',
  '08-ops',
  '12.7-x',
  '12.71-y',
  'phase-4',
  'M11-search',
  'notes',
  '19-1m-bench',
];
const dirOf = (query: string, names: readonly string[] = NAMES): string => {
  const found = resolvePhase(query, names);
  return found.ok ? found.value.dir : found.error.reason;
};

for (const [query, dir] of [
  ['3', '03-auth'],
  ['03', '03-auth'],
  ['003', '03-auth'],
  ['03-auth', '03-auth'],
  ['3A', '03A-auth-hotfix'],
  ['03a', '03A-auth-hotfix'],
  ['8', '08-ops'],
  ['08', '08-ops'],
  ['12.7', '12.7-x'],
  ['12.71', '12.71-y'],
  ['4', 'phase-4'],
  ['phase-4', 'phase-4'],
  ['M11-search', 'M11-search'],
  ['notes', 'notes'],
  ['19', '19-1m-bench'],
] as const)
  test(`${query} is ${dir}`, () => assert.equal(dirOf(query), dir));

for (const query of ['99', '3B', '12.70', '012.07'])
  test(`${query} is a phase that is not there`, () => assert.equal(dirOf(query), 'phase-not-found'));

for (const query of ['03-auth.', '3AB', '3; rm', '..', '../..', '', ' 3', 'M11', '03-au', 'phase-3', '１', '03-AUTH'])
  test(`${JSON.stringify(query)} is not a phase`, () => assert.equal(dirOf(query), 'phase-invalid'));

test('a number that two directories share is an error that names both', () => {
  const found = resolvePhase('4', ['04-billing', '4-search', '05-x']);
  assert.deepEqual(found, {
    ok: false,
    error: { reason: 'phase-ambiguous', query: '4', candidates: ['04-billing', '4-search'] },
  });
  assert.equal(dirOf('04-billing', ['04-billing', '4-search']), '04-billing');
});

test('a directory called as the number alone wins over one that has it', () => {
  assert.equal(dirOf('1', ['1', '01-auth']), '1');
});

test('parked directories are found by their whole name only, and share no number', () => {
  assert.equal(dirOf('5', ['_05-old', '05-new']), '05-new');
  assert.equal(dirOf('_05-old', ['_05-old', '05-new']), '_05-old');
});

test('a name in another Unicode form is the same name', () => {
  assert.equal(dirOf('03-caf\u00e9', ['03-cafe\u0301']), '03-cafe\u0301');
});

test('what may have been meant is named', () => {
  assert.deepEqual(resolvePhase('m11', NAMES), {
    ok: false,
    error: { reason: 'phase-invalid', query: 'm11', meant: ['M11-search'] },
  });
});

test('directories in order: numbers as numbers, then names', () => {
  const sorted = ['notes', '10-x', '9-y', 'M11-a', '03A-z', '03-b', '3.1-c']
    .map(describePhase)
    .sort(comparePhaseDirectories)
    .map((phase) => phase.dir);
  assert.deepEqual(sorted, ['03-b', '3.1-c', '03A-z', '9-y', '10-x', 'M11-a', 'notes']);
});
