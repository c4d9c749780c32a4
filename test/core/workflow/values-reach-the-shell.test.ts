import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { test } from 'node:test';
import fc from 'fast-check';
import { exportLines, pasteBlock } from '../../../src/core/workflow/paste.js';
import { readShellBlock } from '../../../src/core/workflow/shell-block.js';
import { temporaryFolder } from '../../rig/temp-folder.js';

const SHELLS = ['/bin/sh', '/bin/bash', '/bin/dash', '/usr/bin/zsh'].filter(existsSync);

/** Text such as plans have, and text such as nobody should have. */
const HOSTILE = [
  '$(touch pwned)',
  '"; touch pwned; #',
  "'; touch pwned; '",
  '`touch pwned`',
  '\n touch pwned\n',
  '\\',
  '%s%n',
  '-n',
  '--help',
  '!!',
  '*',
  '~',
  '${IFS}',
  'a\u0003\u0004\u001b[201~touch pwned\r',
  '\u202etxt.exe',
  'x'.repeat(5000),
  '\n\n\n',
  ' ',
  'é漢字🎉',
];
const value = fc.oneof(
  fc.constantFrom(...HOSTILE),
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc.array(fc.constantFrom(...HOSTILE), { maxLength: 4 }).map((parts) => parts.join('')),
);
const values = fc.array(
  value.map((text) => text.replaceAll('\0', '')),
  { minLength: 1, maxLength: 6 },
);

/** A bash whose input is a socket takes itself for a remote shell and reads the machine's own settings. */
const plain = (shell: string): string[] => (shell.endsWith('bash') ? ['--norc', '--noprofile'] : []);

/** Splits what a script wrote with a NUL behind each value. */
const given = (output: Buffer): string[] => output.toString('utf8').split('\0').slice(0, -1);

for (const shell of SHELLS) {
  test(`${shell}: a value put in a placeholder's place arrives byte for byte, and nothing is run`, (t) => {
    const cwd = temporaryFolder(t);
    fc.assert(
      fc.property(values, (texts) => {
        const source = texts.map((_, i) => `printf '%s\\0' {{v${i}}}`).join('\n');
        const block = readShellBlock(source, { file: 'w.md', line: 1 }, (code) => assert.fail(code));
        const env = Object.fromEntries(texts.map((text, i) => [`MSD_IN_${i + 1}`, text]));
        const output = execFileSync(shell, [...plain(shell), '-eu', '-c', block.script], {
          cwd,
          env: { PATH: '/usr/bin:/bin', ...env },
        });
        assert.deepEqual(given(output), texts);
        assert.equal(existsSync(`${cwd}/pwned`), false);
      }),
      { numRuns: 40 },
    );
  });

  test(`${shell}: a pasted value arrives byte for byte, line by line, without a character that a terminal acts on`, (t) => {
    const cwd = temporaryFolder(t);
    fc.assert(
      fc.property(values, (texts) => {
        const lines = texts.flatMap((text, i) => exportLines(`MSD_IN_${i + 1}`, text));
        for (const line of lines) {
          assert.doesNotMatch(line, /[^\P{Cc}]|[\p{Cf}\p{Zl}\p{Zp}]/u);
          assert.ok(Buffer.byteLength(line) < 4000, `${Buffer.byteLength(line)} bytes in a line`);
        }
        const script = [...lines, ...texts.map((_, i) => `printf '%s\\0' "$MSD_IN_${i + 1}"`)].join('\n');
        const output = execFileSync(shell, plain(shell), { cwd, input: script, env: { PATH: '/usr/bin:/bin' } });
        assert.deepEqual(given(output), texts);
        assert.equal(existsSync(`${cwd}/pwned`), false);
      }),
      { numRuns: 40 },
    );
  });
}

test('a pasted block of several commands ends at the first that fails', () => {
  const script = [...pasteBlock('false\necho on', 'sh'), 'echo next'].join('\n');
  assert.equal(execFileSync('/bin/sh', [], { input: script, encoding: 'utf8' }), 'next\n');
});
