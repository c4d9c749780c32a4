import assert from 'node:assert/strict';
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { test } from 'node:test';
import { createGit, nulParts } from '../../../src/world/git/git.js';
import { gitEnv, withoutGitRedirection } from '../../../src/world/git/git-env.js';
import { checkVersion } from '../../../src/world/git/git-version.js';
import { temporaryFolder } from '../../rig/temp-folder.js';

/** A program in git's place. */
function fakeGit(dir: string, script: string): string {
  const path = join(dir, 'fake-git');
  writeFileSync(path, `#!${process.execPath}\n${script}\n`);
  chmodSync(path, 0o755);
  // Whatever lies above the temporary folder, the script is no module.
  writeFileSync(join(dir, 'package.json'), '{}');
  return path;
}

test('an answer, a refusal and the absence of git are told apart', async (t) => {
  const dir = temporaryFolder(t);
  const git = createGit(process.env);
  const answer = await git(['--version'], { cwd: dir });
  assert.ok(answer.ok && answer.value.stdout.startsWith('git version'));
  const refusal = await git(['rev-parse', 'HEAD'], { cwd: dir });
  assert.ok(!refusal.ok && refusal.error.reason === 'git-failed' && refusal.error.exitCode === 128);
  const missing = await createGit({ PATH: dir })(['--version'], { cwd: dir });
  assert.deepEqual(missing, { ok: false, error: { reason: 'git-missing', path: dir } });
  const nowhere = await git(['--version'], { cwd: join(dir, 'gone') });
  assert.ok(!nowhere.ok && nowhere.error.reason === 'file-unreadable');
});

test('a git that hangs, or never stops talking, is ended', async (t) => {
  const dir = temporaryFolder(t);
  const hanging = createGit(process.env, fakeGit(dir, 'setInterval(() => {}, 1000)'));
  const hung = await hanging(['status'], { cwd: dir, timeoutMs: 200 });
  assert.ok(!hung.ok && hung.error.reason === 'git-failed');
  assert.deepEqual([hung.error.exitCode, hung.error.stderr], [null, 'no answer within 0 s']);
  const talking = createGit(process.env, fakeGit(dir, `setInterval(() => process.stdout.write('x'.repeat(1000)), 1)`));
  const cut = await talking(['log'], { cwd: dir, maxBytes: 10_000 });
  assert.ok(!cut.ok && cut.error.reason === 'git-failed' && cut.error.stderr === 'more output than expected');
});

test('a git ended by a signal says which', async (t) => {
  const dir = temporaryFolder(t);
  const git = createGit(process.env, fakeGit(dir, `process.kill(process.pid, 'SIGKILL'); setInterval(() => {}, 9)`));
  const end = await git(['status'], { cwd: dir });
  assert.ok(!end.ok && end.error.reason === 'git-failed' && /ended by SIGKILL/.test(end.error.stderr));
});

test('what a hook leaves behind with the pipes in its hands is not waited for', async (t) => {
  const dir = temporaryFolder(t);
  const script = `const c = require('node:child_process').spawn(process.execPath, ['-e', 'setTimeout(() => {}, 20000)'], {stdio: 'inherit'});
    c.unref(); console.log(c.pid); process.exit(0)`;
  const end = await createGit(process.env, fakeGit(dir, script))(['commit'], { cwd: dir });
  assert.ok(end.ok);
  process.kill(Number(end.value.stdout.trim()), 'SIGKILL');
});

test('an old git is refused, a new one of any spelling accepted', async (t) => {
  const dir = temporaryFolder(t);
  const says = (text: string) => createGit(process.env, fakeGit(dir, `console.log(${JSON.stringify(text)})`));
  const of = (text: string) => checkVersion(says(text), dir);
  assert.deepEqual(await of('git version 2.37.9'), {
    ok: false,
    error: { reason: 'git-too-old', found: '2.37.9', needed: '2.38' },
  });
  assert.deepEqual(await of('git version 2.38.0'), { ok: true, value: '2.38.0' });
  assert.deepEqual(await of('git version 2.39.5 (Apple Git-154)'), { ok: true, value: '2.39.5' });
  assert.deepEqual(await of('git version 2.47.0.windows.2'), { ok: true, value: '2.47.0.windows.2' });
  assert.deepEqual(await of('git version 3.0.1'), { ok: true, value: '3.0.1' });
  const odd = await of('something else');
  assert.ok(!odd.ok && odd.error.reason === 'git-failed');
});

test('of the variables of git, those that name the person pass and those that name a place do not', () => {
  const env = {
    PATH: '/bin',
    GIT_DIR: '/x',
    GIT_WORK_TREE: '/x',
    GIT_INDEX_FILE: '/x',
    GIT_COMMON_DIR: '/x',
    GIT_OBJECT_DIRECTORY: '/x',
    GIT_NAMESPACE: 'x',
    GIT_CONFIG_PARAMETERS: 'x',
    GIT_EXTERNAL_DIFF: 'x',
    GIT_TRACE: '1',
    GIT_PREFIX: 'x',
    GIT_REFLOG_ACTION: 'x',
    GIT_COMMITTER_NAME: 'A Person',
    GIT_SSH_COMMAND: 'ssh -i key',
    GIT_CONFIG_GLOBAL: '/home/x/.gitconfig',
    GIT_CONFIG_KEY_0: 'safe.directory',
  };
  assert.deepEqual(Object.keys(withoutGitRedirection(env)), [
    'PATH',
    'GIT_COMMITTER_NAME',
    'GIT_SSH_COMMAND',
    'GIT_CONFIG_GLOBAL',
    'GIT_CONFIG_KEY_0',
  ]);
  const ours = gitEnv({ LC_ALL: 'de_DE.UTF-8', LANGUAGE: 'de', GIT_EDITOR: 'vi' });
  assert.deepEqual([ours['LC_ALL'], ours['LANGUAGE'], ours['GIT_EDITOR']], ['C', undefined, ':']);
});

test('an answer by NUL may end with one or not', () => {
  assert.deepEqual(nulParts('a\0b\n\0'), ['a', 'b\n']);
  assert.deepEqual(nulParts('a\0b'), ['a', 'b']);
  assert.deepEqual(nulParts(''), []);
});
