import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import process from 'node:process';
import { applyEdit } from './plan.js';

/** Who the agent is in git; it needs no identity of the machine's. */
const SELF = ['-c', 'user.name=Example Agent', '-c', 'user.email=agent@example.com', '-c', 'commit.gpgsign=false'];

/** The agent's hands: files, git and checks in one directory, the worktree. */
export function workplace(dir) {
  const run = (program, args) => {
    // A test runner's own variables would silence the `node --test` of a plan's check.
    const env = { ...process.env, NODE_TEST_CONTEXT: undefined, NODE_OPTIONS: undefined };
    const done = spawnSync(program, args, { cwd: dir, env, encoding: 'utf8' });
    if (done.error) throw done.error;
    if (done.status !== 0) throw new Error(`${program} ${args.join(' ')}: ${done.stderr || done.stdout}`);
    return done.stdout;
  };
  const git = (...args) => run('git', [...SELF, ...args]);
  return {
    git,
    edit(edit) {
      const path = resolve(dir, edit.file);
      mkdirSync(dirname(path), { recursive: true });
      writeFileSync(path, applyEdit(edit, edit.how === 'write' ? '' : readFileSync(path, 'utf8')));
    },
    /** Runs a check such as `node --test test/dates.test.js`, without a shell. */
    check(command) {
      const [program, ...args] = command.split(/\s+/);
      run(program === 'node' ? process.execPath : program, args);
    },
    commit(paths, message) {
      git('add', '--', ...paths);
      git('commit', '--quiet', '-m', message, '--', ...paths);
    },
  };
}
