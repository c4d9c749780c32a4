import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LIMITS } from '../../../src/core/workflow/limits.js';
import { workflowProblems } from '../../../src/core/workflow/read-workflow.js';
import { workflowLibrary } from '../../../src/world/workflow-files.js';

const library = workflowLibrary(null);

for (const entry of library.workflows) {
  test(`the shipped workflow ${entry.name} has nothing wrong with it`, () => {
    const { problems } = workflowProblems(entry.name, entry, library.reference);
    assert.deepEqual(problems, []);
  });
}

test('what a model reads to run a phase is at most 12 KB', () => {
  const text = library.workflows.find((one) => one.name === 'execute-phase')!.text;
  const reference = library.reference('dispatch-isolation')!.text;
  const task = library.reference('executor-task')!.text;
  const bytes = Buffer.byteLength(text + reference + task);
  assert.ok(bytes <= 12 * 1024, `${bytes} bytes`);
  assert.ok(bytes < LIMITS.file);
});
