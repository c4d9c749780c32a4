import type { StoreFailure } from '../../core/channels/failures.js';
import { ok, type Result } from '../../core/result.js';
import type { Project } from '../project.js';
import { openLedger } from './ledger-file.js';
import { unsettledAgents } from './unsettled-agents.js';

/**
 * Whether a project's ledger knows something that recovery settles: a run that has not ended, notices of an agent that has.
 * No ledger knows any. For a look that must cost little.
 */
export function knowsUnfinished(project: Project): Result<boolean, StoreFailure> {
  const opened = openLedger(project, { create: false });
  if (!opened.ok) return opened;
  const database = opened.value;
  try {
    const ask = 'SELECT 1 AS one FROM run WHERE ended_at IS NULL LIMIT 1';
    return database.read<boolean, StoreFailure>(() =>
      ok(database.prepare(ask).get() !== null || unsettledAgents(database).length > 0),
    );
  } finally {
    database.close();
  }
}
