import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { temporaryProject } from '../rig/temporary-project.js';

const { version } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'));

test('--version prints the version of the package and nothing else', async (t) => {
  const end = await temporaryProject(t).msd(['--version']);
  assert.deepEqual(end, { code: 0, signal: null, stdout: `${version}\n`, stderr: '' });
});
