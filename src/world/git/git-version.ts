import { fail, ok, type Result } from '../../core/result.js';
import type { WorldFailure } from '../../core/world-failures.js';
import type { Git } from './git.js';

/** `merge-tree --write-tree` came with 2.38 (DESIGN §2). */
const NEEDED = [2, 38] as const;

const checked = new WeakMap<Git, Promise<Result<string, WorldFailure>>>();

/** The version of git, asked once for each door. */
export function checkVersion(git: Git, cwd: string): Promise<Result<string, WorldFailure>> {
  let answer = checked.get(git);
  if (!answer) {
    answer = ask(git, cwd);
    checked.set(git, answer);
    void answer.then((result) => {
      if (!result.ok) checked.delete(git);
    });
  }
  return answer;
}

async function ask(git: Git, cwd: string): Promise<Result<string, WorldFailure>> {
  const said = await git(['--version'], { cwd, timeoutMs: 20_000 });
  if (!said.ok) return said;
  const match = /(\d+)\.(\d+)[\w.]*/.exec(said.value.stdout);
  if (!match) {
    return fail({ reason: 'git-failed', args: ['--version'], exitCode: 0, stderr: said.value.stdout.slice(0, 200) });
  }
  const [found, major, minor] = [match[0], Number(match[1]), Number(match[2])];
  if (major > NEEDED[0] || (major === NEEDED[0] && minor >= NEEDED[1])) return ok(found);
  return fail({ reason: 'git-too-old', found, needed: NEEDED.join('.') });
}
