import assert from 'node:assert/strict';
import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import test from 'node:test';
import { realTarget } from '#hooks/lib/write-place.js';
import { Random } from '../rig/random.js';
import { claudeWrite, judged, writePlaces } from '../rig/write-call.js';

/** How many cases; `MSD_FUZZ=200000` is the whole run. `MSD_FUZZ_SEED` repeats one. */
const COUNT = Number(process.env['MSD_FUZZ'] ?? 1500);
const SEED = Number(process.env['MSD_FUZZ_SEED'] ?? 20261130);

test('whatever is asked: never outside, never an exception, never a long or unclean answer', (t) => {
  const { project, home, ours } = writePlaces(t);
  symlinkSync(project.root, join(home, 'up'));
  const random = new Random(SEED);
  const parts = [
    '..',
    '.',
    'src',
    'auth.txt',
    'up',
    'ü',
    ' ',
    '~',
    '.git',
    'x'.repeat(300),
    '\u202e',
    '\n',
    'a\0b',
    '',
  ];
  const starts = [home, project.root, ours, '', '/', '~/', ' ', 'file://', '/proc/self/root', '//', home.toUpperCase()];
  for (let i = 0; i < COUNT; i++) {
    const pieces = Array.from({ length: random.below(7) }, () => random.pick(parts));
    const file = `${random.pick(starts)}${random.pick(['/', ''])}${pieces.join('/')}`;
    const { row, reason } = judged(claudeWrite(random.pick([home, project.root]), file), { HOME: project.home });
    assert.ok(reason.length <= 600, reason);
    assert.doesNotMatch(reason, /[\u0000-\u001f\u202e]/);
    if (row.verdict !== 'allow') continue;
    const real = realTarget(file.startsWith('/') ? file : join(home, file));
    assert.ok(real?.startsWith(home) || row.code === 'write-own-result', `${JSON.stringify(file)} → ${real}`);
  }
});
