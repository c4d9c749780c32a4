import type { TokenInvalid } from '../../core/channels/failures.js';
import { fail, ok, type Result } from '../../core/result.js';
import { type Agent, findAgent } from './agents.js';
import { select } from './columns.js';
import type { Database } from './database.js';
import { append } from './entries.js';
import { newId, newToken, tokenHash } from './ids.js';

/** Who a token speaks for. */
export interface TokenHolder {
  readonly agent: Agent;
  readonly dispatch: string | null;
  /** One for each token: what was offered to it is seen once it calls again. */
  readonly session: string;
}

/**
 * Makes a token for an agent; the store keeps only its hash, so this answer is the one time it can be read. Only inside a
 * write transaction.
 */
export function issueToken(database: Database, agent: Agent, dispatch: string | null, now: number): string {
  const { token, hash } = newToken();
  append(database, { id: newId('entry'), kind: 'token', at: now, sender: agent.name, body: { act: 'issued' } }, [
    { table: 'token', row: { hash, agent: agent.name, dispatch, issued_at: now, ended_at: null } },
  ]);
  return token;
}

/** The live agent that a token belongs to. */
export function whois(database: Database, token: string): Result<TokenHolder, TokenInvalid> {
  const row = database.prepare(`${select('token')} WHERE hash = ?`).get(tokenHash(token));
  if (row === null || row['ended_at'] !== null) return fail({ reason: 'token-invalid' });
  const agent = findAgent(database, row['agent'] as string);
  if (!agent.ok || agent.value.endedAt !== null) return fail({ reason: 'token-invalid' });
  return ok({
    agent: agent.value,
    dispatch: row['dispatch'] as string | null,
    session: (row['hash'] as string).slice(0, 22),
  });
}
