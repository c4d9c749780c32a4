import { accessSync, closeSync, constants, existsSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import type { StoreFailure } from '../../core/channels/failures.js';
import { fail, ok, type Result } from '../../core/result.js';
import { DamagedRow, type Driver, openDriver, type SqliteProblem, type Statement, sqliteProblem } from './driver.js';
import { APPLICATION_ID, MIGRATIONS } from './schema.js';
import { MAX_WAIT_MS, WriterTurns } from './writer-turn.js';

/** A connection to one ledger file. Synchronous; transactions are not nested. */
export interface Database {
  readonly path: string;
  prepare(sql: string): Statement;
  /** Reads a consistent state. */
  read<T, F>(work: () => Result<T, F>): Result<T, F | StoreFailure>;
  /** One write transaction: kept where the work answers ok, undone where it fails or throws. */
  write<T, F>(work: () => Result<T, F>): Result<T, F | StoreFailure>;
  close(): void;
}

export interface OpenOptions {
  /** False: a file that is not there is read as an empty ledger, and is not made. */
  readonly create: boolean;
  readonly maxWaitMs?: number;
  /** Another way to open the file: for tests of one driver, and of what happens when a statement fails. */
  readonly openDriver?: (path: string) => Driver;
}

/** Opens the ledger, brought up to this version's schema. The folder exists already. */
export function openDatabase(path: string, options: OpenOptions): Result<Database, StoreFailure> {
  const absent = !existsSync(path);
  const place = absent && !options.create ? ':memory:' : path;
  try {
    // Made here and not by SQLite, so that nobody else may read it.
    if (absent && options.create) closeSync(openSync(path, 'a', 0o600));
  } catch (error) {
    return fail({ reason: 'store-unwritable', path, cause: (error as Error).message });
  }
  let driver: Driver | null = null;
  try {
    driver = (options.openDriver ?? openDriver)(place);
    const turns = new WriterTurns(place === ':memory:' ? null : `${path}-queue`, options.maxWaitMs ?? MAX_WAIT_MS);
    const prepared = prepareFile(driver, path, place === ':memory:', turns);
    if (!prepared.ok) {
      driver.close();
      return prepared;
    }
    return ok(connection(driver, path, turns));
  } catch (error) {
    closeQuietly(driver);
    return fail(storeFailure(error, path, 0));
  }
}

function prepareFile(driver: Driver, path: string, memory: boolean, turns: WriterTurns): Result<null, StoreFailure> {
  const pragma = (name: string): unknown => Object.values(driver.prepare(`PRAGMA ${name}`).get() ?? {})[0];
  const insist = (work: () => void): Result<null, StoreFailure> => {
    const waited = turns.take(() => attempt(work));
    return waited < 0 ? fail({ reason: 'store-busy', path, waitedMs: Math.round(-waited) }) : ok(null);
  };
  let version = 0;
  const looked = insist(() => {
    version = Number(pragma('user_version'));
  });
  if (!looked.ok) return looked;
  if (version > 0 && pragma('application_id') !== APPLICATION_ID) return fail(notALedger(path));
  if (version > MIGRATIONS.length) {
    return fail({ reason: 'store-newer', path, found: version, known: MIGRATIONS.length });
  }
  driver.exec('PRAGMA synchronous = FULL');
  if (version === MIGRATIONS.length) return ok(null);
  if (version === 0 && Number(driver.prepare('SELECT count(*) FROM sqlite_schema').get()?.['count(*)']) > 0) {
    if (pragma('application_id') !== APPLICATION_ID) return fail(notALedger(path));
  }
  if (!memory) {
    const wal = insist(() => driver.exec('PRAGMA journal_mode = WAL'));
    if (!wal.ok) return wal;
  }
  const begun = insist(() => driver.exec('BEGIN IMMEDIATE'));
  if (!begun.ok) return begun;
  // Looked at again under the lock: another process may have brought it up to date meanwhile.
  for (let step = Number(pragma('user_version')); step < MIGRATIONS.length; step++) {
    driver.exec(MIGRATIONS[step]!);
    driver.exec(`PRAGMA user_version = ${step + 1}`);
  }
  driver.exec(`PRAGMA application_id = ${APPLICATION_ID}`);
  driver.exec('COMMIT');
  return ok(null);
}

const notALedger = (path: string): StoreFailure => ({
  reason: 'store-corrupt',
  path,
  cause: 'it is a database, and not one of msd',
});

function connection(driver: Driver, path: string, turns: WriterTurns): Database {
  const transaction = <T, F>(begin: string, work: () => Result<T, F>): Result<T, F | StoreFailure> => {
    const writing = begin !== 'BEGIN';
    let waited = 0;
    let open = false;
    try {
      waited = turns.take(() => attempt(() => driver.exec(begin)));
      if (waited < 0) return fail({ reason: 'store-busy', path, waitedMs: Math.round(-waited) });
      open = true;
      const result = work();
      if (!result.ok) return result;
      driver.exec('COMMIT');
      open = false;
      return result;
    } catch (error) {
      return fail(storeFailure(error, path, waited));
    } finally {
      if (open) rollBack(driver);
      if (writing) turns.wrote();
    }
  };
  return {
    path,
    prepare: (sql) => driver.prepare(sql),
    read: (work) => transaction('BEGIN', work),
    write: (work) => transaction('BEGIN IMMEDIATE', work),
    close: () => closeQuietly(driver),
  };
}

/** False where the lock is another's; anything else that fails is thrown. */
function attempt(work: () => void): boolean {
  try {
    work();
    return true;
  } catch (error) {
    if (sqliteProblem(error)?.code === 'busy') return false;
    throw error;
  }
}

function rollBack(driver: Driver): void {
  try {
    driver.exec('ROLLBACK');
  } catch (error) {
    // SQLite has undone it by itself (a full disk, an I/O error): then there is nothing to undo.
    if (sqliteProblem(error) === null) throw error;
  }
}

function closeQuietly(driver: Driver | null): void {
  try {
    driver?.close();
  } catch (error) {
    if (sqliteProblem(error) === null) throw error;
  }
}

/**
 * Reads a JSON object or list that msd wrote; `what` names the row. Throws {@link DamagedRow}, which the transaction answers
 * as a failure.
 */
export function parseStored<T>(text: unknown, what: string): T {
  let value: unknown = null;
  try {
    value = JSON.parse(String(text));
  } catch {
    // Told below.
  }
  if (typeof value !== 'object' || value === null) throw new DamagedRow(`${what} is not what msd wrote`);
  return value as T;
}

/** The failure for what SQLite says; an error that is not SQLite's is a bug and is thrown on. */
function storeFailure(error: unknown, path: string, waitedMs: number): StoreFailure {
  if (error instanceof DamagedRow) return { reason: 'store-corrupt', path, cause: error.message };
  const problem = sqliteProblem(error);
  if (problem === null) throw error;
  return byCode(problem, path, waitedMs);
}

function byCode(problem: SqliteProblem, path: string, waitedMs: number): StoreFailure {
  switch (problem.code) {
    case 'busy':
      return { reason: 'store-busy', path, waitedMs: Math.round(waitedMs) };
    case 'corrupt':
      return { reason: 'store-corrupt', path, cause: problem.message };
    case 'full':
      return { reason: 'store-full', path };
    case 'readonly':
      return { reason: 'store-unwritable', path, cause: problem.message };
    case 'constraint':
      // A row that the rules never write: the file was changed by other hands.
      return { reason: 'store-corrupt', path, cause: problem.message };
    case 'cantopen':
      // Said alike of a file that may not be read and of one that may not be written.
      return mayWrite(path)
        ? { reason: 'store-unreadable', path, cause: problem.message }
        : { reason: 'store-unwritable', path, cause: problem.message };
    case 'other':
      // What the schema has was taken out of the file.
      if (/^no such (table|column)/.test(problem.message))
        return { reason: 'store-corrupt', path, cause: problem.message };
      return { reason: 'store-unreadable', path, cause: problem.message };
    case 'ioerr':
      return { reason: 'store-unreadable', path, cause: problem.message };
  }
}

/** SQLite writes beside the file as well. */
function mayWrite(path: string): boolean {
  try {
    accessSync(dirname(path), constants.W_OK);
    accessSync(path, constants.W_OK);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT';
  }
}
