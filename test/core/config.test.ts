import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readConfigValue } from '../../src/core/config.js';

test('what worktrees.copy names stays inside the project', () => {
  const problems = (copy: readonly string[]) => readConfigValue({ worktrees: { copy } }).problems;
  assert.deepEqual(problems(['.env', 'certs/**', './a b/*.pem']), []);
  for (const outside of ['../.env', '/etc/passwd', 'a/../../b', 'C:\\x', '.git/config']) {
    const [problem, ...more] = problems(['.env', outside]);
    assert.equal(problem?.key, 'worktrees.copy', outside);
    assert.match(problem?.accepted ?? '', /inside the project/);
    assert.deepEqual(more, []);
  }
});
