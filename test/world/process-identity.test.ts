import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import process from 'node:process';
import { test } from 'node:test';
import { identityOf, ownIdentity, provenDead, survivingGroup } from '../../src/world/process-identity.js';

test('this process is alive, and its number alone does not make another of it', () => {
  const own = ownIdentity();
  assert.equal(own.pid, process.pid);
  assert.deepEqual(identityOf(process.pid), own);
  assert.equal(provenDead(own), false);
  assert.equal(provenDead({ ...own, startTime: `${own.startTime}0` }), true);
  assert.equal(provenDead({ ...own, bootId: 'another boot' }), true);
});

test('only "no such process" is dead; what cannot be told is alive', () => {
  for (const pid of [0, -1, 2 ** 31, 1.5, Number.NaN, 'abc', undefined, null])
    assert.equal(provenDead({ pid }), false, String(pid));
  assert.equal(provenDead({ pid: 1 }), false);
  assert.equal(provenDead({ pid: process.pid, startTime: null, bootId: null }), false);
});

test('a process that ended is dead, also before its parent has collected it', async () => {
  const child = spawn(process.execPath, ['-e', ''], { stdio: 'ignore' });
  const identity = identityOf(child.pid ?? 0);
  assert.ok(identity);
  await once(child, 'exit');
  assert.equal(provenDead(identity), true);
  assert.equal(identityOf(identity.pid), null);
});

test('the group of a leader is known as long as its number is not another’s', () => {
  const own = ownIdentity();
  assert.equal(survivingGroup(own), process.pid);
  assert.equal(survivingGroup({ ...own, startTime: `${own.startTime}0` }), null);
  assert.equal(survivingGroup({ ...own, bootId: 'another boot' }), null);
  assert.equal(survivingGroup({ pid: 2 ** 22 + 5, startTime: '1', bootId: own.bootId }), 2 ** 22 + 5);
  assert.equal(survivingGroup({ pid: 0, startTime: null, bootId: null }), null);
});
