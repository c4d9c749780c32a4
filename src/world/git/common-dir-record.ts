import { lstatSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { writeDurably } from '../durable-file.js';
import { fail, ok, type Result } from '../../core/result.js';
import type { FileUnwritable } from '../../core/world-failures.js';
import type { Checkout, CommonDirSnapshot } from './port.js';
import { snapshotCommonDir } from './common-dir.js';

const FILE = 'common-dir.json';

interface Stored {
  readonly commonDir: string;
  readonly files: readonly (readonly [name: string, base64: string | null, mode: number])[];
}

/** Writes a snapshot into a run's folder, for the case that the run dies while its agents work. */
export function recordSnapshot(run: string, snapshot: CommonDirSnapshot): Result<null, FileUnwritable> {
  const { commonDir, files, modes } = snapshot;
  const stored: Stored = {
    commonDir,
    files: [...files].map(([name, bytes]) => [name, bytes?.toString('base64') ?? null, modes.get(name) ?? 0]),
  };
  try {
    writeDurably(join(run, FILE), JSON.stringify(stored));
    return ok(null);
  } catch (error) {
    return fail({ reason: 'file-unwritable', path: join(run, FILE), cause: (error as Error).message });
  }
}

/**
 * What a dead run found before its agents began; what changed after the last of them had ended is the person's, and part of
 * it. Null where the run recorded nothing, or of another repository.
 * @param until milliseconds: when its last agent ended; Infinity where that is not known, or it still works
 */
export function recordedSnapshot(run: string, checkout: Checkout, until: number): CommonDirSnapshot | null {
  let stored: Stored;
  try {
    stored = JSON.parse(readFileSync(join(run, FILE), 'utf8')) as Stored;
  } catch {
    return null;
  }
  const { commonDir } = checkout;
  if (stored.commonDir !== commonDir) return null;
  const files = new Map<string, Buffer | null>(
    stored.files.map(([name, base64]) => [name, base64 === null ? null : Buffer.from(base64, 'base64')]),
  );
  const modes = new Map(stored.files.map(([name, , mode]) => [name, mode]));
  const now = snapshotCommonDir(checkout);
  for (const [name, bytes] of now.files) {
    const stat = lstatSync(join(commonDir, name), { throwIfNoEntry: false });
    if (stat === undefined || stat.ctimeMs <= until) continue;
    files.set(name, bytes);
    modes.set(name, now.modes.get(name) ?? 0);
  }
  return { commonDir, files, modes };
}

/** A run that came to its end has looked at everything itself. */
export function dropRecordedSnapshot(run: string): Result<null, FileUnwritable> {
  try {
    rmSync(join(run, FILE), { force: true });
    return ok(null);
  } catch (error) {
    return fail({ reason: 'file-unwritable', path: join(run, FILE), cause: (error as Error).message });
  }
}
