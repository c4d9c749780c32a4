import { chmodSync, lstatSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Checkout, CommonDirSnapshot } from '../world.js';

/** Files of the common directory that decide which programs git runs, and what it hides. */
const FILES = ['config', 'config.worktree', 'info/attributes', 'info/exclude'];

/** Keeps what an agent must not change, whole. Taken before an agent starts. */
export function snapshotCommonDir(checkout: Checkout): CommonDirSnapshot {
  const { commonDir } = checkout;
  const files = new Map<string, Buffer | null>();
  const modes = new Map<string, number>();
  for (const name of [...FILES, ...hooks(commonDir)]) {
    files.set(name, read(join(commonDir, name)));
    modes.set(name, mode(join(commonDir, name)));
  }
  return { commonDir, files, modes };
}

/** Puts back what differs from the snapshot and names it, relative to the common directory. */
export function restoreSnapshot(snapshot: CommonDirSnapshot): readonly string[] {
  const { commonDir, files, modes } = snapshot;
  const restored: string[] = [];
  for (const name of new Set([...files.keys(), ...hooks(commonDir)])) {
    const path = join(commonDir, name);
    const before = files.get(name) ?? null;
    const now = read(path);
    const same = before === null ? now === null : now?.equals(before) === true && mode(path) === modes.get(name);
    if (same) continue;
    restored.push(name);
    if (before === null) {
      rmSync(path, { recursive: true, force: true });
      continue;
    }
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(`${path}.msd-restore`, before);
    chmodSync(`${path}.msd-restore`, modes.get(name) ?? 0o644);
    if (isDirectory(path)) rmSync(path, { recursive: true });
    renameSync(`${path}.msd-restore`, path);
  }
  return restored.sort();
}

function hooks(commonDir: string): string[] {
  try {
    return readdirSync(join(commonDir, 'hooks')).map((name) => `hooks/${name}`);
  } catch {
    return [];
  }
}

function read(path: string): Buffer | null {
  try {
    return readFileSync(path);
  } catch {
    return null;
  }
}

function mode(path: string): number {
  try {
    return lstatSync(path).mode & 0o7777;
  } catch {
    return 0;
  }
}

function isDirectory(path: string): boolean {
  try {
    return lstatSync(path).isDirectory();
  } catch {
    return false;
  }
}
