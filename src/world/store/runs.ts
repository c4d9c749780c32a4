import { fail, ok, type Result } from '../../core/result.js';
import type { LedgerFailure } from '../../core/channels/failures.js';
import type { PhaseHeld, RunNotFound } from '../../core/run/failures.js';
import type { ProcessIdentity } from '../process-identity.js';
import type { NewRun, RunRow } from './port.js';
import { select } from './columns.js';
import { type Database, parseStored } from './database.js';
import type { Row } from './driver.js';
import { append, type Change } from './entries.js';
import { newId } from './ids.js';
import { roleWithout, roleWithRun } from './roles.js';

/** What the store is told of processes. */
export interface Processes {
  readonly own: ProcessIdentity;
  /** True only where the process certainly ended. */
  provenDead(owner: ProcessIdentity): boolean;
}

/**
 * Takes a phase of a project for this process. A run that another process holds is taken over only where that process is
 * proven dead: continued under its own id, or ended as `abandoned` where a new one begins. Only inside a write transaction.
 */
export function openRun(database: Database, run: NewRun, processes: Processes, now: number): Result<RunRow, PhaseHeld> {
  const live = database
    .prepare(`${select('run')} WHERE project = ? AND phase = ? AND ended_at IS NULL`)
    .get(run.project, run.phase);
  if (live !== null) {
    const owner = ownerOf(live);
    const ours =
      owner.pid === processes.own.pid &&
      owner.startTime === processes.own.startTime &&
      owner.bootId === processes.own.bootId;
    const taken = processes.provenDead(owner) || (ours && live['id'] === run.id);
    if (!taken) {
      const since = iso(live['started_at'] as number);
      return fail({ reason: 'phase-held', phase: run.phase, run: live['id'] as string, pid: owner.pid, since });
    }
    if (live['id'] !== run.id)
      record(database, { ...live, ended_at: now, status: 'abandoned', exit_code: null }, 'abandoned', now);
  }
  const earlier = database.prepare(`${select('run')} WHERE id = ?`).get(run.id);
  const row: Row = {
    id: run.id,
    project: run.project,
    phase: run.phase,
    checkout: run.checkout,
    branch: run.branch,
    base: run.base,
    integration_branch: run.integrationBranch,
    host: run.host,
    options: JSON.stringify(run.options),
    started_at: (earlier?.['started_at'] as number | undefined) ?? afterTheLast(database, now),
    ended_at: null,
    status: null,
    exit_code: null,
    pid: processes.own.pid,
    start_time: processes.own.startTime,
    boot_id: processes.own.bootId,
  };
  record(database, row, earlier === null ? 'opened' : 'continued', now, roleWithRun(database));
  return ok(readRun(row, processes));
}

/** Runs are told apart by when they began: a clock that was set back must not put a new one before an older. */
function afterTheLast(database: Database, now: number): number {
  const last = database.prepare('SELECT max(started_at) AS at FROM run').get()?.['at'];
  return typeof last === 'number' ? Math.max(now, last + 1) : now;
}

/** Gives the phase back. Only inside a write transaction. */
export function closeRun(
  database: Database,
  id: string,
  status: string,
  exitCode: number,
  now: number,
): Result<null, RunNotFound> {
  const row = database.prepare(`${select('run')} WHERE id = ?`).get(id);
  if (row === null) return fail({ reason: 'run-not-found', query: id });
  record(
    database,
    { ...row, ended_at: now, status, exit_code: exitCode },
    'closed',
    now,
    roleWithout(database, { run: id }),
  );
  return ok(null);
}

export interface RunFilter {
  readonly phase?: string;
  readonly unfinished?: boolean;
  readonly id?: string;
}

/** Runs in the order they began. */
export function listRuns(
  database: Database,
  filter: RunFilter,
  processes: Processes,
): Result<readonly RunRow[], LedgerFailure> {
  const wheres: string[] = [];
  const values: string[] = [];
  const where = (sql: string, value?: string) => {
    wheres.push(sql);
    if (value !== undefined) values.push(value);
  };
  if (filter.id !== undefined) where('id = ?', filter.id);
  if (filter.phase !== undefined) where('phase = ?', filter.phase);
  if (filter.unfinished !== undefined) where(`ended_at IS ${filter.unfinished ? '' : 'NOT '}NULL`);
  const sql = `${select('run')} ${wheres.length > 0 ? `WHERE ${wheres.join(' AND ')}` : ''} ORDER BY started_at, id`;
  return ok(
    database
      .prepare(sql)
      .all(...values)
      .map((row) => readRun(row, processes)),
  );
}

function record(database: Database, row: Row, act: string, now: number, more: readonly Change[] = []): void {
  append(database, { id: newId('entry'), kind: 'run', at: now, body: { act, run: row['id'] } }, [
    { table: 'run', row },
    ...more,
  ]);
}

const ownerOf = (row: Row): ProcessIdentity => ({
  pid: row['pid'] as number,
  startTime: row['start_time'] as string | null,
  bootId: row['boot_id'] as string | null,
});

function readRun(row: Row, processes: Processes): RunRow {
  const endedAt = row['ended_at'] as number | null;
  return {
    id: row['id'] as string,
    project: row['project'] as string,
    phase: row['phase'] as string,
    checkout: row['checkout'] as string,
    branch: row['branch'] as string,
    base: row['base'] as string,
    integrationBranch: row['integration_branch'] as string,
    host: row['host'] as string,
    options: parseStored<Record<string, unknown>>(row['options'], `run ${row['id']}`),
    startedAt: iso(row['started_at'] as number),
    endedAt: endedAt === null ? null : iso(endedAt),
    status: row['status'] as string | null,
    exitCode: row['exit_code'] as number | null,
    pid: row['pid'] as number,
    alive: endedAt === null && !processes.provenDead(ownerOf(row)),
  };
}

const iso = (time: number): string => new Date(time).toISOString();
