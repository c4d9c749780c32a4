import assert from 'node:assert/strict';
import process from 'node:process';
import { after, before, describe, test } from 'node:test';
import { endState, type EndState } from '../rig/crash/end-state.js';
import { countPoints, type Disturbance, disturb } from '../rig/crash/matrix.js';
import { Prepared, RUN } from '../rig/crash/prepared.js';
import { runMsd } from '../rig/crash/run.js';

/** Chooses the points; another seed, other points. `npm run test:crash` takes all of them. */
const SEED = Number(process.env['MSD_CRASH_SEED'] ?? 20261130);

/** Fractions of a run, so that the sample stays one when a run gets more points. */
const SAMPLE: readonly (readonly [Disturbance['of'], number])[] = [
  ...spread('msd', 8),
  ...spread('msd-and-child', 3),
  ...spread('supervisor', 2),
  ...spread('rerun', 2),
  ...spread('full', 3),
];

describe(`a run that is killed or meets a full disk, and the same command again (seed ${SEED})`, {
  concurrency: 2,
}, () => {
  const prepared = new Prepared();
  let points = 0;
  let undisturbed: EndState = {};
  before(async () => {
    ({ points, state: undisturbed } = await countPoints(prepared));
  });
  after(() => prepared.dispose());

  test('an undisturbed run leaves nothing behind', () => {
    assert.deepEqual(undisturbed['left'], []);
    assert.equal(undisturbed['salvaged'], true);
    assert.equal(undisturbed['ledger'], 0);
    assert.equal(undisturbed['fsck'], 0);
    assert.equal(undisturbed['worktrees'], 1);
    assert.deepEqual(undisturbed['branches'], ['refs/heads/main']);
  });

  test('of two starts at the same moment one runs and the other is told so', async () => {
    const root = prepared.copy();
    const ends = await Promise.all([runMsd(root, RUN), runMsd(root, RUN)]);
    const codes = ends.map((end) => end.code).sort();
    assert.deepEqual(codes, [0, 6], ends.map((end) => end.stderr).join('\n'));
    const refused = ends.find((end) => end.code === 6);
    assert.equal((JSON.parse(refused?.stdout ?? '{}') as { error: { code: string } }).error.code, 'phase-held');
    assert.deepEqual(await endState(root), undisturbed);
  });

  for (const [of, fraction] of SAMPLE) {
    test(`${of}, ${Math.round(fraction * 100)}% of the way`, async () => {
      const point = Math.max(1, Math.floor(fraction * (of === 'supervisor' ? 30 : points)));
      const how: Disturbance = of === 'rerun' ? { of, point, second: 1 + (point % 60) } : { of, point };
      const { fault, at } = await disturb(prepared, undisturbed, how);
      assert.equal(fault, null, `killed at point ${point}, before ${at}`);
    });
  }
});

/** One place in each of `count` equal stretches, chosen by the seed. */
function spread(of: Disturbance['of'], count: number): (readonly [Disturbance['of'], number])[] {
  let state = SEED + of.length * 7919;
  return Array.from({ length: count }, (_, i) => {
    state = (state * 1103515245 + 12345) % 2 ** 31;
    return [of, (i + state / 2 ** 31) / count] as const;
  });
}
