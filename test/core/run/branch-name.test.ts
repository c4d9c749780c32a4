import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { branchName } from '../../../src/core/run/branch-name.js';
import { tryGit } from '../../rig/git.js';

test('a plain plan keeps its name', () => {
  assert.equal(branchName('r-20261130-1', '03-02-hardening'), 'msd/r-20261130-1/03-02-hardening');
  assert.equal(branchName('r-1', '03-02', 2), 'msd/r-1/03-02@2');
  assert.equal(branchName('r-1', '03-02', 1, 'msd-1'), 'msd-1/r-1/03-02');
});

test('what git refuses or a disk would fold is rewritten, each in its own way', () => {
  const plans = [
    '03a',
    '03A',
    'a..b',
    'a~b',
    'a:b',
    'x.lock',
    'a b',
    'x.',
    '.x',
    '-x',
    '@',
    'é',
    '🦊',
    '$(touch pwned)',
    '..',
    'HEAD',
    'a/b',
    'a\\b',
  ];
  const names = plans.map((plan) => branchName('r-1', plan));
  assert.equal(new Set(names.map((name) => name.toLowerCase())).size, plans.length);
  for (const name of names) {
    assert.match(name, /^[a-z0-9._/@-]+$/);
    assert.equal(tryGit('.', 'check-ref-format', '--branch', name).code, 0, name);
  }
});

test('an integration branch is no plan’s', () => {
  assert.notEqual(branchName('r-1', 'integration'), 'msd/r-1/integration');
});

test('any two attempts have different names of at most 100 bytes, also where case is folded', () => {
  const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 250 });
  fc.assert(
    fc.property(text, text, fc.integer({ min: 1, max: 9999 }), fc.integer({ min: 1, max: 9999 }), (a, b, n, m) => {
      const [one, other] = [branchName('r-1', a, n), branchName('r-1', b, m)];
      assert.ok(Buffer.byteLength(one) <= 100, one);
      assert.match(one, /^msd\/r-1\/[a-z0-9_][a-z0-9._-]*[a-z0-9_](@\d+)?$|^msd\/r-1\/[a-z0-9_](@\d+)?$/);
      assert.doesNotMatch(one, /\.\.|\.lock(@|$)/);
      if (a !== b || n !== m) assert.notEqual(one.toLowerCase(), other.toLowerCase());
    }),
  );
});
