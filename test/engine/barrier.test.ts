import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { Barrier } from '../../src/engine/barrier.js';

test('those side by side enter at once, one alone waits for all of them and keeps newcomers out', async () => {
  const barrier = new Barrier();
  const log: string[] = [];
  const leaveA = await barrier.enter(false);
  const leaveB = await barrier.enter(false);
  const alone = barrier.enter(true).then((leave) => {
    log.push('alone');
    return leave;
  });
  const late = barrier.enter(false).then((leave) => {
    log.push('late');
    return leave;
  });
  leaveA();
  leaveA();
  await Promise.resolve();
  assert.deepEqual(log, []);
  leaveB();
  const leaveAlone = await alone;
  assert.deepEqual(log, ['alone']);
  leaveAlone();
  (await late)();
  assert.deepEqual(log, ['alone', 'late']);
});

test('whatever the order, nobody is ever beside one that is alone and everybody gets in', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.boolean(), { maxLength: 30 }), async (kinds) => {
      const barrier = new Barrier();
      let shared = 0;
      let alone = 0;
      let entered = 0;
      await Promise.all(
        kinds.map(async (isAlone, i) => {
          const leave = await barrier.enter(isAlone);
          entered += 1;
          if (isAlone) alone += 1;
          else shared += 1;
          assert.ok(alone === 0 || (alone === 1 && shared === 0));
          for (let turn = 0; turn < i % 4; turn++) await Promise.resolve();
          if (isAlone) alone -= 1;
          else shared -= 1;
          leave();
        }),
      );
      assert.equal(entered, kinds.length);
    }),
  );
});
