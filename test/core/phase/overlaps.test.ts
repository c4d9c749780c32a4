import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { findAncestors, findLevels } from '../../../src/core/phase/levels.js';
import { findOverlaps } from '../../../src/core/phase/overlaps.js';
import { indexOf, planText } from '../../rig/memory-phases.js';

/** Pairs on which plans with these files meet, as `1+2: paths`. */
function overlapsOf(files: readonly string[], options: { ignoreCase?: boolean } = {}): string[] {
  const plans: Record<string, string> = {};
  files.forEach((entries, i) => {
    plans[`03-0${i + 1}-PLAN.md`] = planText({ files_modified: entries });
  });
  const { overlaps } = indexOf({ '03-x': plans }, '03-x', options);
  return overlaps.map(({ plans: [a, b], paths }) => `${a.slice(4)}+${b.slice(4)}: ${paths.join(' ')}`);
}

for (const [what, files, expected] of [
  ['the same file', ['[src/a.ts]', '[src/a.ts]'], ['1+2: src/a.ts']],
  ['another file', ['[src/a.ts]', '[src/b.ts]'], []],
  ['a name that begins alike', ['[src/a]', '[src/ab]', '[src/a.ts]'], []],
  ['./', ['[./src/a.ts]', '[src/a.ts]'], ['1+2: src/a.ts']],
  ['..', ['[src/x/../a.ts]', '[src/a.ts]'], ['1+2: src/a.ts']],
  ['a slash at the end', ['[src/lib/]', '[src/lib]'], ['1+2: src/lib/']],
  ['a directory over a file', ['[src]', '[src/lib/a.ts]'], ['1+2: src/lib/a.ts']],
  ['the whole root', ["['.']", '[a]'], ['1+2: a']],
  ['a pattern over a file', ["['src/**/*.ts']", '[src/x/a.ts]', '[src/x/a.js]'], ['1+2: src/x/a.ts']],
  ['a pattern under a directory', ["['src/**/*.ts']", '[src/x/]'], ['1+2: src/x/']],
  ['a pattern beside a file that everyone knows', ["['**/*.ts']", '[Makefile, LICENSE, src/a.css]'], []],
  [
    'a directory that looks like a file until a slash says otherwise',
    ['[docs/v1.0]', '[docs/v1.0/]', "['docs/**/*.md']"],
    ['1+2: docs/v1.0', '1+3: docs/v1.0', '2+3: docs/v1.0'],
  ],
  ['two patterns', ["['src/*.ts']", "['src/a*']", "['lib/*']"], ['1+2: src/a*']],
  ['braces', ["['src/{a,b}.ts']", '[src/b.ts]'], ['1+2: src/b.ts']],
  ['backslashes', ["['src\\a.ts']", '[src/a.ts]'], ['1+2: src/a.ts']],
  ['Unicode forms', ['["caf\u00e9.ts"]', '["cafe\u0301.ts"]'], ['1+2: caf\u00e9.ts']],
  ['an absolute path inside the root', ['[/project/src/a.ts]', '[src/a.ts]'], ['1+2: src/a.ts']],
  ['a note', ["['src/a.ts (NEW)']", '[src/a.ts]'], ['1+2: src/a.ts']],
  ['case on a disk that tells it apart', ['[src/A.ts]', '[src/a.ts]'], []],
  ['three', ['[a]', '[a, b]', '[b]'], ['1+2: a', '2+3: b']],
] as const)
  test(`${what}`, () => assert.deepEqual(overlapsOf(files), expected));

test('case on a disk that does not tell it apart', () => {
  assert.deepEqual(overlapsOf(['[src/A.ts]', '[SRC/a.ts]'], { ignoreCase: true }), ['1+2: src/A.ts']);
});

test('plans that wait for each other through any chain do not overlap', () => {
  const plan = (dependsOn: string) => planText({ files_modified: '[a]', depends_on: dependsOn });
  const { overlaps } = indexOf(
    {
      '03-x': {
        '03-01-PLAN.md': plan('[]'),
        '03-02-PLAN.md': plan('[01]'),
        '03-03-PLAN.md': plan('[02]'),
        '03-04-PLAN.md': plan('[]'),
      },
    },
    '03-x',
  );
  assert.deepEqual(
    overlaps.map(({ plans }) => plans.join('+')),
    ['03-01+03-04', '03-02+03-04', '03-03+03-04'],
  );
});

test('deleted and created files count too', () => {
  const { overlaps } = indexOf(
    {
      '03-x': {
        '03-01-PLAN.md': planText({ files_modified: '[]', files_deleted: '[old.ts]' }),
        '03-02-PLAN.md': planText({ files_modified: '[old.ts]' }),
      },
    },
    '03-x',
  );
  assert.equal(overlaps.length, 1);
});

const PATHS = ['a', 'a/b', 'a/b/c.x', 'a/d.x', 'e/f.x', 'a/*', 'a/**/c.x', 'e/*', './', 'a/b/'];

test('the pairs are those that a comparison of each with each finds', () => {
  const world = ['a', 'a/b', 'a/b/c.x', 'a/d.x', 'a/x', 'a/x/c.x', 'e', 'e/f.x', 'e/g', 'z', 'a/c.x', 'a/b/x'];
  const touches = (path: string) =>
    world.filter((file) => {
      const clean = path.replace(/^\.\/|\/$/g, '');
      if (clean === '') return true;
      if (clean === 'a/*') return file.startsWith('a/');
      if (clean === 'e/*') return file.startsWith('e/');
      if (clean === 'a/**/c.x') return file.startsWith('a/') && file.endsWith('/c.x');
      return file === clean || file.startsWith(`${clean}/`);
    });
  fc.assert(
    fc.property(
      fc.array(fc.array(fc.constantFrom(...PATHS), { maxLength: 3 }), { minLength: 2, maxLength: 6 }),
      (claims) => {
        const edges = claims.map(() => []);
        const { pairs } = findOverlaps(claims, false, () => findAncestors(edges, findLevels(edges).order));
        const expected: string[] = [];
        for (let a = 0; a < claims.length; a++)
          for (let b = a + 1; b < claims.length; b++) {
            const mine = new Set((claims[a] ?? []).flatMap(touches));
            if ((claims[b] ?? []).flatMap(touches).some((file) => mine.has(file))) expected.push(`${a}+${b}`);
          }
        assert.deepEqual(
          pairs.map((pair) => `${pair.a}+${pair.b}`),
          expected,
        );
      },
    ),
    { numRuns: 1000 },
  );
});

test('a thousand plans on one file are listed up to a bound, and it is said', () => {
  const plans: Record<string, string> = {};
  for (let i = 0; i < 1000; i++) plans[`03-${i}-PLAN.md`] = '---\nfiles_modified: [a]\n---\n';
  const index = indexOf({ '03-x': plans }, '03-x');
  assert.equal(index.overlaps.length, 20_000);
  assert.ok(index.problems.some((problem) => problem.code === 'overlaps-cut'));
});

test('patterns without end are taken for their directories, and the answer still comes', () => {
  const claims = Array.from({ length: 60 }, (_, plan) => Array.from({ length: 100 }, (_, i) => `**/x${plan}-${i}*.ts`));
  const files = Array.from({ length: 40 }, (_, plan) => Array.from({ length: 200 }, (_, i) => `src/p${plan}/f${i}.ts`));
  const all = [...claims, ...files];
  const edges = all.map(() => []);
  const { pairs } = findOverlaps(all, false, () => findAncestors(edges, findLevels(edges).order));
  assert.ok(pairs.some((pair) => pair.a === 0 && pair.b === 59));
});
