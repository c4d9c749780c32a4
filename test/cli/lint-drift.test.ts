import assert from 'node:assert/strict';
import { test } from 'node:test';
import { KINDS } from '#root/scripts/drift/kinds.js';
import { driftKinds } from '../../src/cli/explain/drift.js';
import { MARKER } from '../rig/guard.js';
import { temporaryProject } from '../rig/temporary-project.js';

test('every kind that the lint finds is explained, and no other', () => {
  assert.deepEqual(Object.keys(driftKinds()), [...KINDS]);
});

test("a project's own workflows and hooks are looked at: file, line, what to use", async (t) => {
  const project = temporaryProject(t);
  assert.equal((await project.msd(['lint', 'drift'])).code, 0);
  project.write('.planning/workflows/mine.md', `# Mine\n\nStart it with ${MARKER}\n`);
  project.write(
    'hooks/deep/check.sh',
    '#!/bin/sh\ncase $1 in\n  harness-worktree|orchestrator-worktree|none) ;;\nesac\n',
  );
  const words = await project.msd(['lint', 'drift']);
  assert.equal(words.code, 1);
  assert.match(words.stdout, /^\.planning\/workflows\/mine\.md:3 marker .*instead: /m);
  assert.match(words.stdout, /^hooks\/deep\/check\.sh:3 vocabulary /m);
  const json = JSON.parse((await project.msd(['lint', 'drift', '--json'])).stdout) as {
    ok: boolean;
    findings: { file: string; line: number; kind: string }[];
  };
  assert.equal(json.ok, false);
  assert.deepEqual(
    json.findings.map(({ file, line, kind }) => `${file}:${line} ${kind}`),
    ['.planning/workflows/mine.md:3 marker', 'hooks/deep/check.sh:3 vocabulary'],
  );
});

test('annotations name files from the top of the checkout; a path that is not there is refused', async (t) => {
  const project = temporaryProject(t);
  project.write('hooks/mine.js', `const line = '${MARKER}';\n`);
  const github = await project.msd(['lint', 'drift', 'hooks', '--format', 'github']);
  assert.equal(github.code, 1);
  assert.match(github.stdout, /^::error file=hooks\/mine\.js,line=1,title=drift%3A marker::/);
  const refused = await project.msd(['lint', 'drift', 'nowhere', '--json']);
  assert.equal(refused.code, 7);
  assert.equal((JSON.parse(refused.stdout) as { error: { code: string } }).error.code, 'file-unreadable');
});
