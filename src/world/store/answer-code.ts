import { append } from './entries.js';
import type { Database } from './database.js';
import { newCode, newId, tokenHash } from './ids.js';

/**
 * One-time codes by which a person answers without a terminal (DESIGN §13). Each opens one question only, and is void once
 * that is answered; the ledger keeps its hash.
 */
export function issueCode(database: Database, correlationId: string, now: number): string {
  const code = newCode();
  const body = { act: 'code', hash: tokenHash(code) };
  append(database, { id: newId('entry'), kind: 'token', at: now, correlation: correlationId, body }, []);
  return code;
}

/** Whether a run printed this code for this question. */
export function codeFits(database: Database, correlationId: string, code: string): boolean {
  const hash = tokenHash(code.trim());
  return database
    .prepare("SELECT body AS body FROM entry WHERE correlation = ? AND kind = 'token'")
    .all(correlationId)
    .some((row) => (JSON.parse(row['body'] as string) as { hash?: unknown }).hash === hash);
}
