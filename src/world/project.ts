import { lstatSync, mkdirSync, readFileSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import process from 'node:process';
import { findProject } from '#hooks/lib/project-root.js';
import type { FoundProject } from '#hooks/lib/types.js';
import type { ProjectNotFound } from '../core/phase/failures.js';
import { fail, ok, type Result } from '../core/result.js';
import type { FileUnwritable, SymlinkEscape } from '../core/world-failures.js';

/** Where a project is (DESIGN §3). All paths are absolute and real; see `FoundProject` for each field. */
export type Project = FoundProject;

/**
 * The project that `dir` lies in: from any subfolder and from any linked worktree the main checkout's. Every command finds
 * its project through this one function, as the hooks do through the function below it.
 */
export function openProject(dir: string): Result<Project, ProjectNotFound | SymlinkEscape> {
  const found = findProject(dir);
  if (found === null) return fail({ reason: 'project-not-found', dir });
  const { problem } = found;
  return problem === null ? ok(found) : fail({ reason: 'symlink-escape', path: problem.path, target: problem.target });
}

/**
 * Makes `.msd/` (mode 0700, holding a `.gitignore` with one line, `*`) where it is missing: the only place that does.
 * @returns its absolute path; `symlink-escape` where it is a link that leaves the checkout or leads nowhere
 */
export function ensureMsdDir(project: Project): Result<string, SymlinkEscape | FileUnwritable> {
  const { msd } = project;
  const leads = linkOutOf(msd, project.rootCheckout ?? project.root);
  if (leads !== null) return fail(leads);
  try {
    mkdirSync(msd, { mode: 0o700 });
  } catch (error) {
    const cause = (error as NodeJS.ErrnoException).code ?? 'unknown';
    if (cause !== 'EEXIST') return fail({ reason: 'file-unwritable', path: msd, cause });
    if (!statSync(msd, { throwIfNoEntry: false })?.isDirectory())
      return fail({ reason: 'file-unwritable', path: msd, cause: 'it is not a directory' });
  }
  return ignoreContents(msd) ?? ok(msd);
}

/** Written beside its place and renamed, so that git never sees an empty one; a person's own lines are left alone. */
function ignoreContents(msd: string): Result<never, FileUnwritable> | null {
  const path = join(msd, '.gitignore');
  const temporary = `${path}.${process.pid}.tmp`;
  try {
    if (readText(path) !== '') return null;
    writeFileSync(temporary, '*\n', { mode: 0o600 });
    renameSync(temporary, path);
    return null;
  } catch (error) {
    rmSync(temporary, { force: true });
    return fail({ reason: 'file-unwritable', path, cause: (error as NodeJS.ErrnoException).code ?? 'unknown' });
  }
}

/** Empty where there is no such file. */
function readText(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw error;
  }
}

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
