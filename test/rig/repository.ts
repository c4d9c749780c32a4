import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { TestContext } from 'node:test';
import type { PlanId } from '../../src/core/phase/plan-id.js';
import { createGitWorld } from '../../src/world/git/git-world.js';
import type { Checkout, GitWorld } from '../../src/world/git/port.js';
import { cleanEnvironment } from './environment.js';
import { git } from './git.js';
import { temporaryFolder } from './temp-folder.js';

/** A real repository with one commit, the world that works on it, and its checkout as that world sees it. */
export interface TestRepository {
  readonly root: string;
  readonly world: GitWorld;
  readonly checkout: Checkout;
  /** Writes files (paths relative to the root). */
  write(files: Readonly<Record<string, string>>): void;
  /** Writes, adds everything and commits. @returns the commit */
  commit(message: string, files?: Readonly<Record<string, string>>): string;
  git(...args: readonly string[]): string;
  /** Makes a worktree as a run would, for plan `plan` of run `r-1` on branch `msd/r-1/<plan>`. @returns its path */
  worktree(plan: string, base?: string): Promise<string>;
}

export interface RepositoryOptions {
  readonly files?: Readonly<Record<string, string>>;
  /** Below the temporary folder; default `repo`. */
  readonly name?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** The world runs for a person whom git does not know. */
  readonly nobody?: boolean;
}

const PERSON = {
  GIT_AUTHOR_NAME: 'A Person',
  GIT_AUTHOR_EMAIL: 'person@example.com',
  GIT_COMMITTER_NAME: 'A Person',
  GIT_COMMITTER_EMAIL: 'person@example.com',
};

export async function makeRepo(t: TestContext, options: RepositoryOptions = {}): Promise<TestRepository> {
  const root = join(temporaryFolder(t), options.name ?? 'repo');
  mkdirSync(root, { recursive: true });
  git(root, 'init', '--quiet', '-b', 'main');
  writeFiles(root, options.files ?? { 'README.md': 'hello\n', '.gitignore': '.msd/\n' });
  git(root, 'add', '--all');
  git(root, 'commit', '--quiet', '-m', 'start');
  const world = createGitWorld({ env: cleanEnvironment(root, { ...(options.nobody ? {} : PERSON), ...options.env }) });
  const found = await world.checkout(root);
  if (!found.ok) throw new Error(JSON.stringify(found.error));
  return {
    root: found.value.root,
    world,
    checkout: found.value,
    write: (files) => writeFiles(root, files),
    commit(message, files = {}) {
      writeFiles(root, files);
      git(root, 'add', '--all');
      git(root, 'commit', '--quiet', '-m', message);
      return git(root, 'rev-parse', 'HEAD');
    },
    git: (...args) => git(root, ...args),
    async worktree(plan, base = git(root, 'rev-parse', 'HEAD')) {
      const made = await world.createWorktree({
        checkout: found.value,
        path: join(root, '.msd/worktrees/r-1', plan),
        branch: `msd/r-1/${plan}`,
        base,
        copy: [],
        owner: { run: 'r-1', plan: plan as PlanId },
      });
      if (!made.ok) throw new Error(JSON.stringify(made.error));
      return made.value.path;
    },
  };
}

export function writeFiles(root: string, files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), text);
  }
}
