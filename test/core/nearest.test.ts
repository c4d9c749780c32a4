import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { nearest } from '../../src/core/nearest.js';

const NAMES = ['execute-phase', 'plan index', 'plan check', 'run list', 'run logs', 'trust'];

for (const [typed, meant] of [
  ['execute-phse', 'execute-phase'],
  ['excute-pahse', 'execute-phase'],
  ['plan indx', 'plan index'],
  ['pln index', 'plan index'],
  ['run lost', 'run list'],
  ['trsut', 'trust'],
  ['trust', 'trust'],
  ['deploy', null],
  ['t', null],
  ['', null],
] as const) {
  test(`"${typed}" → ${meant}`, () => {
    assert.equal(nearest(typed, NAMES), meant);
  });
}

test('a name itself is always the nearest, and no text however long breaks it', () => {
  fc.assert(fc.property(fc.constantFrom(...NAMES), (name) => nearest(name, NAMES) === name));
  assert.equal(nearest('x'.repeat(1_000_000), NAMES), null);
});
