import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readFrontmatter } from '../../../src/core/phase/frontmatter.js';
import { plainLines, splitFrontmatter } from '../../../src/core/phase/frontmatter-split.js';
import { parseYamlMap, readYamlMap } from '../../../src/core/phase/yaml-map.js';
import { indexOf } from '../../rig/memory-phases.js';

/** What is wrong with the only plan of a phase: `code line`, and whether it blocks. */
function problemsOf(text: string): string[] {
  const { problems } = indexOf({ '03-x': { '03-01-PLAN.md': text } }, '03-x');
  return problems
    .filter((one) => one.code !== 'files-unknown')
    .map((one) => `${one.code} ${one.line}${one.blocks ? ' blocks' : ''}`);
}

const PLAN =
  '---\ndepends_on: []\nfiles_modified: [src/a.ts]\nautonomous: false\nwave: 1\n---\n\n# Title\n\n<objective>\nDo it.\n</objective>\n\n<task type="auto">\n</task>\n';

for (const [name, change] of [
  ['CRLF', (text: string) => text.replaceAll('\n', '\r\n')],
  ['CR only', (text: string) => text.replaceAll('\n', '\r')],
  ['mixed line ends', (text: string) => text.replace('\n', '\r\n').replace('wave: 1\n', 'wave: 1\r')],
  ['a byte order mark', (text: string) => `\ufeff${text}`],
  ['blanks behind the dashes', (text: string) => text.replaceAll('---\n', '---  \t\n')],
] as const)
  test(`${name}: the same index, byte for byte`, () => {
    const of = (text: string) => indexOf({ '03-x': { '03-01-PLAN.md': text } }, '03-x');
    assert.deepEqual(of(change(PLAN)), of(PLAN));
  });

test('no newline behind the last dashes', () => {
  assert.deepEqual(problemsOf('---\nfiles_modified: []\n---'), []);
  assert.deepEqual(problemsOf('---\r\nfiles_modified: []\r\n---'), []);
});

for (const [what, text, problems] of [
  ['no frontmatter', '# A plan\n\ntext\n', ['frontmatter-missing null']],
  ['an empty file', '', ['frontmatter-missing null']],
  ['a rule in a text that is no frontmatter', '# A\n\n---\n\nNote: this\n\n---\n', ['frontmatter-missing null']],
  ['late', '# A plan\n\n---\nwave: 1\ndepends_on: [02]\n---\n', ['frontmatter-late 3 blocks']],
  ['late by one empty line', '\n---\nwave: 1\n---\n', ['frontmatter-late 2 blocks']],
  ['behind a comment', '<!--\nnote\n-->\n---\nphase: x\nplan: 1\n---\n', ['frontmatter-late 4 blocks']],
  ['late and never closed', 'text\n---\nwave: 1\n', ['frontmatter-late 2 blocks']],
  ['fenced', '# A\n\n```yaml\nwave: 1\n```\n', ['frontmatter-fenced 3 blocks']],
  ['fenced with dashes', '```yaml\n---\nwave: 1\n---\n```\n', ['frontmatter-fenced 1 blocks']],
  ['in a comment only', '<!--\n---\nwave: 1\n---\n-->\n# A\n', ['frontmatter-missing null']],
  ['never closed', '---\nwave: 1\n\n# A\n', ['frontmatter-unclosed 1 blocks']],
  ['a colon in a value', '---\nwave: 1\ntitle: a: b\n---\n', ['frontmatter-invalid 3 blocks']],
  ['a tab', '---\nwave: 1\nfiles_modified:\n\t- a\n---\n', ['frontmatter-invalid 4 blocks']],
  ['a list', '---\n- a\n---\n', ['frontmatter-invalid 2 blocks']],
  ['a text', '---\nsome text\n---\n', ['frontmatter-invalid 2 blocks']],
  ['a key twice', '---\nwave: 1\ndepends_on: []\nwave: 2\n---\n', ['key-twice 4 blocks']],
  ['a key in two spellings', '---\ndepends_on: []\ndepends-on: []\n---\n', ['key-twice 3 blocks']],
  ['a nested key twice', '---\nmust_haves:\n  a: 1\n  a: 2\n---\n', ['nested-key-twice 4']],
  [
    'a key that looks like another',
    '---\ndependencies: [01]\nafter: none\nfiles: [a]\n---\n',
    ['key-ignored 2', 'key-ignored 4'],
  ],
  ['a key with a blank', '---\ndepends on: [09]\n---\n', ['dependency-unknown 2 blocks']],
  ['a map for a list', '---\ndepends_on:\n  a: b\n---\n', ['depends-on-type 2 blocks']],
  ['a map in a list', '---\nwave: 1\ndepends_on:\n  - plain: text\n---\n', ['depends-on-type 3 blocks']],
  ['files as a map', '---\nfiles_modified:\n  a: [b]\n---\n', ['value-type 2']],
  ['a wave that is no number', '---\nwave: two\n---\n', ['wave-invalid 2']],
  ['a wave with a point', '---\nwave: 2.5\n---\n', ['wave-invalid 2']],
  ['a negative wave', '---\nwave: -1\n---\n', ['wave-invalid 2']],
  ['a quoted wave', '---\nwave: "2"\n---\n', []],
  ['autonomous as something else', '---\nautonomous: maybe\n---\n', ['autonomous-invalid 2']],
] as const)
  test(`${what}`, () => assert.deepEqual(problemsOf(text), problems));

