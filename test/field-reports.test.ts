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
    const named = /^((?:cli|core|drift|engine|hooks|parity|wire|world)\/[\w/-]+(\.txt)?): (.*)$/.exec(row);
    if (!named) continue;
    const name = named[3] ?? '';
    if (named[2] !== undefined) {
      const [first] = readFileSync(join(HERE, named[1] ?? ''), 'utf8').split('\n');
      assert.equal(first, `# ${name}`, row);
      continue;
    }
    const text = readFileSync(join(HERE, `${named[1]}.test.ts`), 'utf8');
    // A title made of parts stands between backticks, as it is in the source.
    const quoted = [`'${name}'`, `"${name}"`, `\`${name}\``];
    // A row of a table of cases counts as a test: its name stands by itself, as a key or in a list.
    const there = quoted.some(
      (title) => text.includes(`test(${title}`) || new RegExp(`^ +(?:\\[.*)?${escaped(title)}[:,]`, 'm').test(text),
    );
    assert.ok(there, row);
  }
});

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
