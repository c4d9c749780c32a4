import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { loadHostSettings, personSettingsFile } from '../../../src/world/hosts/host-settings.js';
import { temporaryFolder } from '../../rig/temp-folder.js';

const PROJECT = '/project/.planning/config.json';

function person(home: string, text: string) {
  const env = { HOME: home };
  mkdirSync(dirname(personSettingsFile(env)), { recursive: true });
  writeFileSync(personSettingsFile(env), text);
  return env;
}

test('nothing set is nothing', async (t) => {
  assert.deepEqual(await loadHostSettings(PROJECT, null, { HOME: temporaryFolder(t) }), { ok: true, value: {} });
  assert.equal(personSettingsFile({ XDG_CONFIG_HOME: '/x', HOME: '/h' }), '/x/msd/config.json');
  assert.equal(personSettingsFile({ XDG_CONFIG_HOME: 'relative', HOME: '/h' }), '/h/.config/msd/config.json');
});

test('tools of project and person add up; the person’s other words win', async (t) => {
  const own = {
    hosts: {
      claude: { allowedTools: ['WebFetch'], command: ['claude', '--model', 'x'], permissionMode: 'bypassPermissions' },
    },
  };
  const env = person(temporaryFolder(t), JSON.stringify(own));
  const project = {
    claude: { allowedTools: ['Bash(npm test:*)'], command: ['claude'] },
    codex: { command: ['codex'] },
  };
  assert.deepEqual(await loadHostSettings(PROJECT, project, env), {
    ok: true,
    value: {
      claude: {
        allowedTools: ['Bash(npm test:*)', 'WebFetch'],
        command: ['claude', '--model', 'x'],
        permissionMode: 'bypassPermissions',
      },
      codex: { command: ['codex'] },
    },
  });
});

test('a project cannot loosen permissions, and each wrong value is named with its place', async (t) => {
  const env = { HOME: temporaryFolder(t) };
  const problem = async (value: unknown) => {
    const read = await loadHostSettings(PROJECT, value, env);
    assert.ok(!read.ok && read.error.reason === 'config-invalid', JSON.stringify(value));
    assert.equal(read.error.file, PROJECT);
    return read.error.key;
  };
  assert.equal(await problem({ claude: { permissionMode: 'bypassPermissions' } }), 'msd.hosts.claude.permissionMode');
  assert.equal(await problem({ claude: { command: 'claude' } }), 'msd.hosts.claude.command');
  assert.equal(await problem({ claude: { command: [] } }), 'msd.hosts.claude.command');
  assert.equal(await problem({ claude: { allowedTools: [1] } }), 'msd.hosts.claude.allowedTools');
  assert.equal(await problem({ claude: { tools: [] } }), 'msd.hosts.claude.tools');
  assert.equal(await problem({ claude: null }), 'msd.hosts.claude');
  assert.equal(await problem(['claude']), 'msd.hosts');
});

test('the person’s own file is read or its fault is named', async (t) => {
  const env = person(temporaryFolder(t), '{"hosts": {"claude": {"permissionMode": 5}}}');
  const wrong = await loadHostSettings(PROJECT, null, env);
  assert.ok(!wrong.ok && wrong.error.reason === 'config-invalid' && wrong.error.key === 'hosts.claude.permissionMode');
  writeFileSync(personSettingsFile(env), '{');
  const broken = await loadHostSettings(PROJECT, null, env);
  assert.ok(!broken.ok && broken.error.reason === 'config-invalid' && broken.error.file === personSettingsFile(env));
  const folder = { HOME: temporaryFolder(t) };
  mkdirSync(join(personSettingsFile(folder), 'x'), { recursive: true });
  const unreadable = await loadHostSettings(PROJECT, null, folder);
  assert.ok(!unreadable.ok && unreadable.error.reason === 'file-unreadable');
});
