import type { Result } from '../../core/result.js';
import type { Git, GitDoorFailure, GitOptions, GitOutput } from './git.js';

const NOBODY = {
  GIT_AUTHOR_NAME: 'msd',
  GIT_AUTHOR_EMAIL: 'msd@localhost',
  GIT_COMMITTER_NAME: 'msd',
  GIT_COMMITTER_EMAIL: 'msd@localhost',
};

/** How git says, in its plain words, that it does not know who commits. */
const UNKNOWN = /Please tell me who you are|empty ident name|auto-detect email|no email was given|no name was given/;

/**
 * Runs a git command that makes a commit of msd's own: in the person's name where git knows it, in msd's where nobody is
 * configured. Asking git beforehand would cost two processes for every commit.
 */
export async function asSomebody(
  git: Git,
  args: readonly string[],
  options: GitOptions,
): Promise<Result<GitOutput, GitDoorFailure>> {
  const done = await git(args, options);
  if (done.ok || done.error.reason !== 'git-failed' || !UNKNOWN.test(done.error.stderr)) return done;
  return git(args, { ...options, env: { ...options.env, ...NOBODY } });
}
