import assert from 'node:assert/strict';
import { chmodSync, mkdirSync } from 'node:fs';
import process from 'node:process';
import { test } from 'node:test';
import { temporaryProject } from '../rig/temporary-project.js';

const notRoot = { skip: process.getuid?.() === 0 ? 'root may write anywhere' : false };

test('an .msd that cannot be written, or a ledger in it, is named: exit 7, and nothing is made', notRoot, async (t) => {
  const project = temporaryProject(t);
  project.plan('03-01-a', { frontmatter: { files_modified: ['a.txt'] } });
  project.commit('planned');
  const run = () => project.msd(['execute-phase', '03', '--agent-command', 'true', '--json']);
  const refused = async (): Promise<void> => {
    const { code, stdout } = await run();
    assert.equal(code, 7);
    const { error } = JSON.parse(stdout) as { error: { code: string; message: string } };
    assert.equal(error.code, 'store-unwritable');
    assert.match(error.message, /\.msd/);
    assert.equal(project.git('for-each-ref', 'refs/heads/msd', 'refs/msd'), '');
    assert.equal(project.git('worktree', 'list').split('\n').length, 1);
  };
  mkdirSync(project.path('.msd'));
  chmodSync(project.path('.msd'), 0o500);
  await refused();
  chmodSync(project.path('.msd'), 0o700);
  await project.msd(['agent', 'add', 'somebody']);
  for (const path of ['.msd/ledger.db', '.msd']) chmodSync(project.path(path), 0o500);
  await refused();
  chmodSync(project.path('.msd'), 0o700);
});
