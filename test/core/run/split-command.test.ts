import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';
import fc from 'fast-check';
import { splitCommand } from '../../../src/core/run/split-command.js';

const words = (text: string) => {
  const split = splitCommand(text);
  return split.ok ? split.value : split.error.problem;
};

test('words, quotes and backslashes are read as a shell reads plain words', () => {
  const cases: readonly (readonly [string, readonly string[] | string])[] = [
    ['node agent.js --fast', ['node', 'agent.js', '--fast']],
    ['  a\t b\n', ['a', 'b']],
    [`'/path with space/x' "b c"`, ['/path with space/x', 'b c']],
    [`a'b'"c"d`, ['abcd']],
    [`x '' ""`, ['x', '', '']],
    [`'a\\b' "a\\"b\\\\c\\d"`, ['a\\b', 'a"b\\c\\d']],
    ['a\\ b \\"c', ['a b', '"c']],
    ['a \\\n b', ['a', 'b']],
    [
      'echo $HOME `id` $(id) * ; rm -rf | x > y && z',
      ['echo', '$HOME', '`id`', '$(id)', '*', ';', 'rm', '-rf', '|', 'x', '>', 'y', '&&', 'z'],
    ],
    ['', 'empty'],
    ['   ', 'empty'],
    [`''`, 'empty'],
    [`a 'b`, 'unclosed-quote'],
    [`a "b`, 'unclosed-quote'],
    ['a\\', 'trailing-backslash'],
    ['a\0b', 'nul'],
  ];
  for (const [text, expected] of cases) assert.deepEqual(words(text), expected, JSON.stringify(text));
});

test('where it is wrong is counted from one', () => {
  assert.deepEqual(splitCommand(`ab 'c`), { ok: false, error: { problem: 'unclosed-quote', column: 4 } });
});

test('quoted words come back as they were', () => {
  const word = fc.string({ unit: 'grapheme' }).filter((text) => !text.includes('\0'));
  const quote = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;
  fc.assert(
    fc.property(fc.array(word, { minLength: 1 }), (list) => {
      if (list[0] !== '') assert.deepEqual(words(list.map(quote).join(' ')), list);
    }),
  );
});

test('it agrees with a real shell where no character is special to one', () => {
  const piece = fc.constantFrom('a', ' ', "'", '"', '\\', '\t', 'b c', '-x', '\\"', "\\'");
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const text = `w ${pieces.join('')}`;
      const ours = splitCommand(text);
      if (!ours.ok) return;
      const script = `for word in ${text}; do printf '%s\\0' "$word"; done`;
      const theirs = execFileSync('/bin/sh', ['-c', script], { encoding: 'utf8' }).split('\0').slice(0, -1);
      assert.deepEqual(ours.value, theirs, JSON.stringify(text));
    }),
    { numRuns: 60 },
  );
});
