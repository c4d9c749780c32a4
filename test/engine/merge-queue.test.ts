import assert from 'node:assert/strict';
import { test } from 'node:test';
import { MergeQueue } from '../../src/engine/merge-queue.js';

test('one at a time, and the lowest rank of those waiting next', async () => {
  const queue = new MergeQueue();
  const order: number[] = [];
  let open: () => void = () => {};
  const gate = new Promise<void>((resolve) => (open = resolve));
  let inside = 0;
  const job = (rank: number, wait?: Promise<void>) =>
    queue.run(rank, async () => {
      inside += 1;
      assert.equal(inside, 1);
      await wait;
      order.push(rank);
      inside -= 1;
    });
  const first = job(9, gate);
  const others = [job(5), job(2), job(7), job(2)];
  open();
  await Promise.all([first, ...others]);
  assert.deepEqual(order, [9, 2, 2, 5, 7]);
});

test('a turn that throws ends and lets the next one in', async () => {
  const queue = new MergeQueue();
  await assert.rejects(
    queue.run(1, async () => Promise.reject(new Error('no'))),
    /no/,
  );
  assert.equal(await queue.run(2, async () => 'in'), 'in');
});
