import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { openSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import test, { type TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { cleanText } from '#hooks/lib/untrusted-text.js';
import { temporaryFolder } from '../rig/temp-folder.js';

const MODULE = fileURLToPath(import.meta.resolve('#hooks/lib/untrusted-text.js'));
const SCRIPT = `const {readStdin}=require(${JSON.stringify(MODULE)});const r=readStdin();process.stdout.write(JSON.stringify([r.problem,r.text.length>99?r.text.length:r.text]))`;

test('hidden characters vanish, lines become one, a cut is shown', () => {
  assert.equal(cleanText('a\u200bb\u202ec\u0000\u001b[31md\ue000'), 'abc[31md\ue000');
  assert.equal(cleanText('a\nb\r\n\tc\u2028d'), 'a b c d');
  assert.equal(cleanText('x'.repeat(65)), `${'x'.repeat(63)}…`);
  assert.equal(cleanText('x'.repeat(64)), 'x'.repeat(64));
  for (const nothing of ['', ' \n', '\u200b', undefined, null, 7, {}]) assert.equal(cleanText(nothing), '(none)');
});

test('a cut never leaves half a character', () => {
  const half = /[\ud800-\udbff](?![\udc00-\udfff])/;
  for (let limit = 1; limit < 12; limit++) assert.doesNotMatch(cleanText('😀'.repeat(20), limit), half, String(limit));
});

/** Starts a process that reads its payload, on a socket as hosts give it. */
function reader(t: TestContext): { child: ChildProcess; said: Promise<unknown> } {
  const child = spawn(process.execPath, ['-e', SCRIPT], { stdio: ['pipe', 'pipe', 'inherit'] });
  t.after(() => child.kill('SIGKILL'));
  child.stdin?.on('error', () => {});
  let out = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => (out += text));
  return {
    child,
    said: new Promise((settle) => child.on('close', (code) => settle(code === 0 ? JSON.parse(out) : code))),
  };
}

test('a payload is read to its end', async (t) => {
  for (const [sent, got] of [
    ['{"a":1}', [null, '{"a":1}']],
    ['\uFEFF{}', [null, '{}']],
    ['', ['empty', '']],
    ['x'.repeat(1_000_000), [null, 1_000_000]],
    [Buffer.from([0x7b, 0xff]), ['not-utf8', '{\ufffd']],
    [Buffer.from('{}', 'utf16le'), [null, '{\u0000}\u0000']],
  ] as const) {
    const { child, said } = reader(t);
    child.stdin?.end(sent);
    assert.deepEqual(await said, got);
  }
});

test('a sender that does not close is answered once its document is whole, or given up', async (t) => {
  const whole = reader(t);
  whole.child.stdin?.write('{"a":');
  whole.child.stdin?.write('1}\n');
  assert.deepEqual(await whole.said, [null, '{"a":1}\n']);
  const torn = reader(t);
  torn.child.stdin?.write('{"a":');
  assert.deepEqual(await torn.said, ['timeout', '{"a":']);
  const silent = reader(t);
  assert.deepEqual(await silent.said, ['timeout', '']);
});

test('more than fits is not read', async (t) => {
  const { child, said } = reader(t);
  child.stdin?.end(Buffer.alloc(17 * 1024 * 1024, 0x20));
  const [problem] = (await said) as [string];
  assert.equal(problem, 'too-large');
});

test('a file and no standard input at all are read too', async (t) => {
  const file = join(temporaryFolder(t), 'payload');
  writeFileSync(file, '{"a":2}');
  for (const [input, got] of [
    [openSync(file, 'r'), [null, '{"a":2}']],
    ['ignore', ['empty', '']],
  ] as const) {
    const child = spawn(process.execPath, ['-e', SCRIPT], { stdio: [input, 'pipe', 'inherit'] });
    let out = '';
    child.stdout?.setEncoding('utf8').on('data', (text: string) => (out += text));
    await new Promise((settle) => child.on('close', settle));
    assert.deepEqual(JSON.parse(out), got);
  }
});
