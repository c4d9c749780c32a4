import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { COMMANDS } from '../../src/cli/commands.js';
import { EXAMPLES } from '../../src/cli/examples.js';
import { helpTexts } from '../../src/cli/help-texts.js';
import { overview } from '../../src/cli/overview.js';
import { understand } from '../rig/understand.js';
import { temporaryProject } from '../rig/temporary-project.js';

for (const { name, summary } of COMMANDS) {
  test(`msd ${name} --help has examples that are understood`, async () => {
    const examples = EXAMPLES[name] ?? [];
    assert.ok(examples.length > 0, 'no example');
    for (const example of examples) {
      assert.ok(example.startsWith(`msd ${name}`), example);
      await understand(example);
    }
    assert.match(summary, /^[A-Za-z].*[^.]$/, 'the summary is a phrase');
  });
}

test('every example is of a command', () => {
  const names = COMMANDS.map((command) => command.name);
  assert.deepEqual(
    Object.keys(EXAMPLES).filter((name) => !names.includes(name)),
    [],
  );
});

test('--help of a command ends with its examples', async (t) => {
  const { stdout, code } = await temporaryProject(t).msd(['trust', '--help']);
  assert.equal(code, 0);
  assert.match(
    stdout,
    /^Usage: msd trust[\s\S]*\nExamples:\n {2}msd trust --show\n {2}msd trust\n {2}msd trust --remove\n$/,
  );
});

test('every command is in the overview, one line each, within 120 columns', () => {
  const lines = overview('').split('\n');
  for (const { name } of COMMANDS)
    assert.ok(
      lines.some((line) => line.startsWith(`  ${name}`)),
      name,
    );
  for (const line of lines) assert.ok(line.length <= 120, line);
});

test('the help texts that the build wrote down are those of the commands', async (t) => {
  const written = JSON.parse(readFileSync(new URL('../../../dist/help.json', import.meta.url), 'utf8'));
  const texts = await helpTexts();
  assert.deepEqual(written, texts);
  const project = temporaryProject(t);
  for (const words of [
    ['plan', 'index', '--help'],
    ['help', 'plan', 'index'],
    ['plan', 'index', '03', '-h'],
    ['plan', 'index', '--help', '--json'],
  ])
    assert.equal((await project.msd(words)).stdout, `${texts['plan index']}\n`, words.join(' '));
  assert.equal((await project.msd(['plan', '--help'])).stdout, `${texts['plan']}\n`);
  assert.equal((await project.msd(['help'])).stdout, `${texts['']}\n`);
});

test('help of nothing, and of what is in no table, is refused', async (t) => {
  for (const words of [
    ['help', 'constructor'],
    ['help', '__proto__'],
    ['toString', '--help'],
  ]) {
    const { code, stdout } = await temporaryProject(t).msd(words);
    assert.deepEqual({ code, stdout }, { code: 2, stdout: '' }, words.join(' '));
  }
});
