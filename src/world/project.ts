import { lstatSync, realpathSync, statSync } from 'node:fs';
import { join, sep } from 'node:path';
import { makeMsdDir } from '#hooks/lib/msd-dir.js';
import { findProject } from '#hooks/lib/project-root.js';
import type { FoundProject } from '#hooks/lib/types.js';
import type { ProjectNotFound } from '../core/phase/failures.js';
import { fail, ok, type Result } from '../core/result.js';
import type { FileUnwritable, SymlinkEscape } from '../core/world-failures.js';

/** Where a project is (DESIGN §3). All paths are absolute and real; see `FoundProject` for each field. */
export type Project = FoundProject;

/** What of `.msd/` is written through its name: a repository could track a link there. All else is replaced by renaming. */
const WRITTEN_BELOW = ['ledger.db', 'runs', 'worktrees'];

/**
 * The project that `dir` lies in: from any subfolder and from any linked worktree the main checkout's. Every command finds
 * its project through this one function, as the hooks do through the function below it.
 */
export function openProject(dir: string): Result<Project, ProjectNotFound | SymlinkEscape> {
  const found = findProject(dir);
  if (found === null) return fail({ reason: 'project-not-found', dir });
  const { problem } = found;
  if (problem !== null) return fail({ reason: 'symlink-escape', path: problem.path, target: problem.target });
  for (const name of isFolder(found.msd) ? WRITTEN_BELOW : []) {
    const leads = linkOutOf(join(found.msd, name), found.rootCheckout ?? found.root);
    if (leads !== null) return fail(leads);
  }
  return ok(found);
}

/**
 * Makes `.msd/` where it is missing; of all of src, only this does.
 * @returns its absolute path; `symlink-escape` where it is a link that leaves the checkout or leads nowhere
 */
export function ensureMsdDir(project: Project): Result<string, SymlinkEscape | FileUnwritable> {
  const { msd } = project;
  const leads = linkOutOf(msd, project.rootCheckout ?? project.root);
  if (leads !== null) return fail(leads);
  const unwritable = makeMsdDir(msd);
  return unwritable === null ? ok(msd) : fail({ reason: 'file-unwritable', ...unwritable });
}

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;

function linkOutOf(path: string, boundary: string): SymlinkEscape | null {
  if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() !== true) return null;
  try {
    const target = realpathSync(path);
    if (target.startsWith(realpathSync(boundary) + sep)) return null;
    return { reason: 'symlink-escape', path, target };
  } catch {
    return { reason: 'symlink-escape', path, target: 'nothing' };
  }
}
