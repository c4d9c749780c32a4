import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ROWS } from '#hooks/lib/decide.js';
import { WRITE_ROWS } from '#hooks/lib/write-place.js';
import { COMMANDS } from '../../src/cli/commands.js';
import { EXIT_CODES } from '../../src/cli/exit-codes.js';
import { explanations } from '../../src/cli/explain/all.js';
import { AREAS } from '../../src/cli/explain/explanation.js';
import { ISOLATION_REASONS } from '../../src/core/isolation/vocabulary.js';
import { nearestFew } from '../../src/core/nearest.js';
import { PROBLEM_KINDS } from '../../src/core/phase/problems.js';
import { PROBLEM_CODES } from '../../src/core/workflow/step.js';
import { temporaryProject } from '../rig/temporary-project.js';

const ALL = explanations();
const codesOf = (area: string) => ALL.filter((one) => one.area === area).map((one) => one.code);

// The compiler demands an entry for each code of a union; these are the lists that exist when msd runs.
for (const [area, codes] of [
  ['failure', [...Object.keys(EXIT_CODES), 'bug']],
  ['plan', Object.keys(PROBLEM_KINDS)],
  ['workflow', PROBLEM_CODES],
  ['isolation', ISOLATION_REASONS],
  ['guard', [...ROWS, ...WRITE_ROWS].map((row) => row.code)],
] as const)
  test(`every code of its kind is explained, and no other: ${area}`, () => {
    assert.deepEqual(codesOf(area).sort(), [...codes].sort());
  });

test('an explanation says what real words would say, in whole sentences', () => {
  for (const { code, area, says, means, next } of ALL) {
    const where = `${area} ${code}`;
    const holes = /undefined|\(none\)|\[object|NaN/;
    assert.doesNotMatch(`${says} ${means} ${next}`, holes, `${where}: a fact is missing in explain/sample.ts`);
    assert.match(means, /^[A-Zgmw].*[.]$/, where);
    if (says !== null) assert.ok(says.length > 5, where);
  }
  for (const area of Object.keys(AREAS)) assert.ok(codesOf(area).length > 0, area);
});

test('a failure has the exit code of its kind', () => {
  for (const { code, exitCode } of ALL.filter((one) => one.area === 'failure' && one.code !== 'bug'))
    assert.equal(exitCode, EXIT_CODES[code as keyof typeof EXIT_CODES], code);
  const outcome = (code: string) => ALL.find((one) => one.area === 'outcome' && one.code === code)?.exitCode;
  assert.deepEqual(['conflict', 'agent-failed', 'environment', 'interrupted', 'summary-written'].map(outcome), [
    5,
    1,
    7,
    130,
    null,
  ]);
});

test('what is said to do next is a command that exists', () => {
  // `run msd from one of its worktrees` names no command.
  const names = [...COMMANDS.map((command) => command.name), 'doctor', 'from one'];
  for (const { area, code, next } of ALL)
    for (const [, said = ''] of (next ?? '').matchAll(/\bmsd ([a-z-]+(?: [a-z]+)?)/g))
      assert.ok(
        names.some((name) => said === name || said.startsWith(`${name} `)),
        `${area} ${code}: msd ${said}`,
      );
});

test('a code is found as it was printed; another is refused with what is near', async (t) => {
  const project = temporaryProject(t, { withoutGit: true });
  const asked = async (...words: string[]) => project.msd(['explain', ...words]);
  for (const spelled of ['phase-held', '[phase-held]', 'error: phase 03 is held [phase-held]', 'Phase_Held: by r-1']) {
    const { code, stdout } = await asked(spelled);
    assert.equal(code, 0, spelled);
    assert.match(stdout, /^phase-held: why a command fails\n/);
    assert.match(stdout, /^ {2}exit {3}6$/m);
  }
  const several = JSON.parse((await asked('frontmatter-missing', '--json')).stdout);
  assert.deepEqual(
    several.explanations.map((one: { area: string }) => one.area),
    ['plan', 'workflow'],
  );
  const { code, stdout } = await asked('confilct', '--json');
  assert.equal(code, 3);
  const { error } = JSON.parse(stdout);
  assert.equal(error.code, 'code-unknown');
  assert.equal(error.details.near[0], 'conflict');
  const list = await asked();
  for (const one of ALL) assert.ok(list.stdout.includes(`\n  ${one.code} `), one.code);
});

test('near names: a slip, a part, a shared word', () => {
  const names = ['phase-held', 'phase-empty', 'conflict', 'isolation-conflict'];
  assert.deepEqual(nearestFew('confict', names), ['conflict']);
  assert.deepEqual(nearestFew('conflict', names), ['conflict', 'isolation-conflict']);
  assert.deepEqual(nearestFew('phase-hold', names), ['phase-held', 'phase-empty']);
  assert.deepEqual(nearestFew('zzz', names), []);
  assert.deepEqual(nearestFew('', names), []);
});
