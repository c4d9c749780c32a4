import assert from 'node:assert/strict';
import { test } from 'node:test';
import { done, notDone, reasonText, runVerdict } from '../../../src/core/run/plan-outcome.js';

const failed = notDone('failed', 'agent-failed', 'exit code 1');
const conflict = notDone('conflict', 'conflict', 'src/a.ts');

test('exit codes: 130 over 5 over 1 over 0', () => {
  const code = (
    outcomes: Parameters<typeof runVerdict>[0],
    landing: Parameters<typeof runVerdict>[1],
    stopped = false,
  ) => runVerdict(outcomes, landing, stopped).exitCode;
  assert.equal(code([], 'nothing'), 0);
  assert.equal(code([done(['a'])], 'landed'), 0);
  assert.equal(code([done(['a'])], 'by-choice'), 0);
  assert.equal(code([done(['a'])], 'left'), 5);
  assert.equal(code([done(['a']), failed], 'landed'), 1);
  assert.equal(code([notDone('blocked', 'dependency', 'x')], 'nothing'), 1);
  assert.equal(code([failed, conflict], 'landed'), 5);
  assert.equal(code([failed, conflict], 'left', true), 130);
});

test('a plan that was not selected, or is complete, fails nothing', () => {
  assert.equal(runVerdict([notDone('skipped', 'not-selected', '')], 'nothing', false).exitCode, 0);
});

test('a deletion, an escape and a checkpoint need a person', () => {
  for (const code of ['undeclared-deletion', 'escaped', 'checkpoint', 'base-rewritten'] as const)
    assert.equal(runVerdict([notDone('failed', code, 'x')], 'landed', false).exitCode, 5);
});

test('a reason begins with its code', () => {
  assert.equal(reasonText(conflict), 'conflict: src/a.ts');
  assert.equal(reasonText(done([])), null);
});
