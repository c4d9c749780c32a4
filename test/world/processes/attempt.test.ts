import assert from 'node:assert/strict';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { test } from 'node:test';
import { provenDead } from '../../../src/world/process-identity.js';
import { STAYS, TestAttempt } from '../../rig/attempt.js';

const linuxOnly = { skip: process.platform === 'linux' ? false : 'environments of processes are read on Linux only' };

test('an agent reads the prompt, writes its result and ends', async (t) => {
  const attempt = new TestAttempt(
    t,
    `console.log('got ' + fs.readFileSync(0, 'utf8'));
     fs.writeFileSync(process.env.MSD_RESULT_FILE, JSON.stringify({status: 'done', noChanges: true}));`,
  );
  const end = await attempt.run();
  assert.equal(end.kind, 'exited');
  assert.equal(end.exitCode, 0);
  assert.deepEqual(end.result, { status: 'done', reason: null, question: null, summary: null, noChanges: true });
  assert.deepEqual(attempt.lines, ['got do it', '']);
  assert.deepEqual(await attempt.world.look(attempt.dir), { kind: 'ended', end });
  assert.equal(readFileSync(join(attempt.dir, 'agent.log'), 'utf8'), 'got do it\n\n');
});

test('both outputs are kept, and a last line without an end is handed over', async (t) => {
  const attempt = new TestAttempt(t, `process.stdout.write('out\\r\\n'); process.stderr.write('err');`);
  await attempt.run();
  assert.deepEqual(attempt.lines, ['out', 'err']);
});

test('an exit code and a signal are told apart', async (t) => {
  const failed = await new TestAttempt(t, 'process.exit(3)').run();
  assert.deepEqual([failed.kind, failed.exitCode, failed.signal], ['exited', 3, null]);
  const killed = await new TestAttempt(t, `process.kill(process.pid, 'SIGKILL'); setInterval(() => {}, 1000)`).run();
  assert.deepEqual([killed.kind, killed.exitCode, killed.signal], ['signalled', null, 'SIGKILL']);
});

test('a program that is missing or not executable, and a folder that is gone, are an end like others', async (t) => {
  const folder = new TestAttempt(t, '').root;
  for (const argv of [[join(folder, 'nothing')], [join(folder, 'attempt', 'prompt.md')]]) {
    const attempt = new TestAttempt(t, '', { argv });
    const end = await attempt.run();
    assert.equal(end.kind, 'not-started');
    assert.match(end.detail ?? '', /ENOENT|EACCES/);
    assert.equal((await attempt.world.look(attempt.dir)).kind, 'ended');
  }
  const gone = await new TestAttempt(t, STAYS, { cwd: join(folder, 'gone') }).run();
  assert.equal(gone.kind, 'not-started');
  const noPrompt = await new TestAttempt(t, STAYS, { promptFile: join(folder, 'gone.md') }).run();
  assert.equal(noPrompt.kind, 'not-started');
});

test('an agent that ignores SIGTERM is ended when stopped', async (t) => {
  const attempt = new TestAttempt(t, `process.on('SIGTERM', () => {}); ${STAYS}`);
  const running = await attempt.start();
  await attempt.line(/up/);
  await running.stop('stopped');
  const end = await running.end;
  assert.deepEqual([end.kind, end.signal], ['stopped', 'SIGKILL']);
});

test('an agent may use its grace to end well', async (t) => {
  const script = `process.on('SIGTERM', () => { console.log('bye'); process.exit(0); }); ${STAYS}`;
  const attempt = new TestAttempt(t, script, {}, { graceMs: 30_000 });
  const running = await attempt.start();
  await attempt.line(/up/);
  await running.stop('stalled');
  const end = await running.end;
  assert.deepEqual([end.kind, end.exitCode, end.detail], ['stalled', 0, null]);
  assert.ok(attempt.lines.includes('bye'));
});

test('the time is up', async (t) => {
  const end = await new TestAttempt(t, STAYS, { timeoutMs: 50 }).run();
  assert.equal(end.kind, 'timeout');
});

test('what an agent leaves running in its process group ends with it', async (t) => {
  const attempt = new TestAttempt(
    t,
    `const child = cp.spawn(process.execPath, ['-e', 'process.on("SIGTERM", () => {}); setInterval(() => {}, 1000)'], {stdio: 'inherit'});
     console.log('pid ' + child.pid); child.unref(); setTimeout(() => process.exit(0), 100);`,
  );
  const end = await attempt.run();
  assert.equal(end.kind, 'exited');
  const pid = Number(/pid (\d+)/.exec(attempt.lines.join('\n'))?.[1]);
  assert.equal(provenDead({ pid }), true);
});

