import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { globCovers, globReachesBelow, globsMeet } from '../../../src/core/phase/path-glob.js';

const segment = fc.string({ unit: fc.constantFrom('a', 'b', '*', '?'), minLength: 1, maxLength: 3 });
const glob = fc.array(fc.oneof({ weight: 3, arbitrary: segment }, { weight: 1, arbitrary: fc.constant('**') }), {
  minLength: 1,
  maxLength: 3,
});
const path = fc.array(fc.string({ unit: fc.constantFrom('a', 'b'), minLength: 1, maxLength: 3 }), {
  minLength: 1,
  maxLength: 4,
});

/** The slow way: a regular expression for what the pattern names itself. */
function names(pattern: readonly string[], of: readonly string[]): boolean {
  let source = '^';
  for (const part of pattern)
    source += part === '**' ? '(?:[^/]+/)*' : `${part.replace(/\*+/g, '[^/]*').replaceAll('?', '[^/]')}/`;
  return new RegExp(`${source}$`).test(`${of.join('/')}/`);
}
const covers = (pattern: readonly string[], of: readonly string[]) =>
  [...Array(of.length + 1).keys()].some((length) => names(pattern, of.slice(0, length)));

test('a pattern covers what it names and what lies below', () => {
  fc.assert(
    fc.property(glob, path, (pattern, of) => assert.equal(globCovers(pattern, of), covers(pattern, of))),
    { numRuns: 2000 },
  );
});

/** Every path of up to three short segments. */
const WORLD = (() => {
  const words = ['a', 'b', 'aa', 'ab', 'ba', 'bb', 'aab', 'bba', 'abb'];
  const paths: string[][] = [];
  for (const x of words) {
    paths.push([x]);
    for (const y of words) {
      paths.push([x, y]);
      for (const z of words) paths.push([x, y, z]);
    }
  }
  return paths;
})();

test('two patterns meet where some path is covered by both', () => {
  fc.assert(
    fc.property(glob, glob, (a, b) => {
      const common = WORLD.some((of) => covers(a, of) && covers(b, of));
      if (common) assert.ok(globsMeet(a, b), `${a.join('/')} and ${b.join('/')}`);
      assert.equal(globsMeet(a, b), globsMeet(b, a));
    }),
    { numRuns: 300 },
  );
  assert.ok(!globsMeet(['src', '*.ts'], ['src', '*.js']));
  assert.ok(!globsMeet(['src', '**'], ['lib', '*']));
  assert.ok(!globsMeet(['src', '**', '*.ts'], ['src', '*.css']));
  assert.ok(globsMeet(['src', '**', '*.ts'], ['src', 'x*']));
  assert.ok(globsMeet(['**', 'a.ts'], ['src', 'x', '*']));
});

test('a directory lies on the way of a pattern where something below it may be named', () => {
  assert.ok(globReachesBelow(['src', '**', '*.ts'], ['src', 'x']));
  assert.ok(globReachesBelow(['src', '*', 'a.ts'], ['src']));
  assert.ok(!globReachesBelow(['src', '*.ts'], ['lib']));
  fc.assert(
    fc.property(glob, path, (pattern, directory) => {
      const below = WORLD.some(
        (of) => of.length > directory.length && directory.every((one, i) => one === of[i]) && names(pattern, of),
      );
      if (below) assert.ok(globReachesBelow(pattern, directory));
    }),
    { numRuns: 300 },
  );
});

test('stars upon stars take no longer than the product of the lengths', () => {
  const stars = '*a'.repeat(400);
  assert.ok(!globCovers([stars], [`${'a'.repeat(2000)}b`]) || true);
  assert.equal(globsMeet([`${stars}x`], [`${stars}y`]), false);
  assert.equal(globCovers(Array(300).fill('**'), Array(300).fill('a')), true);
});
