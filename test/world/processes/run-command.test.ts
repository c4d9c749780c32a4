import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { type TestContext, test } from 'node:test';
import { createAgentWorld } from '../../../src/world/processes/agent-world.js';
import { provenDead } from '../../../src/world/process-identity.js';
import { temporaryFolder } from '../../rig/temp-folder.js';

function command(t: TestContext, argv: readonly string[], more: Record<string, unknown> = {}) {
  const root = temporaryFolder(t);
  const world = createAgentWorld({ root, graceMs: 100 });
  const log = join(root, 'run', 'check.log');
  const spec = {
    argv,
    cwd: root,
    env: { X: 'x' },
    logFile: log,
    timeoutMs: 60_000,
    signal: new AbortController().signal,
  };
  return { log, result: world.runCommand({ ...spec, ...more }) };
}

test('a command runs to its end, its output kept whole and its end at hand', async (t) => {
  const { log, result } = command(t, [
    process.execPath,
    '-e',
    `console.log(process.env.X); console.error('e'); process.exit(4)`,
  ]);
  const end = await result;
  assert.deepEqual([end.exitCode, end.timedOut], [4, false]);
  assert.match(end.tail, /x\n/);
  assert.equal(readFileSync(log, 'utf8'), end.tail);
});

test('a command that is missing says so', async (t) => {
  const end = await command(t, ['/nowhere/at-all']).result;
  assert.equal(end.exitCode, null);
  assert.match(end.tail, /ENOENT/);
});

test('a command that hangs ends with all it started', async (t) => {
  const script = `const c = require('node:child_process').spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
    console.log(c.pid); setInterval(() => {}, 1000)`;
  const end = await command(t, [process.execPath, '-e', script], { timeoutMs: 700 }).result;
  assert.equal(end.timedOut, true);
  assert.equal(end.exitCode, null);
  assert.equal(provenDead({ pid: Number(end.tail.trim()) }), true);
});

test('a command stops when the run does', async (t) => {
  const stop = new AbortController();
  const { result } = command(t, [process.execPath, '-e', 'setInterval(() => {}, 1000)'], { signal: stop.signal });
  stop.abort();
  const end = await result;
  assert.deepEqual([end.exitCode, end.timedOut], [null, false]);
});
