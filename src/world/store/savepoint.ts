import type { Database } from './database.js';
import { sqliteProblem } from './driver.js';

/**
 * Does work that may fail without taking the transaction with it: what it wrote is undone, and the transaction goes on.
 * Savepoints of one name nest. Only inside a write transaction.
 * @returns why it failed, in SQLite's words; null where it did not. An error that is not SQLite's is thrown on, and so is
 *   one after which SQLite has undone the whole transaction by itself.
 */
export function inSavepoint(database: Database, work: () => void): string | null {
  database.prepare('SAVEPOINT part').run();
  let cause: string | null = null;
  try {
    work();
  } catch (error) {
    const problem = sqliteProblem(error);
    if (problem === null) throw error;
    cause = problem.message;
    database.prepare('ROLLBACK TO part').run();
  }
  database.prepare('RELEASE part').run();
  return cause;
}
