import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { understand } from './rig/understand.js';

test('every command that the README shows is understood', async () => {
  const readme = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
  const blocks = [...readme.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].flatMap((match) => match[1]!.split('\n'));
  const cells = [...readme.matchAll(/`(msd [a-z][^`]*)`/g)].map((match) => match[1]!);
  const lines = [...blocks, ...cells].filter((line) => line.startsWith('msd ') && !line.startsWith('msd COMMAND'));
  assert.ok(lines.length > 10);
  for (const line of lines) {
    if (line !== 'msd COMMAND --help') await understand(line.trim());
  }
});
