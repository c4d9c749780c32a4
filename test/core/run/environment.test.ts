import assert from 'node:assert/strict';
import { test } from 'node:test';
import { environmentFault } from '../../../src/core/run/environment.js';

const git = (stderr: string) => ({ reason: 'git-failed', args: ['update-ref'], exitCode: 128, stderr });

test('a full disk is known by git’s words too, also where git leaves out the system’s', () => {
  const words = [
    'fatal: write error: No space left on device',
    "fatal: update_ref failed for ref 'refs/heads/x': cannot update ref 'refs/heads/x': couldn't write '/p/.git/refs/heads/x.lock'",
    'error: unable to write file .git/objects/ab/cd: File too large',
    'fatal: unable to write new index file',
    'fatal: failed to write commit object',
  ];
  for (const stderr of words) assert.match(String(environmentFault(git(stderr))), /^git-failed: /, stderr);
  assert.match(String(environmentFault(Object.assign(new Error('x'), { failure: git(words[1]!) }))), /^git-failed: /);
});

test('what git refuses by a rule is no fault of the ground that msd stands on', () => {
  for (const stderr of ["fatal: cannot lock ref 'refs/heads/x': is at 1 but expected 2", 'fatal: bad object HEAD', ''])
    assert.equal(environmentFault(git(stderr)), null, stderr);
  assert.equal(environmentFault(new Error('a bug')), null);
  assert.equal(environmentFault(null), null);
});
