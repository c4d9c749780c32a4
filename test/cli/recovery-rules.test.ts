import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { repairs } from '../../src/cli/explain/run.js';

test('docs/recovery.md has a row for each rule of recovery, and no other', () => {
  const page = readFileSync(new URL('../../../docs/recovery.md', import.meta.url), 'utf8');
  const table = page.slice(page.indexOf('| rule |'), page.indexOf('`msd recover --json`'));
  const rows = [...table.matchAll(/^\| `([\w-]+)` \|/gm)].map((match) => match[1]);
  assert.deepEqual([...rows].sort(), Object.keys(repairs()).sort());
});
