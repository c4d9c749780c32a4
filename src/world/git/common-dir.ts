import {
  chmodSync,
  copyFileSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import type { Checkout, CommonDirSnapshot } from './port.js';

/** Files of the common directory that decide which programs git runs, and what it shows. */
const FILES = ['config', 'config.worktree', 'info/attributes', 'info/exclude'];
const LINK = 0o120000;
/** A larger one is not a hook that anybody reads; it is noted as absent and never touched. */
const MAX_BYTES = 4 * 1024 * 1024;

/** Keeps what an agent must not change, whole. Taken before an agent starts. */
export function snapshotCommonDir(checkout: Checkout): CommonDirSnapshot {
  const { commonDir } = checkout;
  const files = new Map<string, Buffer | null>();
  const modes = new Map<string, number>();
  for (const name of new Set([...FILES, ...filesBelow(commonDir, 'hooks')])) {
    const entry = read(join(commonDir, name));
    files.set(name, entry?.bytes ?? null);
    modes.set(name, entry?.mode ?? 0);
  }
  return { commonDir, files, modes };
}

/**
 * Puts back what differs from the snapshot and names it, relative to the common directory. What stood there instead is kept
 * under `msd/undone/` in the common directory, for it may have been the person's own change.
 */
export function restoreSnapshot(snapshot: CommonDirSnapshot, stamp: string): readonly string[] {
  const { commonDir, files, modes } = snapshot;
  const restored: string[] = [];
  for (const name of namesToCompare(snapshot)) {
    if (isAsBefore(snapshot, name)) continue;
    const path = join(commonDir, name);
    const before = files.get(name) ?? null;
    const now = read(path);
    const replaced = before !== null && now !== null && now.mode !== LINK;
    if (exists(path)) keepAside(path, join(commonDir, 'msd', 'undone', stamp.replace(/[:.]/g, '-'), name), replaced);
    if (before !== null) put(path, before, modes.get(name) ?? 0o644);
    restored.push(name);
  }
  return restored;
}

/** Names of what differs from the snapshot, relative to the common directory. Touches nothing. */
export function changedFrom(snapshot: CommonDirSnapshot): readonly string[] {
  return namesToCompare(snapshot).filter((name) => !isAsBefore(snapshot, name));
}

/** A folder's name comes before those in it: a link in its place must be gone before anything is written below. */
function namesToCompare({ commonDir, files }: CommonDirSnapshot): readonly string[] {
  return [...new Set([...files.keys(), ...filesBelow(commonDir, 'hooks')])].sort();
}

function isAsBefore({ commonDir, files, modes }: CommonDirSnapshot, name: string): boolean {
  const path = join(commonDir, name);
  const before = files.get(name) ?? null;
  const now = read(path);
  if (before === null) return now === null && !exists(path);
  return now?.bytes.equals(before) === true && now.mode === modes.get(name);
}

/** @param copy leave it in place: other git processes must not find the file missing, it is about to be replaced */
function keepAside(path: string, aside: string, copy: boolean): void {
  mkdirSync(dirname(aside), { recursive: true });
  rmSync(aside, { recursive: true, force: true });
  if (copy) copyFileSync(path, aside);
  else renameSync(path, aside);
}

function put(path: string, bytes: Buffer, mode: number): void {
  mkdirSync(dirname(path), { recursive: true });
  const temporary = `${path}.msd-restore`;
  rmSync(temporary, { recursive: true, force: true });
  if (mode === LINK) symlinkSync(bytes, temporary);
  else {
    writeFileSync(temporary, bytes, { flag: 'wx' });
    chmodSync(temporary, mode);
  }
  renameSync(temporary, path);
}

/** Names of the files below a folder, or of the folder itself where it is a link. */
function filesBelow(commonDir: string, folder: string): string[] {
  try {
    if (lstatSync(join(commonDir, folder)).isSymbolicLink()) return [folder];
    return readdirSync(join(commonDir, folder), { withFileTypes: true }).flatMap((entry) =>
      entry.isDirectory() ? filesBelow(commonDir, `${folder}/${entry.name}`) : [`${folder}/${entry.name}`],
    );
  } catch {
    return [];
  }
}

/** Bytes and mode of a file; of a link, where it leads. */
function read(path: string): { readonly bytes: Buffer; readonly mode: number } | null {
  try {
    const stat = lstatSync(path);
    if (stat.isSymbolicLink()) return { bytes: readlinkSync(path, { encoding: 'buffer' }), mode: LINK };
    if (!stat.isFile() || stat.size > MAX_BYTES) return null;
    return { bytes: readFileSync(path), mode: stat.mode & 0o7777 };
  } catch {
    return null;
  }
}

function exists(path: string): boolean {
  try {
    lstatSync(path);
    return true;
  } catch {
    return false;
  }
}
