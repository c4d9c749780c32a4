import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { test } from 'node:test';
import { command } from '../../src/cli/commands/trust.js';
import { COMMANDS } from '../../src/cli/commands.js';
import type { Io } from '../../src/cli/io.js';
import { type TemporaryProject, temporaryProject } from '../rig/temporary-project.js';

const json = (text: string) => JSON.parse(text) as Record<string, unknown>;

test('without a terminal nothing is accepted but the hash that was shown', async (t) => {
  const project = temporaryProject(t, { config: { msd: { check: 'touch pwned \u001b[2J' } } });
  const refused = await project.msd(['trust']);
  assert.equal(refused.code, 5);
  assert.match(refused.stderr, /\[untrusted-commands\]/);
  const asked = await project.msd(['trust', '--json']);
  assert.equal((json(asked.stdout)['error'] as { code: string }).code, 'untrusted-commands');

  const shown = await project.msd(['trust', '--show']);
  assert.equal(shown.code, 0);
  assert.match(shown.stdout, /\.planning\/config\.json msd\.check\n {2}\| "touch pwned /);
  assert.doesNotMatch(shown.stdout, /\u001b/);
  const { hash, accepted } = json((await project.msd(['trust', '--show', '--json'])).stdout);
  assert.equal(accepted, false);

  const wrong = await project.msd(['trust', '--accept', '0'.repeat(64)]);
  assert.equal(wrong.code, 5);
  assert.match(wrong.stderr, /\[trust-refused\]/);
  assert.equal((await project.msd(['trust', '--accept', String(hash)])).code, 0);
  assert.equal(json((await project.msd(['trust', '--json'])).stdout)['accepted'], true);
  assert.equal(existsSync(project.path('pwned')), false);

  assert.equal((await project.msd(['trust', '--remove'])).code, 0);
  assert.equal(json((await project.msd(['trust', '--show', '--json'])).stdout)['accepted'], false);
});

test('nothing to accept, a word too much, no project', async (t) => {
  const project = temporaryProject(t);
  const shown = await project.msd(['trust']);
  assert.deepEqual([shown.code, /nothing to accept/.test(shown.stdout)], [0, true]);
  assert.equal((await project.msd(['trust', '--show', '--remove'])).code, 2);
  assert.equal((await project.msd(['trust'], { cwd: project.home })).code, 3);
});

test('an agent accepts nothing', async (t) => {
  const project = temporaryProject(t, { config: { msd: { check: 'npm test' } } });
  const { hash } = json((await project.msd(['trust', '--show', '--json'])).stdout);
  for (const [name, code] of [
    ['MSD_AGENT_TOKEN', 'token-present'],
    ['MSD_ATTEMPT_DIR', 'in-agent-worktree'],
  ] as const) {
    const refused = await project.msd(['trust', '--accept', String(hash)], { env: { [name]: 'x' } });
    assert.notEqual(refused.code, 0);
    assert.ok(refused.stderr.includes(`[${code}]`), refused.stderr);
  }
  assert.equal(json((await project.msd(['trust', '--show', '--json'])).stdout)['accepted'], false);
});

function terminal(project: TemporaryProject, typed: string | null): { io: Io; said: () => string } {
  let said = '';
  const io: Io = {
    cwd: project.root,
    env: { HOME: project.home },
    json: false,
    terminal: true,
    color: false,
    interactive: true,
    stdout: () => {},
    stderr: (text) => {
      said += text;
    },
    readStdin: async () => Buffer.alloc(0),
    readLine: async () => typed,
    interrupted: new AbortController().signal,
  };
  return { io, said: () => said };
}

test('on a terminal a person sees everything and types yes', async (t) => {
  const long = `echo ${'x'.repeat(900)} end`;
  const project = temporaryProject(t, { config: { msd: { check: long } } });
  const input = {
    args: [],
    options: {},
    commands: COMMANDS,
    runVerb: () => Promise.reject(new Error('no verb is needed')),
  };
  for (const typed of ['y', '', 'no', null]) {
    const answer = await command.run(input, terminal(project, typed).io);
    assert.ok(!answer.ok && answer.error.reason === 'trust-refused');
  }
  const { io, said } = terminal(project, 'yes');
  assert.ok((await command.run(input, io)).ok);
  assert.ok(
    said()
      .replaceAll(/\n {2}\| /g, '')
      .includes(long),
  );
  assert.equal(json((await project.msd(['trust', '--json'])).stdout)['accepted'], true);
});
