import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { mayTouch } from '../../../src/core/isolation/touches-submodule.js';

test('paths that reach a submodule', () => {
  for (const path of [
    'libs/core',
    'libs/core/',
    './libs/core',
    'libs//core',
    'libs/./core',
    'x/../libs/core',
    'libs/core/a.ts',
    'libs/core/a/b.ts',
    'libs',
    'libs/',
    '.',
    './',
    '',
    'LIBS/Core/a.ts',
    'libs\\core\\a.ts',
    '*',
    '*.c',
    '**/*.ts',
    '?ibs/core',
    'libs/*',
    'libs/**',
    'libs/co*',
    'libs/core/*',
    'libs/core/src/**/*.ts',
    'lib{s,z}/core',
    '[l]ibs/core',
    '/abs/path',
    '~/x',
    'C:/x',
    '../elsewhere',
    'a/../../b',
  ])
    assert.equal(mayTouch(path, 'libs/core'), true, path);
});

test('paths that do not', () => {
  for (const path of [
    'src/a.ts',
    'libs/corex',
    'libs/corex/a.ts',
    'libs/cor',
    'lib',
    'libs/other/*',
    'libs/core-notes.md',
    'src/*',
    'src/**/core',
    'docs/libs/core',
  ])
    assert.equal(mayTouch(path, 'libs/core'), false, path);
});

test('accents compare in any form', () => {
  assert.equal(mayTouch('bibliothe\u0300que/a', 'biblioth\u00e8que'), true);
});

test('every file of a submodule touches it, by any spelling of the way there', () => {
  const name = fc.stringMatching(/^[a-z][a-z0-9_.-]{0,8}$/).filter((text) => !/^\.+$/.test(text));
  const path = fc.array(name, { minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(path, path, fc.nat(3), (inside, below, seed) => {
      const submodule = inside.join('/');
      const joint = ['/', '//', '/./', '/x/../'][seed] ?? '/';
      assert.ok(mayTouch(`${inside.join(joint)}${joint}${below.join(joint)}`, submodule));
      assert.ok(mayTouch(inside.slice(0, 1).join('/'), submodule));
    }),
  );
});
