import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import type { PlanId } from '../../core/phase/plan-id.js';
import { writeDurably } from '../durable-file.js';

/** Who made a worktree and for what: written into its git directory, never taken from a name. `findProject` reads it too. */
export interface WorktreeOwner {
  readonly run: string;
  readonly plan: PlanId;
  readonly pid: number;
  readonly startTime: string | null;
  readonly bootId: string | null;
  readonly base: string;
  readonly branch: string;
  readonly createdAt: string;
  /**
   * Files that git called modified right after it had written them (line ends that do not agree with `.gitattributes`), and
   * what the setup command wrote, with a hash of their bytes: unchanged, they are nobody's work.
   */
  readonly noise?: Readonly<Record<string, string>>;
}

const FILE = 'msd-owner.json';
/** Git keeps the reason of a lock from the first moment of a worktree: the owner is on record long before our file is. */
const LOCK_PREFIX = 'made by msd: ';

/** The words for `git worktree lock`: a locked worktree is neither pruned nor removed by others. */
export function lockReason(owner: WorktreeOwner): string {
  return LOCK_PREFIX + JSON.stringify(owner);
}

export function writeOwner(gitDir: string, owner: WorktreeOwner): void {
  writeDurably(join(gitDir, FILE), `${JSON.stringify(owner)}\n`);
}

/**
 * Whether the worktree was ever handed to an agent: the owner's file is written last. One that was not holds nothing of
 * anybody's, whatever git says of its empty index.
 */
export function isHandedOver(gitDir: string): boolean {
  return existsSync(join(gitDir, FILE));
}

/** The owner on record for a worktree's git directory, or null where msd did not make it. */
export function readOwner(gitDir: string): WorktreeOwner | null {
  const text = read(join(gitDir, FILE)) ?? fromLock(read(join(gitDir, 'locked')));
  if (text === null) return null;
  try {
    const owner = JSON.parse(text) as WorktreeOwner;
    return typeof owner.run === 'string' && typeof owner.plan === 'string' ? owner : null;
  } catch {
    return null;
  }
}

function fromLock(text: string | null): string | null {
  return text?.startsWith(LOCK_PREFIX) ? text.slice(LOCK_PREFIX.length) : null;
}

/** The git directory that a linked worktree's `.git` file names, or null where there is no such file. */
export function linkedGitDir(dir: string): string | null {
  const named = /^gitdir: (.+?)\r?\n?$/s.exec(read(join(dir, '.git')) ?? '')?.[1];
  return named === undefined ? null : resolve(dir, named);
}

/** Whether the `.git` file of a worktree names a git directory that names this worktree in turn. */
export function isTied(dir: string): boolean {
  const gitDir = linkedGitDir(dir);
  if (gitDir === null || !existsSync(join(gitDir, 'HEAD'))) return false;
  const { path } = registration(gitDir);
  return path !== null && realFolder(path) === realFolder(dir);
}

/** One entry of `<commonDir>/worktrees/`. */
export interface Registration {
  readonly name: string;
  readonly gitDir: string;
  /** The worktree's directory, as git noted it; null where the note is missing. */
  readonly path: string | null;
  readonly owner: WorktreeOwner | null;
}

/** Every linked worktree that the repository knows. */
export function registrations(commonDir: string): readonly Registration[] {
  let names: string[];
  try {
    names = readdirSync(join(commonDir, 'worktrees'));
  } catch {
    return [];
  }
  return names.map((name) => registration(join(commonDir, 'worktrees', name)));
}

function registration(gitDir: string): Registration {
  const noted = read(join(gitDir, 'gitdir'))?.replace(/\n$/, '') ?? null;
  const path = noted === null ? null : resolve(gitDir, noted).replace(/[/\\]\.git$/, '');
  return { name: basename(gitDir), gitDir, path, owner: readOwner(gitDir) };
}

/** The entry of the worktree at `path`, whichever way the path is spelled. */
export function findRegistration(commonDir: string, path: string): Registration | null {
  const wanted = realFolder(path);
  const gitDir = linkedGitDir(path);
  if (gitDir !== null && realFolder(dirname(gitDir)) === realFolder(join(commonDir, 'worktrees'))) {
    const entry = registration(gitDir);
    if (entry.path !== null && realFolder(entry.path) === wanted) return entry;
  }
  return registrations(commonDir).find((entry) => entry.path !== null && realFolder(entry.path) === wanted) ?? null;
}

/** The real path of something that may itself be gone. */
function realFolder(path: string): string {
  try {
    return join(realpathSync(dirname(path)), basename(path));
  } catch {
    return resolve(path);
  }
}

function read(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}
