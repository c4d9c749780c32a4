import assert from 'node:assert/strict';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { planInstall } from '../../src/core/install/plan-install.js';
import { setupFor } from '../../src/core/install/setups.js';
import { readShipped } from '../../src/world/install/shipped.js';
import { readTree } from '../../src/world/install/tree.js';
import { writeChanges } from '../../src/world/install/write-changes.js';
import { git } from '../rig/git.js';
import { emptyRepository } from '../rig/init.js';

const SETTINGS = '.claude/settings.json';

test('what a newer msd set up is left alone', async (t) => {
  const { read, write, init } = emptyRepository(t);
  await init(['--yes', '--host', 'claude']);
  const path = '.claude/hooks/msd/installed.json';
  write(path, read(path).replace('"msd": "', '"msd": "99.'));
  write(SETTINGS, '{}');
  const { json } = await init(['--yes', '--host', 'claude']);
  assert.deepEqual([json.changes, json.leftAlone.map(({ code }) => code)], [[], ['written-by-newer']]);
});

test('killed after any of its steps, init goes on where it stood, and comes out whole', async (t) => {
  const { root, write, init } = emptyRepository(t);
  const start = '{\n  // mine\n  "env": {"A": "1"},\n}\n';
  mkdirSync(join(root, '.claude'));
  write(SETTINGS, start);
  write('.mcp.json', '{"mcpServers":{"db":{"command":"db"}}}');
  git(root, 'add', '--all');
  git(root, 'commit', '--quiet', '-m', 'start');
  const steps = (await stepsOf(root)).length;
  assert.ok(steps > 15);
  for (let done = 1; done < steps; done += done > 3 && done < steps - 4 ? 4 : 1) {
    for (const goesOn of [true, false]) {
      const changes = (await stepsOf(root)).slice(0, done);
      assert.ok(writeChanges(root, root, changes, []).ok);
      if (goesOn) assert.equal((await init(['--yes', '--host', 'claude'])).exitCode, 0);
      await init(['--remove']);
      assert.equal(git(root, 'status', '--porcelain', '--ignored'), '', `after ${done} of ${steps} steps`);
    }
  }
});

/** What an init for Claude Code is about to write, step by step. */
async function stepsOf(root: string) {
  const shipped = readShipped();
  const made = { '.planning/config.json': '{}\n' };
  return planInstall([setupFor('claude', shipped, '')], readTree(root, root), shipped.version, made).changes;
}
