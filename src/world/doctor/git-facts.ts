import process from 'node:process';
import { createGit } from '../git/git.js';

/** What doctor asks git about a project. Everything is false or empty where git cannot say. */
export interface GitFacts {
  /** Some file below `.msd/` is tracked. */
  readonly msdTracked: boolean;
  readonly hasRemote: boolean;
  /** Of the paths asked about, those that git ignores. */
  readonly ignored: ReadonlySet<string>;
}

/** @param paths relative to `root`; whether they exist does not matter */
export async function gitFacts(
  root: string,
  paths: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Promise<GitFacts> {
  const git = createGit(env);
  const ask = async (args: readonly string[], input = '') => {
    const said = await git(args, { cwd: root, input, accept: [0, 1, 128] });
    return said.ok && said.value.exitCode === 0 ? said.value.stdout : '';
  };
  const ignored = await ask(['check-ignore', '-z', '--stdin', '--no-index'], paths.map((path) => `${path}\0`).join(''));
  return {
    msdTracked: (await ask(['ls-files', '-z', '--', '.msd'])) !== '',
    hasRemote: (await ask(['remote'])) !== '',
    ignored: new Set(ignored.split('\0').filter((path) => path !== '')),
  };
}

/** Versions of what msd needs; git's is null where it cannot be started. */
export async function versions(
  root: string,
  env: Readonly<Record<string, string | undefined>>,
): Promise<{ readonly node: string; readonly git: string | null }> {
  const said = await createGit(env)(['--version'], { cwd: root });
  const git = said.ok ? (/\d+\.\d+[\w.]*/.exec(said.value.stdout)?.[0] ?? null) : null;
  return { node: process.versions.node, git };
}
