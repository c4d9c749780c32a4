import assert from 'node:assert/strict';
import { test } from 'node:test';
import { COMMANDS } from '../../src/cli/commands.js';
import { EXAMPLES } from '../../src/cli/examples.js';
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
