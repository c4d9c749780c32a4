import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import process from 'node:process';
import { type TestContext, test } from 'node:test';
import { runShell, type ShellSpec } from '../../src/world/run-shell.js';
import { temporaryFolder } from '../rig/temp-folder.js';

function run(t: TestContext, script: string, more: Partial<ShellSpec> = {}) {
  const cwd = temporaryFolder(t);
  const spec: ShellSpec = {
    shell: 'sh',
    script,
    cwd,
    values: {},
    env: process.env,
    limit: 100_000,
    timeoutMs: 60_000,
    signal: new AbortController().signal,
    ...more,
  };
  return runShell(spec);
}

test('a script ends at its first failure and at a variable that is not set', async (t) => {
  const failed = await run(t, 'echo one; false; echo two');
  assert.deepEqual(failed, { ok: true, value: { exitCode: 1, stdout: 'one\n', stderrTail: '' } });
  const unset = await run(t, 'echo "$NOT_SET_ANYWHERE"');
  assert.ok(unset.ok && unset.value.exitCode !== 0);
});

test('msd in a script is this msd, and nothing is left behind', async (t) => {
  const before = readdirSync(tmpdir()).filter((name) => name.startsWith('msd-bin-'));
  const ran = await run(t, 'msd --version | cat');
  assert.ok(ran.ok && /^\d+\.\d+\.\d+\n$/.test(ran.value.stdout), JSON.stringify(ran));
  const after = readdirSync(tmpdir()).filter((name) => name.startsWith('msd-bin-') && !before.includes(name));
  assert.deepEqual(after, []);
});

test('what a script leaves running ends with it, and does not keep its output open', async (t) => {
  const ran = await run(t, 'sleep 600 & echo $!');
  assert.ok(ran.ok && ran.value.exitCode === 0);
  const command = `/proc/${ran.value.stdout.trim()}/cmdline`;
  assert.ok(!existsSync(command) || readFileSync(command, 'utf8') === '', 'it still runs');
});

test('time, output and an abort are bounds', async (t) => {
  const late = await run(t, 'sleep 600', { timeoutMs: 50 });
  assert.ok(late.ok && late.value.exitCode === null && /ran longer than 50 ms/.test(late.value.stderrTail));
  const loud = await run(t, 'yes', { limit: 1000 });
  assert.ok(loud.ok && loud.value.exitCode === null && /printed more than 1000/.test(loud.value.stderrTail));
  const stop = new AbortController();
  const stopped = run(t, 'sleep 600', { signal: stop.signal });
  stop.abort();
  const end = await stopped;
  assert.ok(end.ok && end.value.exitCode === null);
});

test('a shell that is not there is named', async (t) => {
  const end = await run(t, 'true', { shell: 'no-such-shell' as 'sh' });
  assert.deepEqual(end, {
    ok: false,
    error: { reason: 'host-missing', host: 'workflow', program: 'no-such-shell', cause: 'it was not found' },
  });
});
