import type { StoreFailure } from '../../core/channels/failures.js';
import { ok, type Result } from '../../core/result.js';
import type { Project } from '../project.js';
import { openLedger } from './ledger-file.js';

/** Whether a project's ledger knows a run that has not ended; no ledger knows none. For a look that must cost little. */
export function knowsUnfinishedRun(project: Project): Result<boolean, StoreFailure> {
  const opened = openLedger(project, { create: false });
  if (!opened.ok) return opened;
  const database = opened.value;
  try {
    const ask = 'SELECT 1 AS one FROM run WHERE ended_at IS NULL LIMIT 1';
    return database.read<boolean, StoreFailure>(() => ok(database.prepare(ask).get() !== null));
  } finally {
    database.close();
  }
}
