import { type Dirent, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { join, sep } from 'node:path';
import { isParked, type PhaseDirectory } from '../core/phase/phase-directory.js';
import type { PhaseSource, TextRead } from '../core/phase/phase-source.js';
import { fail, ok, type Result } from '../core/result.js';
import type { FileUnreadable, SymlinkEscape } from '../core/world-failures.js';
import type { Project } from './project.js';

/** Bytes of a planning file that are read. */
export const PLANNING_FILE_LIMIT = 4 * 1024 * 1024;
/** Folders below a phase's directory are looked into this deep, and up to so many files. */
const BELOW_DEPTH = 4;
const BELOW_FILES = 10_000;

export type PlanningReadFailure = FileUnreadable | SymlinkEscape;

/** Directories under `phases/`; none where there is no such folder. A link counts by what it leads to. */
export function readPhaseNames(project: Project): Result<readonly string[], PlanningReadFailure> {
  const folder = join(project.planning, 'phases');
  const out = leaves(project, folder);
  if (out !== null) return fail(out);
  const entries = readFolder(folder);
  if (!entries.ok) return entries.error.cause === 'ENOENT' ? ok([]) : entries;
  return ok(entries.value.filter((entry) => isDirectory(entry, folder)).map((entry) => entry.name));
}

const UNWANTED: TextRead = { ok: false, cause: 'nobody wants it any more' };

/**
 * A phase's directory: the names of its files, and a way to read them.
 * @param wanted false once nobody wants the texts any more: none is read then
 */
export function openPhase(
  project: Project,
  directory: PhaseDirectory,
  wanted: () => boolean = () => true,
): Result<PhaseSource, PlanningReadFailure> {
  const folder = join(project.planning, 'phases', directory.dir);
  const out = leaves(project, folder);
  if (out !== null) return fail(out);
  const entries = readFolder(folder);
  if (!entries.ok) return entries;
  const files: string[] = [];
  const links = new Set<string>();
  const below: string[] = [];
  for (const entry of entries.value) {
    if (!entry.isFile() && isDirectory(entry, folder)) {
      if (!entry.isSymbolicLink()) collectBelow(folder, entry.name, 1, below);
      continue;
    }
    files.push(entry.name);
    if (!entry.isFile()) links.add(entry.name);
  }
  const path = `.planning/phases/${directory.dir}`;
  const read = (file: string) => (wanted() ? readText(project, folder + sep + file, links.has(file)) : UNWANTED);
  return ok({ directory, path, files, below, read });
}

/** What stands for a phase that cannot be read, where only a reference leads to it. */
export function emptyPhase(directory: PhaseDirectory): PhaseSource {
  const read = (): TextRead => ({ ok: false, cause: 'the phase cannot be read' });
  return { directory, path: `.planning/phases/${directory.dir}`, files: [], below: [], read };
}

/** Markdown files in folders below, without hidden and parked folders; what is linked is not followed. */
function collectBelow(folder: string, name: string, depth: number, found: string[]): void {
  if (isParked(name.slice(name.lastIndexOf('/') + 1)) || depth > BELOW_DEPTH) return;
  const entries = readFolder(join(folder, name));
  if (!entries.ok) return;
  for (const entry of entries.value) {
    if (found.length >= BELOW_FILES) return;
    if (entry.isDirectory()) collectBelow(folder, `${name}/${entry.name}`, depth + 1, found);
    else if (entry.name.endsWith('.md')) found.push(`${name}/${entry.name}`);
  }
}

/** A text file of bounded size that lies in the checkout. `unusual`: by its entry it is a link, or no file at all. */
function readText(project: Project, path: string, unusual: boolean): TextRead {
  try {
    if (unusual) {
      const stat = statSync(path);
      if (!stat.isFile()) return { ok: false, cause: 'it is not a file' };
      if (leaves(project, path) !== null) return { ok: false, cause: 'it is a link that leaves the checkout' };
    }
    const text = readFileSync(path, 'utf8');
    if (text.length > PLANNING_FILE_LIMIT)
      return { ok: false, cause: `it is larger than ${PLANNING_FILE_LIMIT} bytes` };
    if (text.charCodeAt(0) === 0xfffd && text.includes('\0')) return { ok: false, cause: 'it is not UTF-8' };
    return { ok: true, text };
  } catch (error) {
    return { ok: false, cause: (error as NodeJS.ErrnoException).code ?? 'it cannot be read' };
  }
}

function readFolder(path: string): Result<Dirent[], FileUnreadable> {
  try {
    return ok(readdirSync(path, { withFileTypes: true }));
  } catch (error) {
    return fail({ reason: 'file-unreadable', path, cause: (error as NodeJS.ErrnoException).code ?? 'unknown' });
  }
}

function isDirectory(entry: Dirent, folder: string): boolean {
  if (!entry.isSymbolicLink()) return entry.isDirectory();
  try {
    return statSync(join(folder, entry.name)).isDirectory();
  } catch {
    return false;
  }
}

/** DESIGN §3: nothing under `.planning` is followed out of the checkout. */
function leaves(project: Project, path: string): SymlinkEscape | null {
  let real: string;
  try {
    real = realpathSync.native(path);
  } catch {
    return null;
  }
  const boundary = project.rootCheckout ?? project.root;
  const inside = real === boundary || real.startsWith(boundary.endsWith(sep) ? boundary : boundary + sep);
  return inside ? null : { reason: 'symlink-escape', path, target: real };
}
