import { execFileSync } from 'node:child_process';
import { cleanEnvironment } from './environment.js';

const PERSON = {
  GIT_AUTHOR_NAME: 'A Person',
  GIT_AUTHOR_EMAIL: 'person@example.com',
  GIT_COMMITTER_NAME: 'A Person',
  GIT_COMMITTER_EMAIL: 'person@example.com',
};

/** Runs real git in `cwd` as a person with an identity and no configuration. @returns stdout without its final newline */
export function git(cwd: string, ...args: readonly string[]): string {
  const options = {
    cwd,
    env: cleanEnvironment(cwd, PERSON),
    encoding: 'utf8',
    stdio: 'pipe',
    maxBuffer: 1 << 28,
  } as const;
  return execFileSync('git', args, options).replace(/\n$/, '');
}

/** As `git`, but a refusal is an answer: the exit code with both outputs. */
export function tryGit(cwd: string, ...args: readonly string[]): { code: number; stdout: string; stderr: string } {
  try {
    return { code: 0, stdout: git(cwd, ...args), stderr: '' };
  } catch (error) {
    const end = error as { status: number | null; stdout: string; stderr: string };
    return { code: end.status ?? -1, stdout: end.stdout, stderr: end.stderr };
  }
}
