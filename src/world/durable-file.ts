import { closeSync, fsyncSync, mkdirSync, openSync, renameSync, unlinkSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import process from 'node:process';

/**
 * Writes a file so that it is there whole, or not at all, also after a power cut: temporary file, fsync, rename, fsync of
 * the folder. Throws what the file system throws.
 */
export function writeDurably(path: string, text: string, mode = 0o600): void {
  replace(path, text, mode, fsyncSync);
  syncFolder(dirname(path));
}

/**
 * Writes a file so that whoever reads it finds it whole, the old one or the new, whichever process dies. For what a power
 * cut ends anyway, such as who runs right now: after one it may be missing or empty, and its readers take that for "none".
 */
export function writeWhole(path: string, text: string, mode = 0o600): void {
  replace(path, text, mode, () => {});
}

function replace(path: string, text: string, mode: number, written: (fd: number) => void): void {
  mkdirSync(dirname(path), { recursive: true });
  const temporary = `${path}.${process.pid}.tmp`;
  try {
    const fd = openSync(temporary, 'w', mode);
    try {
      writeFileSync(fd, text);
      written(fd);
    } finally {
      closeSync(fd);
    }
    renameSync(temporary, path);
  } catch (error) {
    try {
      unlinkSync(temporary);
    } catch {
      // It was not made.
    }
    throw error;
  }
}

function syncFolder(dir: string): void {
  if (process.platform === 'win32') return;
  const fd = openSync(dir, 'r');
  try {
    fsyncSync(fd);
  } catch {
    // Some file systems cannot sync a folder; the rename is atomic all the same.
  } finally {
    closeSync(fd);
  }
}
