import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { type TestContext, test } from 'node:test';
import { createAgentWorld } from '../../../src/world/processes/agent-world.js';
import { temporaryFolder } from '../../rig/temp-folder.js';

function attempt(t: TestContext, script: string, more: Record<string, unknown> = {}) {
  const root = temporaryFolder(t);
  const dir = join(root, 'attempt');
  mkdirSync(dir);
  writeFileSync(join(dir, 'prompt.md'), 'do it\n');
  const lines: string[] = [];
  const world = createAgentWorld({ root, graceMs: 200 });
  const spec = {
    dir,
    argv: [process.execPath, '-e', script],
    cwd: root,
    env: { MSD_RESULT_FILE: join(dir, 'result.json') },
    promptFile: join(dir, 'prompt.md'),
    promptOnStdin: true,
    resultFile: join(dir, 'result.json'),
    timeoutMs: 60_000,
    onLine: (line: string) => lines.push(line),
    ...more,
  };
  return { world, spec, lines, dir };
}

test('an agent reads the prompt, writes its result and ends', async (t) => {
  const { world, spec, lines, dir } = attempt(
    t,
    `const p = require('node:fs').readFileSync(0, 'utf8'); console.log('got ' + p);
     require('node:fs').writeFileSync(process.env.MSD_RESULT_FILE, JSON.stringify({status: 'done', noChanges: true}));`,
  );
  const started = await world.start(spec);
  assert.ok(started.ok);
  const end = await started.value.end;
  assert.equal(end.kind, 'exited');
  assert.equal(end.exitCode, 0);
  assert.deepEqual(end.result, { status: 'done', reason: null, question: null, summary: null, noChanges: true });
  assert.deepEqual(lines, ['got do it', '']);
  assert.deepEqual(await world.look(dir), { kind: 'ended', end });
  assert.equal(readFileSync(join(dir, 'agent.log'), 'utf8'), 'got do it\n\n');
});

test('an agent that ignores SIGTERM is ended when stopped', async (t) => {
  let up = () => {};
  const isUp = new Promise<void>((resolve) => {
    up = resolve;
  });
  const script = `process.on('SIGTERM', () => {}); console.log('up'); setInterval(() => {}, 1000)`;
  const { world, spec } = attempt(t, script, { onLine: () => up() });
  const started = await world.start(spec);
  assert.ok(started.ok);
  await isUp;
  await started.value.stop('stopped');
  const end = await started.value.end;
  assert.equal(end.kind, 'stopped');
  assert.equal(end.signal, 'SIGKILL');
});
