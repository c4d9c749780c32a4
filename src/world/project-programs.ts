import { createHash } from 'node:crypto';
import { lstatSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { basename, join, relative, sep } from 'node:path';
import { fail, ok, type Result } from '../core/result.js';
import { LIMITS } from '../core/workflow/limits.js';
import { isFileName, type SourceFile } from '../core/workflow/parse.js';
import type { ConfigInvalid, FileUnreadable, SymlinkEscape } from '../core/world-failures.js';
import type { Project } from './project.js';

/** The settings of `.planning/config.json` that name programs (DESIGN §14). */
export const PROGRAM_KEYS = ['msd.agentCommand', 'msd.hosts', 'msd.check', 'worktrees.setup'] as const;
export type ProgramKey = (typeof PROGRAM_KEYS)[number];

/** Everything in a project's tracked content that is a program or names one, read once: what is shown is what is run. */
export interface ProjectPrograms {
  /** By name, as `.planning/workflows/NAME.md`. */
  readonly workflows: ReadonlyMap<string, SourceFile>;
  readonly references: ReadonlyMap<string, SourceFile>;
  /** The raw JSON values of the settings that are there. */
  readonly settings: ReadonlyMap<ProgramKey, unknown>;
  readonly items: readonly ProgramItem[];
  /** Of all items; null where there is none and so nothing to accept. */
  readonly hash: string | null;
  /** Files in the two folders that are not NAME.md and so are never run. */
  readonly ignored: readonly string[];
}

export interface ProgramItem {
  /** `.planning/config.json msd.check`, or a path relative to the project. */
  readonly source: string;
  readonly text: string;
}

export type ProgramsFailure = FileUnreadable | SymlinkEscape | ConfigInvalid;

const MOST_FILES = 200;
const FILE_BYTES = LIMITS.file * 4;
const CONFIG_BYTES = 1024 * 1024;

/** Reads what a project asks msd to run. Nothing of it is judged, and nothing is run. */
export function readProjectPrograms(project: Project): Result<ProjectPrograms, ProgramsFailure> {
  const workflows = readFolder(project, 'workflows');
  if (!workflows.ok) return workflows;
  const references = readFolder(project, 'references');
  if (!references.ok) return references;
  const settings = readSettings(project);
  if (!settings.ok) return settings;
  const items = [
    ...[...settings.value].map(([key, value]) => ({
      source: `${display(project, join(project.planning, 'config.json'))} ${key}`,
      text: JSON.stringify(value, null, 2),
    })),
    ...[...workflows.value.files.values(), ...references.value.files.values()].map(({ file, text }) => ({
      source: file,
      text,
    })),
  ];
  return ok({
    workflows: workflows.value.files,
    references: references.value.files,
    settings: settings.value,
    items,
    hash: items.length === 0 ? null : hashOf(items),
    ignored: [...workflows.value.ignored, ...references.value.ignored],
  });
}

/** SHA-256 over sources and texts, each with its length in front, so that no two lists of items look alike. */
function hashOf(items: readonly ProgramItem[]): string {
  const hash = createHash('sha256').update('msd programs 1\n');
  for (const part of items.flatMap(({ source, text }) => [Buffer.from(source), Buffer.from(text)]))
    hash.update(`${part.length}:`).update(part);
  return hash.digest('hex');
}

interface Folder {
  readonly files: ReadonlyMap<string, SourceFile>;
  readonly ignored: readonly string[];
}

function readFolder(
  project: Project,
  name: 'workflows' | 'references',
): Result<Folder, FileUnreadable | SymlinkEscape> {
  const dir = join(project.planning, name);
  const files = new Map<string, SourceFile>();
  const ignored: string[] = [];
  let names: string[];
  try {
    names = readdirSync(dir).sort();
  } catch (error) {
    const code = errorCode(error);
    return code === 'ENOENT' ? ok({ files, ignored }) : fail({ reason: 'file-unreadable', path: dir, cause: code });
  }
  if (names.length > MOST_FILES)
    return fail({ reason: 'file-unreadable', path: dir, cause: `more than ${MOST_FILES} files` });
  for (const entry of names) {
    const path = join(dir, entry);
    const bare = entry.endsWith('.md') ? basename(entry, '.md') : '';
    if (!isFileName(bare)) {
      ignored.push(display(project, path));
      continue;
    }
    const bytes = readInside(project, path, FILE_BYTES);
    if (!bytes.ok) return bytes;
    if (bytes.value !== null) files.set(bare, { file: display(project, path), text: bytes.value });
  }
  return ok({ files, ignored });
}

function readSettings(project: Project): Result<ReadonlyMap<ProgramKey, unknown>, ProgramsFailure> {
  const file = join(project.planning, 'config.json');
  const text = readInside(project, file, CONFIG_BYTES);
  if (!text.ok) return text;
  const settings = new Map<ProgramKey, unknown>();
  if (text.value === null) return ok(settings);
  let raw: unknown;
  try {
    raw = JSON.parse(text.value.replace(/^\ufeff/, ''));
  } catch (error) {
    const found = (error as Error).message;
    return fail({ reason: 'config-invalid', file, line: null, key: '', found, accepted: 'JSON without comments' });
  }
  for (const key of PROGRAM_KEYS) {
    const [group = '', name = ''] = key.split('.');
    const value = own(own(raw, group), name);
    if (value !== undefined && value !== null) settings.set(key, value);
  }
  return ok(settings);
}

/** The text of a file that does not lie outside the checkout by way of a link; null for none. */
function readInside(
  project: Project,
  path: string,
  limit: number,
): Result<string | null, FileUnreadable | SymlinkEscape> {
  try {
    const boundary = realpathSync(project.rootCheckout ?? project.root);
    const real = realpathSync(path);
    if (!real.startsWith(boundary + sep)) return fail({ reason: 'symlink-escape', path, target: real });
    const stat = lstatSync(real);
    if (!stat.isFile()) return fail({ reason: 'file-unreadable', path, cause: 'it is not a file' });
    if (stat.size > limit) return fail({ reason: 'file-unreadable', path, cause: `larger than ${limit} bytes` });
    return ok(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(readFileSync(real)));
  } catch (error) {
    if (error instanceof TypeError) return fail({ reason: 'file-unreadable', path, cause: 'it is not UTF-8 text' });
    const code = errorCode(error);
    return code === 'ENOENT' ? ok(null) : fail({ reason: 'file-unreadable', path, cause: code });
  }
}

function own(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, key)
    ? (value as Readonly<Record<string, unknown>>)[key]
    : undefined;
}

function display(project: Project, path: string): string {
  return relative(project.root, path).split(sep).join('/');
}

function errorCode(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? 'unknown';
}
