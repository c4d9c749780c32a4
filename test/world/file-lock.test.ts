import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { type TestContext, test } from 'node:test';
import { withFileLock } from '../../src/world/file-lock.js';
import { ownIdentity } from '../../src/world/process-identity.js';
import { temporaryFolder } from '../rig/temp-folder.js';

const MODULE = new URL('../../src/world/file-lock.js', import.meta.url).href;

function inProcess(t: TestContext, script: string): ChildProcess {
  const text = `import { withFileLock } from ${JSON.stringify(MODULE)}; import fs from 'node:fs'; ${script}`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', text], { stdio: ['ignore', 'pipe', 'inherit'] });
  t.after(() => child.kill('SIGKILL'));
  return child;
}

test('in one process turns are taken in order, one at a time, and an error gives the lock back', async (t) => {
  const path = join(temporaryFolder(t), 'a', 'lock');
  let inside = 0;
  const order: number[] = [];
  const turns = Array.from({ length: 10 }, (_, n) =>
    withFileLock(path, 10_000, async () => {
      assert.equal(++inside, 1);
      await new Promise((resolve) => setImmediate(resolve));
      order.push(n);
      inside--;
      if (n === 3) throw new Error('mine');
    }),
  );
  const ends = await Promise.allSettled(turns);
  assert.deepEqual(ends.map((end) => end.status === 'rejected').indexOf(true), 3);
  assert.deepEqual(order, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  assert.equal(existsSync(path), false);
});

test('several processes never hold it together, and one killed in the middle blocks nobody', async (t) => {
  const dir = temporaryFolder(t);
  const path = join(dir, 'lock');
  const counter = join(dir, 'counter');
  writeFileSync(counter, '0');
  const count = `for (let n = 0; n < 40; n++) await withFileLock(${JSON.stringify(path)}, 60000, async () => {
    const value = Number(fs.readFileSync(${JSON.stringify(counter)}, 'utf8'));
    await new Promise((r) => setTimeout(r, 1));
    fs.writeFileSync(${JSON.stringify(counter)}, String(value + 1));
  });`;
  const victim = inProcess(
    t,
    `await withFileLock(${JSON.stringify(path)}, 60000, async () => { console.log('held'); await new Promise((r) => setInterval(r, 1e6)); });`,
  );
  await once(victim.stdout!, 'data');
  const workers = [1, 2, 3].map(() => inProcess(t, count));
  victim.kill('SIGKILL');
  for (const worker of workers) if (worker.exitCode === null) await once(worker, 'exit');
  assert.deepEqual(
    workers.map((worker) => worker.exitCode),
    [0, 0, 0],
  );
  assert.equal(readFileSync(counter, 'utf8'), '120');
  assert.deepEqual(readdirSync(dir), ['counter']);
});

test('a living holder is waited for, and named when the time is over', async (t) => {
  const path = join(temporaryFolder(t), 'lock');
  for (const holder of [
    { ...ownIdentity(), nonce: 'other' },
    { pid: 1, startTime: null, bootId: null, nonce: 'x' },
    { pid: 0, nonce: 'x' },
    { pid: 2 ** 31, nonce: 'x' },
    { pid: 'abc', nonce: 'x' },
    'not json',
  ]) {
    const text = typeof holder === 'string' ? holder : JSON.stringify(holder);
    writeFileSync(path, text);
    const held = await withFileLock(path, 20, async () => 'mine');
    assert.equal(held.ok, false, text);
    assert.equal(readFileSync(path, 'utf8'), text);
  }
});

test('a dead holder, and a dead remover of a dead holder, are cleared away', async (t) => {
  const dir = temporaryFolder(t);
  const path = join(dir, 'lock');
  const dead = (nonce: string) => JSON.stringify({ ...ownIdentity(), startTime: 'long ago', nonce });
  writeFileSync(path, dead('one'));
  assert.deepEqual(await withFileLock(path, 5000, async () => 1), { ok: true, value: 1 });

  // Who wanted to remove it died too, and so did the next.
  const { createHash } = process.getBuiltinModule('node:crypto');
  const claim = (of: string, nonce: string) =>
    `${of}.claim-${createHash('sha256').update(nonce).digest('hex').slice(0, 16)}`;
  writeFileSync(path, dead('one'));
  writeFileSync(claim(path, 'one'), dead('two'));
  writeFileSync(claim(claim(path, 'one'), 'two'), dead('three'));
  assert.deepEqual(await withFileLock(path, 5000, async () => 2), { ok: true, value: 2 });
  assert.deepEqual(readdirSync(dir), []);
});
