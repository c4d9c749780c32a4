import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { chooseHost, HOST_NAMES } from '../../../src/world/hosts/registry.js';
import { temporaryFolder } from '../../rig/temp-folder.js';

function setUp(t: Parameters<typeof temporaryFolder>[0]) {
  const root = temporaryFolder(t);
  mkdirSync(join(root, 'bin'));
  mkdirSync(join(root, 'scripts/folder'), { recursive: true });
  for (const [path, mode] of [
    ['bin/agent', 0o755],
    ['bin/plain', 0o644],
    ['scripts/agent.sh', 0o755],
  ] as const) {
    writeFileSync(join(root, path), '#!/bin/sh\n');
    chmodSync(join(root, path), mode);
  }
  const env = { PATH: `${join(root, 'empty')}:${join(root, 'bin')}` };
  return { root, choose: (...command: string[]) => chooseHost({ name: 'command', command, env }, { root }) };
}

test('a program is found in PATH, and with a slash from the project', async (t) => {
  const { root, choose } = setUp(t);
  const argv = async (...command: string[]) => {
    const found = await choose(...command);
    assert.ok(found.ok, JSON.stringify(found));
    return found.value.invocation({ worktree: '/w', promptFile: '/p', attemptDir: '/a', answerDir: '/a/answer' }).argv;
  };
  assert.deepEqual(await argv('agent', '--x', '$HOME'), [join(root, 'bin/agent'), '--x', '$HOME']);
  assert.deepEqual(await argv('scripts/agent.sh'), [join(root, 'scripts/agent.sh')]);
  assert.deepEqual(await argv('./scripts/agent.sh'), [join(root, 'scripts/agent.sh')]);
  assert.deepEqual(await argv(join(root, 'bin/agent')), [join(root, 'bin/agent')]);
});

test('one that is missing, a folder, not executable, or not named is known before anything is started', async (t) => {
  const { choose } = setUp(t);
  const cause = async (...command: string[]) => {
    const found = await choose(...command);
    assert.ok(!found.ok && found.error.reason === 'host-missing', JSON.stringify(found));
    return found.error.cause;
  };
  assert.match(await cause('nothing'), /PATH/);
  assert.match(await cause('./nothing'), /there is no/);
  assert.match(await cause('scripts/folder'), /not a file/);
  assert.match(await cause('plain'), /not executable/);
  assert.match(await cause('bin/plain'), /not executable/);
  assert.match(await cause(), /no command/);
});

test('a host that is not known is refused with those that are', async (t) => {
  const { root } = setUp(t);
  const found = await chooseHost({ name: 'gpt', command: null, env: {} }, { root });
  assert.deepEqual(found, { ok: false, error: { reason: 'host-unknown', host: 'gpt', known: HOST_NAMES } });
});
