import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const HERE = join(dirname(fileURLToPath(import.meta.resolve('#root/package.json'))), 'test');

test('every test that is named against a fault from the field is there', () => {
  const rows = readFileSync(join(HERE, 'field-reports.md'), 'utf8')
    .split('\n')
    .filter((line) => /^\| B\d+ /.test(line))
    .map((line) => line.split(' | ').at(-1)!.replace(/ \|$/, ''));
  assert.ok(rows.length > 20);
  for (const row of rows) {
    const named = /^((?:cli|core|engine|world)\/[\w/-]+): (.*)$/.exec(row);
    if (!named) continue;
    const text = readFileSync(join(HERE, `${named[1]}.test.ts`), 'utf8');
    const quoted = [`'${named[2]}'`, `"${named[2]}"`];
    // A row of a table of cases counts as a test: its name stands by itself, as a key or in a list.
    const there = quoted.some(
      (name) => text.includes(`test(${name}`) || new RegExp(`^ +(?:\\[.*)?${escaped(name)}[:,]`, 'm').test(text),
    );
    assert.ok(there, row);
  }
});

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
