import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { type TestContext, test } from 'node:test';
import { COMMANDS } from '../../src/cli/commands.js';
import { candidates } from '../../src/cli/complete/candidates.js';
import type { Names } from '../../src/cli/complete/names.js';
import { SCRIPTS, type Shell } from '../../src/cli/complete/scripts.js';
import { cleanEnvironment } from '../rig/environment.js';
import { MSD_BIN } from '../rig/msd.js';
import { type TemporaryProject, temporaryProject } from '../rig/temporary-project.js';

const of = (...values: string[]) => values.map((value) => ({ value, what: '' }));
const NAMES: Names = {
  phases: async () => of('03-auth', '04-api'),
  plans: async (phase) => (phase === null ? of('03-01-a', '04-01-b') : of(`${phase.slice(0, 2)}-01-x`)),
  runs: async () => of('r-1'),
  workflows: async () => of('execute-phase'),
  codes: async () => of('conflict'),
  hosts: async () => of('claude', 'command'),
};

const ask = async (...words: string[]) => (await candidates(words, COMMANDS, NAMES)).map(({ value }) => value);

test('a command is completed word by word', async () => {
  const first = await ask('');
  for (const { name } of COMMANDS) assert.ok(first.includes(name.split(' ')[0]!), name);
  assert.ok(first.includes('--help') && first.includes('help'));
  assert.deepEqual(await ask('exec'), ['execute-phase']);
  assert.deepEqual(await ask('plan', ''), ['index', 'check', 'home']);
  assert.deepEqual(await ask('plan', 'ch'), ['check']);
  assert.deepEqual(await ask('help', 'plan', 'i'), ['index']);
  assert.deepEqual(await ask('nonsense', ''), []);
  assert.deepEqual(await ask(), await ask(''));
});

test('every command has its options, each once', async () => {
  for (const { name } of COMMANDS) {
    const options = await ask(...name.split(' '), '-');
    assert.ok(options.includes('--json') && options.includes('--help'), name);
    assert.ok(!(await ask(...name.split(' '), '--json', '-')).includes('--json'), name);
  }
});

test('values are those of the option or the argument, the plans those of the phase', async () => {
  assert.deepEqual(await ask('plan', 'index', ''), ['03-auth', '04-api']);
  assert.deepEqual(await ask('plan', 'index', '04'), ['04-api']);
  assert.deepEqual(await ask('plan', 'index', '03-auth', ''), []);
  assert.deepEqual(await ask('execute-phase', '04-api', '--plan', ''), ['04-01-x']);
  assert.deepEqual(await ask('execute-phase', '04-api', '--plan', '04-01-x', ''), ['04-01-x']);
  assert.deepEqual(await ask('execute-phase', '--jobs', '4', ''), ['03-auth', '04-api']);
  assert.deepEqual(await ask('execute-phase', '--jobs', ''), []);
  assert.deepEqual(await ask('execute-phase', '03', '--host', 'cl'), ['claude']);
  assert.deepEqual(await ask('execute-phase', '03', '--host', '=', 'cl'), ['claude']);
  assert.deepEqual(await ask('execute-phase', '03', '--restart', '--dry'), ['--dry-run']);
  assert.deepEqual(await ask('isolation', 'record', '--phase', '03-auth', '--plan', ''), ['03-01-x']);
  assert.deepEqual(await ask('isolation', 'record', '--isolation', 'n'), ['none']);
  assert.deepEqual(await ask('run', 'logs', ''), ['03-01-a', '04-01-b', 'r-1']);
  assert.deepEqual(await ask('workflow', 'check', 'a', 'exe'), ['execute-phase']);
  assert.deepEqual(await ask('explain', 'c'), ['conflict']);
  assert.deepEqual(await ask('completion', 'z'), ['zsh']);
});

/** A project with plans, one of whose names a shell must quote, and one that no shell can be given. */
function planned(t: TestContext): TemporaryProject {
  const project = temporaryProject(t, { phase: "03-o'auth $(touch hit)" });
  project.write('.planning/phases/04-api/04-01-a-PLAN.md', '---\nfiles_modified: [a]\n---\n');
  project.write('.planning/phases/05-\u202eapi/05-01-a-PLAN.md', '');
  return project;
}