test('autonomous: yes and no are what they say, no key means true, and what is not understood means false', () => {
  const of = (line: string) =>
    indexOf({ '03-x': { '03-01-PLAN.md': `---\n${line}\n---\n` } }, '03-x').plans[0]?.autonomous;
  assert.deepEqual(
    ['autonomous: yes', 'autonomous: no', 'autonomous: "false"', 'autonomous: True', 'x: y', 'autonomous: maybe'].map(
      of,
    ),
    [true, false, false, true, true, false],
  );
});

test('every scalar is the string that was written', () => {
  const { plans } = indexOf(
    {
      '03-x': {
        '03-08-PLAN.md': '---\n---\n',
        '03-010-PLAN.md': '---\ndepends_on: [08, 22.10, 010]\ntitle: 0x1F\n---\n',
      },
    },
    '03-x',
  );
  assert.equal(plans.find((plan) => plan.number === '010')?.title, '0x1F');
  assert.deepEqual(plans.find((plan) => plan.number === '010')?.dependsOn, ['03-08']);
});

test('tags, aliases and merge keys are text like other text', () => {
  const result = readYamlMap('a: !!int 3\nb: !x [y]\nc: &n v\nd: *n\n<<: w\n__proto__: z\n');
  assert.ok(result.ok);
  assert.deepEqual(
    [...result.map],
    [
      ['a', '3'],
      ['b', ['y']],
      ['c', 'v'],
      ['d', 'v'],
      ['<<', 'w'],
      ['__proto__', 'z'],
    ],
  );
});

test('a list may be closed at the margin of its key, as JSON is written', () => {
  const result = readYamlMap('files_modified: [\n  "a",\n  "b"\n]\nwave: 1\n');
  assert.ok(result.ok);
  assert.deepEqual(result.map.get('files_modified'), ['a', 'b']);
});

test('two megabytes of anything are refused or read, and grow no faster than they are long', () => {
  const size = 2 * 1024 * 1024;
  for (const unit of [
    '(',
    '[',
    '{',
    '<a',
    '---\n',
    '- ',
    'a: ',
    '"',
    "'",
    '&a ',
    '*a ',
    '? ',
    '| \n',
    '\t',
    ' ',
    '#',
    'a: b\n',
    '- a\n',
    '`',
    '```\n',
    'é',
    '\ud83d\ude00',
    '\u2028',
  ]) {
    const text = unit.repeat(size / unit.length);
    assert.ok(
      ['read', 'missing', 'unreadable'].includes(readFrontmatter(`---\nk: ${text}\n---\n`, readYamlMap).kind),
      unit,
    );
    splitFrontmatter(plainLines(text));
  }
});

test('a frontmatter longer than anyone writes is refused by size', () => {
  const result = parseYamlMap('a: b\n'.repeat(60_000));
  assert.ok(!result.ok);
  assert.match(result.reason, /more than \d+ characters/);
});
