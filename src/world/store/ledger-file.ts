import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { StoreFailure } from '../../core/channels/failures.js';
import { fail, type Result } from '../../core/result.js';
import { ensureMsdDir, type Project } from '../project.js';
import { type Database, type OpenOptions, openDatabase } from './database.js';

export const LEDGER_NAME = 'ledger.db';

/** Opens a project's ledger: the main checkout's, from whatever worktree the project was found. */
export function openLedger(project: Project, options: OpenOptions): Result<Database, StoreFailure> {
  const path = join(project.msd, LEDGER_NAME);
  if (options.create && !existsSync(path)) {
    const made = ensureMsdDir(project);
    if (!made.ok) return fail({ reason: 'store-unwritable', path, cause: causeOf(made.error) });
  }
  return openDatabase(path, options);
}

function causeOf(failure: Extract<ReturnType<typeof ensureMsdDir>, { ok: false }>['error']): string {
  return failure.reason === 'symlink-escape'
    ? `${failure.path} is a symlink that leaves the checkout (to ${failure.target})`
    : `${failure.path}: ${failure.cause}`;
}