/** Runs a script in a real shell, in which `msd` is the real msd; null where that shell is not installed. */
function inShell(t: TestContext, shell: Shell, project: TemporaryProject, script: string): string[] | null {
  const bin = join(project.home, 'bin');
  mkdirSync(bin, { recursive: true });
  writeFileSync(join(bin, 'msd'), `#!/bin/sh\nexec "${process.execPath}" "${MSD_BIN}" "$@"\n`);
  chmodSync(join(bin, 'msd'), 0o755);
  const env = cleanEnvironment(project.home, { PATH: `${bin}:${process.env['PATH']}` });
  const flags = { bash: ['--norc'], zsh: ['-f'], fish: ['--no-config'] }[shell];
  const done = spawnSync(shell, [...flags, '-c', script], { cwd: project.root, env, encoding: 'utf8' });
  if ((done.error as NodeJS.ErrnoException | undefined)?.code === 'ENOENT') {
    t.skip(`${shell} is not installed`);
    return null;
  }
  assert.equal(done.stderr, '');
  return done.stdout.split('\n').filter((line) => line !== '');
}

const QUOTED = "03-o'auth $(touch hit)";

test('in bash', (t) => {
  const project = planned(t);
  const complete = (words: string, at: number) =>
    inShell(
      t,
      'bash',
      project,
      `${SCRIPTS.bash}\nCOMP_WORDS=(msd ${words}); COMP_CWORD=${at}; _msd; for one in "\${COMPREPLY[@]}"; do eval "printf '%s\\n' $one"; done; complete -p msd`,
    );
  assert.deepEqual(complete('plan ch', 2), ['check', 'complete -o default -F _msd msd']);
  assert.deepEqual(complete("plan index ''", 3)?.slice(0, -1), [QUOTED, '04-api']);
  assert.deepEqual(complete('execute-phase 04 --plan 04', 4)?.slice(0, -1), ['04-01-a']);
  assert.deepEqual(complete('execute-phase --dr 04', 2)?.slice(0, -1), ['--dry-run']);
});

test('in zsh', (t) => {
  const project = planned(t);
  const script = (words: string, at: number) =>
    `compdef() { }\n_describe() { print -rl -- "\${(@P)2}" }\n_files() { print files }\n${SCRIPTS.zsh}\nwords=(msd ${words}); CURRENT=${at}; _msd`;
  const phases = inShell(t, 'zsh', project, script("plan index ''", 4));
  if (phases === null) return;
  assert.deepEqual(phases, [`${QUOTED}:a phase`, '04-api:a phase']);
  assert.deepEqual(inShell(t, 'zsh', project, script('execute-phase 04 --plan 04', 5)), ['04-01-a:incomplete']);
  assert.deepEqual(inShell(t, 'zsh', project, script('ledger export a', 4)), ['files']);
});

test('in fish', (t) => {
  const project = planned(t);
  const complete = (line: string) =>
    inShell(t, 'fish', project, `${SCRIPTS.fish}\ncomplete -C '${line}'`)?.map((one) => one.split('\t')[0]);
  const plan = complete('msd plan ch');
  if (plan === undefined) return;
  assert.deepEqual(plan, ['check']);
  assert.deepEqual(complete('msd execute-phase 04 --plan 04'), ['04-01-a']);
  assert.deepEqual(complete('msd plan index 0')?.length, 2);
});

test('outside of a project there are commands and no names; an unknown shell is refused', async (t) => {
  const project = temporaryProject(t);
  const { code, stdout } = await project.msd(['completion', 'words', '--', 'plan', 'index', ''], { cwd: project.home });
  assert.deepEqual({ code, stdout }, { code: 0, stdout: '' });
  assert.equal((await project.msd(['completion', 'words', '--', 'pla'])).stdout.split('\t')[0], 'plan');
  assert.equal((await project.msd(['completion', 'tcsh'])).code, 2);
});
