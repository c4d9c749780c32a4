import { relative, sep } from 'node:path';
import { realpathSync } from 'node:fs';
import { homedir } from 'node:os';
import { fail, ok, type Result } from '../../core/result.js';
import type { SymlinkEscape } from '../../core/world-failures.js';
import { createGit } from '../git/git.js';
import { openProject, type Project } from '../project.js';

type Env = Readonly<Record<string, string | undefined>>;

/** Where hosts are set up. */
export interface InstallPlace {
  /** The project, or where one is to be made: the top of the checkout, or the current folder outside of any. */
  readonly root: string;
  /** Nothing outside of this is written. */
  readonly boundary: string;
  /** Path from the top of the checkout to the root, with a final slash where there is one; null outside of any. */
  readonly below: string | null;
  /** Null where there is none yet. */
  readonly project: Project | null;
  /** It is the person's home: what a host reads there counts for all their projects. */
  readonly isHome: boolean;
}

/** Finds the project of `dir`, or the place for one. */
export async function findInstallPlace(dir: string, env: Env): Promise<Result<InstallPlace, SymlinkEscape>> {
  const found = openProject(dir);
  if (!found.ok && found.error.reason === 'symlink-escape') return fail(found.error);
  const project = found.ok ? found.value : null;
  const top = project === null ? await topLevel(dir, env) : project.rootCheckout;
  const root = project?.root ?? top ?? realpathSync(dir);
  const inside = top === null ? null : relative(top, root).split(sep).join('/');
  const below = inside === null || inside === '' ? inside : `${inside}/`;
  return ok({ root, boundary: top ?? root, below, project, isHome: root === realHome(env) });
}

/** The top of the checkout that holds `dir`; null for none, or without git. */
async function topLevel(dir: string, env: Env): Promise<string | null> {
  const said = await createGit(env)(['rev-parse', '--show-toplevel'], { cwd: dir, accept: [0, 128] });
  if (!said.ok || said.value.exitCode !== 0) return null;
  const path = said.value.stdout.replace(/\r?\n$/, '');
  return path === '' ? null : realpathSync(path);
}

function realHome(env: Env): string | null {
  try {
    return realpathSync(env['HOME'] || homedir());
  } catch {
    return null;
  }
}