test('what left the process group is found by its environment', linuxOnly, async (t) => {
  const attempt = new TestAttempt(
    t,
    `const child = cp.spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], {stdio: 'ignore', detached: true});
     child.unref(); console.log('pid ' + child.pid);`,
  );
  const end = await attempt.run();
  assert.equal(end.kind, 'exited');
  const pid = Number(/pid (\d+)/.exec(attempt.lines.join('\n'))?.[1]);
  assert.equal(provenDead({ pid }), true);
});

test('output beyond the limit is drained, counted and cut in the middle', async (t) => {
  const limit = 256 * 1024;
  const attempt = new TestAttempt(
    t,
    `const block = Buffer.alloc(1 << 20, 'x'.repeat(99) + '\\n'); let n = 64;
     (function next() { if (n-- > 0) process.stdout.write(block, next); else console.log('\\nthe last words'); })();`,
    {},
    { logLimit: limit },
  );
  const end = await attempt.run();
  assert.equal(end.exitCode, 0);
  const { size } = statSync(join(attempt.dir, 'agent.log'));
  assert.ok(size > limit && size < limit + 70 * 1024, `${size}`);
  const log = readFileSync(join(attempt.dir, 'agent.log'), 'utf8');
  assert.match(log, /\n\[msd: the log is full/);
  assert.match(log, /\[msd: \d+ bytes left out\]/);
  assert.equal(attempt.lines.at(-1), 'the last words');
});

test('an agent that never reads its prompt is not disturbed by it', async (t) => {
  const attempt = new TestAttempt(t, `fs.closeSync(0); console.log('fine')`);
  const end = await attempt.run();
  assert.equal(end.exitCode, 0);
});

test('the same folder serves a second try, which the first does not speak for', async (t) => {
  const attempt = new TestAttempt(
    t,
    `const first = !fs.existsSync(path.join(dir, 'again')); fs.writeFileSync(path.join(dir, 'again'), '');
     console.log(first ? 'one' : 'two'); if (first) fs.writeFileSync(process.env.MSD_RESULT_FILE, '{"status":"failed"}'); process.exit(first ? 7 : 0);`,
  );
  const first = await attempt.run();
  assert.deepEqual([first.exitCode, first.result?.status], [7, 'failed']);
  const second = await attempt.run();
  assert.deepEqual([second.exitCode, second.result], [0, null]);
  assert.deepEqual(attempt.lines, ['one', 'two']);
  assert.equal(readFileSync(join(attempt.dir, 'agent.1.log'), 'utf8'), 'one\n');
});

test('an agent gets the environment of the caller without what would turn git, or itself, to another place', async (t) => {
  const script = `console.log(JSON.stringify(process.env))`;
  const env = {
    PATH: process.env['PATH'],
    KEPT: 'yes',
    GIT_DIR: '/elsewhere',
    GIT_INDEX_FILE: '/elsewhere/index',
    GIT_AUTHOR_NAME: 'A Person',
    CLAUDECODE: '1',
    MSD_PLAN: 'of another',
  };
  const attempt = new TestAttempt(t, script, {}, { env });
  await attempt.run();
  const seen = JSON.parse(attempt.lines[0] ?? '{}') as Record<string, string>;
  assert.equal(seen['KEPT'], 'yes');
  assert.equal(seen['GIT_AUTHOR_NAME'], 'A Person');
  assert.equal(seen['MSD_RESULT_FILE'], join(attempt.dir, 'result.json'));
  for (const name of ['GIT_DIR', 'GIT_INDEX_FILE', 'CLAUDECODE', 'MSD_PLAN']) assert.equal(seen[name], undefined, name);
});

test('no environment is written to disk', async (t) => {
  const attempt = new TestAttempt(t, '', {}, { env: { PATH: process.env['PATH'], TOKEN: 'a-secret-word' } });
  await attempt.run();
  for (const file of ['order.json', 'supervisor.json', 'exit.json'])
    assert.doesNotMatch(readFileSync(join(attempt.dir, file), 'utf8'), /a-secret-word/, file);
});
