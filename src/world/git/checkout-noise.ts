import { createHash } from 'node:crypto';
import { lstatSync, readFileSync, readlinkSync } from 'node:fs';
import { join } from 'node:path';

/** Hash of the bytes of each file, as they lie on disk. What cannot be read is left out. */
export function hashFiles(root: string, paths: readonly string[]): Record<string, string> {
  const hashes: Record<string, string> = {};
  for (const path of paths) {
    const hash = hashFile(join(root, path));
    if (hash !== null) hashes[path] = hash;
  }
  return hashes;
}

/** Whether a file still has the bytes that it was noted with. */
export function isNoise(root: string, path: string, noise: Readonly<Record<string, string>> | undefined): boolean {
  const noted = noise?.[path];
  return noted !== undefined && noted === hashFile(join(root, path));
}

function hashFile(path: string): string | null {
  try {
    const bytes = lstatSync(path).isSymbolicLink() ? readlinkSync(path) : readFileSync(path);
    return createHash('sha256').update(bytes).digest('hex');
  } catch {
    return null;
  }
}
