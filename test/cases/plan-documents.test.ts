import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { PHASE_PROBLEMS, PROBLEM_KINDS, type ProblemCode } from '../../src/core/phase/problems.js';

const TEXT = readFileSync(fileURLToPath(new URL('../../../docs/plans.md', import.meta.url)), 'utf8');
const ROWS = TEXT.slice(TEXT.indexOf('## Problems'))
  .split('\n')
  .filter((line) => line.startsWith('| `'));
const documented = ROWS.flatMap((row) =>
  [...(row.split('|')[1] ?? '').matchAll(/`([a-z-]+)`( !)?/g)].map((match) => ({
    code: match[1] as ProblemCode,
    whole: match[2] !== undefined,
    row,
  })),
);

test('docs/plans.md has every problem once', () => {
  assert.deepEqual(documented.map(({ code }) => code).sort(), Object.keys(PROBLEM_KINDS).sort());
});

test('docs/plans.md says which problems block their plan, and which the whole phase', () => {
  for (const { code, whole, row } of documented) {
    assert.equal(whole, PHASE_PROBLEMS.has(code), code);
    if (!code.startsWith('summary-')) assert.equal(row.includes('**blocks**'), PROBLEM_KINDS[code].blocks, code);
  }
});
