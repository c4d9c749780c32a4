import type { Git } from './git.js';

const FALLBACK = 'msd';
const FALLBACK_MAIL = 'msd@localhost';

/**
 * The environment for commits that msd itself makes: empty where git knows who the person is, msd's own name where nobody
 * is configured.
 */
export async function committerEnv(git: Git, cwd: string): Promise<Record<string, string>> {
  const [author, committer] = await Promise.all(
    ['GIT_AUTHOR_IDENT', 'GIT_COMMITTER_IDENT'].map((name) => git(['var', name], { cwd, accept: [0, 1, 128] })),
  );
  const known = (said: typeof author) => said?.ok === true && said.value.exitCode === 0;
  return {
    ...(known(author) ? {} : { GIT_AUTHOR_NAME: FALLBACK, GIT_AUTHOR_EMAIL: FALLBACK_MAIL }),
    ...(known(committer) ? {} : { GIT_COMMITTER_NAME: FALLBACK, GIT_COMMITTER_EMAIL: FALLBACK_MAIL }),
  };
}
