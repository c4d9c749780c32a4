import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { test } from 'node:test';
import { WriterTurns } from '../../../src/world/store/writer-turn.js';
import { temporaryFolder } from '../../rig/temp-folder.js';

/** A lock that is had at the nth asking. */
function lockAt(n: number): { attempt(): boolean; asked: number } {
  const lock = {
    asked: 0,
    attempt() {
      lock.asked++;
      return lock.asked >= n;
    },
  };
  return lock;
}

/** An older ticket than any that is made now. */
const OLDEST = '0'.repeat(20);

test('a free lock is taken at once, and nothing is written', (t) => {
  const folder = join(temporaryFolder(t), 'line');
  const lock = lockAt(1);
  assert.equal(new WriterTurns(folder, 1000).take(lock.attempt), 0);
  assert.deepEqual([lock.asked, existsSync(folder)], [1, false]);
});

test('whoever waits leaves nothing behind', (t) => {
  const folder = join(temporaryFolder(t), 'line');
  const lock = lockAt(4);
  let seen: readonly string[] = [];
  const waited = new WriterTurns(folder, 10_000).take(() => {
    seen = existsSync(folder) ? readdirSync(folder) : [];
    return lock.attempt();
  });
  assert.ok(waited > 0);
  assert.equal(seen.length, 1);
  assert.match(seen[0] ?? '', new RegExp(`-${process.pid}$`));
  assert.equal(existsSync(folder), false);
});

test('who has just written stands in line behind one that waits; who is new asks at once', (t) => {
  const folder = join(temporaryFolder(t), 'line');
  mkdirSync(folder);
  writeFileSync(join(folder, `${OLDEST}-${process.pid}`), '');
  const burst = new WriterTurns(folder, 0);
  assert.equal(
    burst.take(() => true),
    0,
  );
  burst.wrote();
  // Its turn lasts a moment; once that is over the older ticket comes first, and there is no time left to wait.
  let waited = 0;
  while (waited === 0) {
    waited = burst.take(() => true);
    burst.wrote();
  }
  assert.ok(waited < 0);
  assert.equal(
    new WriterTurns(folder, 0).take(() => true),
    0,
  );
});

test('a ticket whose process is gone holds nobody up, and is taken away', (t) => {
  const folder = join(temporaryFolder(t), 'line');
  const { pid } = spawnSync(process.execPath, ['-e', '0']);
  mkdirSync(folder);
  writeFileSync(join(folder, `${OLDEST}-${pid}`), '');
  const lock = lockAt(2);
  assert.ok(new WriterTurns(folder, 10_000).take(lock.attempt) > 0);
  assert.equal(existsSync(folder), false);
});

test('a ticket whose process does not move is passed by', (t) => {
  const folder = join(temporaryFolder(t), 'line');
  mkdirSync(folder);
  writeFileSync(join(folder, `${OLDEST}-${process.pid}`), '');
  writeFileSync(join(folder, 'not a ticket'), '');
  const lock = lockAt(2);
  assert.ok(new WriterTurns(folder, 10_000).take(lock.attempt) > 0);
  assert.deepEqual(readdirSync(folder).sort(), [`${OLDEST}-${process.pid}`, 'not a ticket'].sort());
});

test('where no ticket can be made, and where there is no line, the lock is asked for all the same', (t) => {
  const file = join(temporaryFolder(t), 'file');
  writeFileSync(file, '');
  for (const folder of [join(file, 'line'), null]) {
    const lock = lockAt(3);
    assert.ok(new WriterTurns(folder, 10_000).take(lock.attempt) > 0);
    assert.equal(lock.asked, 3);
  }
});

test('a lock that is never free is given up on, and told', (t) => {
  const folder = join(temporaryFolder(t), 'line');
  assert.ok(new WriterTurns(folder, 20).take(() => false) <= -20);
  assert.equal(existsSync(folder), false);
});
