import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { EXIT_CODES } from '../src/cli/exit-codes.js';
import { explanations } from '../src/cli/explain/all.js';
import { readConfigValue } from '../src/core/config.js';

const README = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');

test('every code that the README names is explained', () => {
  const table = /\| code \| what to do \|\n\|---\|---\|\n((?:\|.*\n)+)/.exec(README)?.[1] ?? '';
  const codes = [...table.matchAll(/^\| (.*?) \|/gm)].flatMap(([, cell]) =>
    cell!.split(', ').map((code) => code.slice(1, -1)),
  );
  assert.ok(codes.length > 10);
  const known = new Set(explanations().map(({ code }) => code));
  assert.deepEqual(
    codes.filter((code) => !known.has(code)),
    [],
  );
});

test('every exit code has its row in the README', () => {
  const rows = [...README.matchAll(/^\| (\d+) \|/gm)].map((match) => Number(match[1]));
  assert.deepEqual(
    rows,
    [...new Set([0, 1, ...Object.values(EXIT_CODES)])].sort((a, b) => a - b),
  );
});

test('every setting that the README lists is read', () => {
  const keys = [...README.matchAll(/^\| `([a-z]\w*\.\w+)` \|/gm)].map((match) => match[1]!);
  assert.ok(keys.length >= 10);
  for (const key of keys) {
    const [part, name] = key.split('.') as [string, string];
    const { problems } = readConfigValue({ [part]: { [name]: { not: 'a value' } } });
    assert.deepEqual(
      problems.map((problem) => problem.key.split('.').slice(0, 2).join('.')),
      [key],
    );
  }
});
