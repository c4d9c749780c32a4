import assert from 'node:assert/strict';
import { cpSync, mkdirSync, writeFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import test from 'node:test';
import {
  ATTEST,
  boundary,
  claudeCall,
  CURSOR_GUARD,
  cursorStart,
  fixture,
  GUARD,
  HOOKS,
  NOTICES,
  runHook,
} from '../rig/guard.js';
import { temporaryFolder } from '../rig/temp-folder.js';
import { temporaryProject } from '../rig/temporary-project.js';

test('hooks/ alone, in an empty folder below a package of ES modules, answers as it does here', async (t) => {
  const { root } = temporaryProject(t);
  const folder = temporaryFolder(t);
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  const copy = join(folder, 'plugins/msd/hooks') + sep;
  mkdirSync(copy, { recursive: true });
  cpSync(HOOKS, copy, { recursive: true });
  for (const [hook, payload] of [
    [GUARD, claudeCall(root)],
    [GUARD, claudeCall(root, { isolation: 'remote' })],
    [GUARD, fixture('claude/2.1.332/pre-tool-use-skill', root)],
    [GUARD, fixture('codex/0.171.0/pre-tool-use-spawn-agent', root)],
    [GUARD, '{'],
    [CURSOR_GUARD, cursorStart(root)],
    [NOTICES, boundary(root)],
    [ATTEST, { ...fixture('claude/2.1.332/subagent-start', ''), cwd: root }],
  ] as const) {
    const here = await runHook(hook, payload, { cwd: root });
    const there = await runHook(hook, payload, { cwd: root, hooks: copy });
    assert.deepEqual(there, here, hook);
    assert.deepEqual([there.code, there.stderr], [0, '']);
  }
  const explained = await runHook(GUARD, claudeCall(root), { cwd: root, hooks: copy, args: ['--explain'] });
  assert.equal(explained.answer.row, 'isolation-added');
});
