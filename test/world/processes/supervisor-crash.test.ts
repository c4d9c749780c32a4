import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { provenDead } from '../../../src/world/process-identity.js';
import type { SupervisorRecord } from '../../../src/world/processes/attempt-files.js';
import { STAYS, TestAttempt } from '../../rig/attempt.js';

const AGENT_WORLD = new URL('../../../src/world/processes/agent-world.js', import.meta.url).href;
const SUPERVISOR = fileURLToPath(import.meta.resolve('#root/dist/supervisor.js'));

const record = (attempt: TestAttempt) =>
  JSON.parse(readFileSync(join(attempt.dir, 'supervisor.json'), 'utf8')) as SupervisorRecord;

/** Another process as engine: it starts the attempt, says so and waits. */
function startEngine(attempt: TestAttempt) {
  const { onLine: _, ...spec } = attempt.spec;
  const script = `
    import { createAgentWorld } from ${JSON.stringify(AGENT_WORLD)};
    const world = createAgentWorld({ root: ${JSON.stringify(attempt.root)}, graceMs: 150 });
    const started = await world.start({ ...${JSON.stringify(spec)}, onLine: () => {} });
    console.log(started.ok ? 'started' : JSON.stringify(started.error));
    await started.value.end;`;
  return spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: ['ignore', 'pipe', 'inherit'] });
}

test('an attempt survives the engine and is taken up again', async (t) => {
  const attempt = new TestAttempt(
    t,
    `console.log('up'); const wait = setInterval(() => { if (fs.existsSync(path.join(dir, 'go'))) { clearInterval(wait); console.log('done'); } }, 10);`,
  );
  const engine = startEngine(attempt);
  t.after(() => engine.kill('SIGKILL'));
  await once(engine.stdout, 'data');
  engine.kill('SIGKILL');
  await once(engine, 'exit');
  assert.equal((await attempt.world.look(attempt.dir)).kind, 'running');
  const again = await attempt.world.adopt(attempt.dir);
  assert.ok(again);
  writeFileSync(join(attempt.root, 'go'), '');
  const end = await again.end;
  assert.deepEqual([end.kind, end.exitCode], ['exited', 0]);
  assert.match(readFileSync(join(attempt.dir, 'agent.log'), 'utf8'), /up\ndone\n/);
  assert.equal(await attempt.world.adopt(attempt.dir), null);
});

test('an attempt taken up again can be stopped', async (t) => {
  const attempt = new TestAttempt(t, STAYS);
  const engine = startEngine(attempt);
  t.after(() => engine.kill('SIGKILL'));
  await once(engine.stdout, 'data');
  engine.kill('SIGKILL');
  await once(engine, 'exit');
  const again = await attempt.world.adopt(attempt.dir);
  assert.ok(again);
  await again.stop('stopped');
  assert.equal((await again.end).kind, 'stopped');
});

test('a killed supervisor is known as lost, and what it left is ended', async (t) => {
  const attempt = new TestAttempt(t, `process.on('SIGTERM', () => {}); ${STAYS}`);
  const running = await attempt.start();
  await attempt.line(/up/);
  const { supervisor, agent } = record(attempt);
  process.kill(supervisor.pid, 'SIGKILL');
  assert.equal((await running.end).kind, 'lost');
  assert.equal((await attempt.world.look(attempt.dir)).kind, 'lost');
  assert.ok(agent);
  assert.equal(provenDead(agent), false);
  await attempt.world.reap(attempt.dir);
  assert.equal(provenDead(agent), true);
});

test('reaping where nothing runs does nothing', async (t) => {
  const attempt = new TestAttempt(t, '');
  await attempt.world.reap(attempt.dir);
  await attempt.run();
  await attempt.world.reap(attempt.dir);
  assert.equal((await attempt.world.look(attempt.dir)).kind, 'ended');
});

test('a supervisor whose engine died before it was on record starts nothing', async (t) => {
  const attempt = new TestAttempt(t, `fs.writeFileSync(path.join(dir, 'started'), '')`);
  const { onLine: _, env: __, ...order } = attempt.spec;
  writeFileSync(join(attempt.dir, 'order.json'), JSON.stringify({ ...order, graceMs: 100, logLimit: 1000 }));
  const child = spawn(process.execPath, [SUPERVISOR, attempt.dir], {
    stdio: ['ignore', 'inherit', 'inherit', 'pipe'],
    env: { ...process.env, ...attempt.spec.env },
  });
  (child.stdio[3] as NodeJS.WritableStream).end();
  const [code] = (await once(child, 'exit')) as [number];
  assert.equal(code, 0);
  assert.equal(existsSync(join(attempt.root, 'started')), false);
  assert.equal((await attempt.world.look(attempt.dir)).kind, 'none');
});

test('an order that cannot be read leaves a record', async (t) => {
  const attempt = new TestAttempt(t, '');
  writeFileSync(join(attempt.dir, 'order.json'), '{');
  const child = spawn(process.execPath, [SUPERVISOR, attempt.dir], { stdio: ['ignore', 'inherit', 'inherit', 'pipe'] });
  (child.stdio[3] as NodeJS.WritableStream).write('g');
  await once(child, 'exit');
  const state = await attempt.world.look(attempt.dir);
  assert.ok(state.kind === 'ended');
  assert.match(state.end.detail ?? '', /the supervisor failed/);
});

test('an attempt folder without a supervisor holds nothing', async (t) => {
  const attempt = new TestAttempt(t, '');
  assert.deepEqual(await attempt.world.look(attempt.dir), { kind: 'none' });
  assert.equal(await attempt.world.adopt(attempt.dir), null);
});

for (const [moment, when] of [
  ['at once', async () => {}],
  ['when the agent speaks', (attempt: TestAttempt) => attempt.line(/up/)],
  ['when the result is written', (attempt: TestAttempt) => attempt.line(/written/)],
  ['when the agent is about to end', (attempt: TestAttempt) => attempt.line(/bye/)],
] as const) {
  test(`a supervisor killed ${moment} leaves a true record or none, and nothing running`, async (t) => {
    const attempt = new TestAttempt(
      t,
      `console.log('up'); fs.writeFileSync(process.env.MSD_RESULT_FILE, '{"status":"done"}'); console.log('written');
       setTimeout(() => console.log('bye'), 20); setTimeout(() => process.exit(0), 40);`,
    );
    const running = await attempt.start();
    await when(attempt);
    const { supervisor, agent } = record(attempt);
    try {
      process.kill(supervisor.pid, 'SIGKILL');
    } catch {
      // It was done already.
    }
    const end = await running.end;
    const state = await attempt.world.look(attempt.dir);
    assert.ok(end.kind === 'lost' || (end.kind === 'exited' && end.exitCode === 0 && end.result?.status === 'done'));
    assert.equal(state.kind, end.kind === 'lost' ? 'lost' : 'ended');
    await attempt.world.reap(attempt.dir);
    if (agent !== null) assert.equal(provenDead(agent), true);
  });
}
