import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { EXIT_CODES } from '../src/cli/exit-codes.js';
import { readConfigValue } from '../src/core/config.js';
import { understand } from './rig/understand.js';

const README = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');

test('every command that the README shows is understood', async () => {
  const blocks = [...README.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].flatMap((match) => match[1]!.split('\n'));
  const cells = [...README.matchAll(/`(msd [a-z][^`]*)`/g)].map((match) => match[1]!);
  const lines = [...blocks, ...cells].filter((line) => line.startsWith('msd ') && !line.startsWith('msd COMMAND'));
  assert.ok(lines.length > 10);
  for (const line of lines) {
    if (line !== 'msd COMMAND --help') await understand(line.trim());
  }
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
