import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { readPlainYaml } from '../../../src/core/phase/plain-yaml.js';
import { parseYamlMap } from '../../../src/core/phase/yaml-map.js';

/** The plain reader declines, or says exactly what the YAML parser says, which then found no fault. */
function holdTo(source: string): boolean {
  const plain = readPlainYaml(source);
  if (plain === null) return false;
  const parsed = parseYamlMap(source);
  assert.ok(parsed.ok, `the parser refuses: ${JSON.stringify(source)} ${JSON.stringify(parsed)}`);
  assert.deepEqual(parsed.twice, [], JSON.stringify(source));
  assert.deepEqual(plain, parsed.map, JSON.stringify(source));
  return true;
}

const PLAIN = `phase: 03-auth
plan: "02"
wave: 2
depends_on: ["03-01", 02, 'x y']
files_modified:
  - src/a.ts
  - "src/(group)/[slug]/b.ts"
empty:
# a comment
autonomous: true
must_haves:
  truths:
    - "It works: always"
    - Plain text, with (much) in it - and 12:30
  artifacts:
    - path: src/a.ts
      provides: what it is
      exports:
      - one
      - two
  key_links: []
note: it's fine — really 漢字
`;

test('what real frontmatter looks like is read, and read as the YAML parser reads it', () => {
  assert.ok(holdTo(PLAIN));
  const map = readPlainYaml(PLAIN);
  assert.deepEqual(map?.get('depends_on'), ['03-01', '02', 'x y']);
  assert.equal(map?.get('empty'), '');
});

for (const source of [
  '',
  '\n\n',
  'a:',
  'a: 1\nb: 2',
  'a:\n- x\n- y\nb: z',
  'a:\n  b:\n  - c\n  d: e',
  'a:\n  - b: c\n    d: e\n  - f: g',
  'a: []',
  'a: [ ]',
  'k: a#b',
  'a: ["x, y"]',
  'k: a:b',
  'a: .5',
  'a:   x  ',
  'a:\n\n  b: c',
])
  test(`plain: ${JSON.stringify(source)}`, () => assert.ok(holdTo(source)));

for (const source of [
  'a: b: c',
  'a: b:',
  'a: x # y',
  'a: |\n  x',
  'a: >\n  x',
  'a: &x y',
  'a: *x',
  'a: !t y',
  'a: {b: c}',
  'a: "x\\n"',
  'a: "x" y',
  "a: 'it''s'",
  'a: [x, [y]]',
  'a: [x,]',
  'a: [x',
  'a: x\n  y',
  'a: x\n  b: y',
  'a: x\n  - y',
  '- x',
  'x',
  'a\n',
  'a: 1\na: 2',
  'a:\n  b: 1\n c: 2',
  'a:\n    - b\n  - c',
  'a:\n\t- b',
  'a: @x',
  'a: `x`',
  'a: %x',
  'a: -',
  'a: - b',
  '? a',
  '"a": b',
  'a: x\n---\nb: y',
  'a: x\n...',
  'a: x\u00a0',
  'a: \u0085',
  '  a: b',
  'a:\n  - - b',
  'a:\n  -',
  'a: [x: y]',
  'a: "\u0007"',
  '<<: x',
  '1: x',
  'a b: c',
])
  test(`left to the YAML parser: ${JSON.stringify(source)}`, () => assert.equal(readPlainYaml(source), null));

const indent = fc.constantFrom('', '', '', ' ', '  ', '  ', '    ', '    ', '      ');
const key = fc.constantFrom('a', 'b', 'c', 'depends_on', 'x-y', 'A1', '_k', '"q"', '1', 'a b');
const scalar = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.constantFrom(
      'x',
      'src/a.ts',
      '"q"',
      "'s'",
      '[]',
      '[a, b]',
      '["a", \'b\']',
      'a: b',
      'x # y',
      '12:30',
      'a,b',
      '[a, [b]]',
      '{}',
      '{a: b}',
      '|',
      '>',
      '&a x',
      '*a',
      '!t',
      '- x',
      '-',
      '--',
      '?',
      '"a" b',
      '"a\\"b"',
      "'a''b'",
      '~',
      'null',
      '@x',
      '%x',
      '`x`',
      '[a',
      'a]',
      '[a,]',
      '[ ]',
      '#c',
      'x#y',
      'a:',
      ':a',
      '...',
      '.',
      '(x)',
      '<<',
      '*',
      '"',
      "'",
      '[-1]',
      '[a b, c/d]',
      '[a: b]',
      '\ud83d\ude00 x',
      '漢',
      'x\u00a0',
    ),
  },
  { weight: 1, arbitrary: fc.string({ maxLength: 6 }) },
);
const line = fc.oneof(
  { weight: 5, arbitrary: fc.tuple(indent, key, scalar).map(([i, k, s]) => `${i}${k}: ${s}`) },
  { weight: 4, arbitrary: fc.tuple(indent, key).map(([i, k]) => `${i}${k}:`) },
  { weight: 4, arbitrary: fc.tuple(indent, scalar).map(([i, s]) => `${i}- ${s}`) },
  {
    weight: 3,
    arbitrary: fc
      .tuple(indent, fc.constantFrom('- ', '-  ', '-   '), key, scalar)
      .map(([i, d, k, s]) => `${i}${d}${k}: ${s}`),
  },
  { weight: 1, arbitrary: fc.tuple(indent, key).map(([i, k]) => `${i}- ${k}:`) },
  {
    weight: 1,
    arbitrary: fc.constantFrom('', '   ', '# c', '  # c', '---', '...', '-', 'text', ' text', '\t', 'a: x  ', 'a : b'),
  },
);

test('on lines thrown together it never differs from the YAML parser', () => {
  let read = 0;
  fc.assert(
    fc.property(fc.array(line, { maxLength: 7 }), (lines) => {
      if (holdTo(lines.join('\n'))) read++;
    }),
    { numRuns: 5000 },
  );
  assert.ok(read > 300, `it must also be seen to read: ${read}`);
});

test('on lines that are all plain it never differs either', () => {
  const simple = fc.constantFrom('x', 'src/a.ts', '"q"', "'s'", '[]', '[a, "b"]', '12:30', 'a - b');
  const good = fc.oneof(
    fc.tuple(indent, fc.nat(30), simple).map(([i, k, s]) => `${i}k${k}: ${s}`),
    fc.tuple(indent, fc.nat(30)).map(([i, k]) => `${i}k${k}:`),
    fc.tuple(indent, fc.nat(30)).map(([i, k]) => `${i}k${k}:`),
    fc
      .tuple(
        indent,
        simple.filter((s) => !s.startsWith('[')),
      )
      .map(([i, s]) => `${i}- ${s}`),
    fc.tuple(indent, fc.nat(30), simple).map(([i, k, s]) => `${i}- k${k}: ${s}`),
  );
  let read = 0;
  fc.assert(
    fc.property(fc.array(good, { maxLength: 8 }), (lines) => {
      if (holdTo(lines.join('\n'))) read++;
    }),
    { numRuns: 5000 },
  );
  assert.ok(read > 500, `it must also be seen to read: ${read}`);
});
