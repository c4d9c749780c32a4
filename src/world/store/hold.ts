import { select } from './columns.js';
import type { Database } from './database.js';
import { append } from './entries.js';
import { newId } from './ids.js';

/** A hold on offering notices: nothing is shown meanwhile, and nothing is lost. */
export interface Hold {
  /** Milliseconds since the epoch. */
  readonly since: number;
  /** By name; null for the person. */
  readonly by: string | null;
}

const NAME = 'notices';

export function currentHold(database: Database): Hold | null {
  const row = database.prepare(`${select('hold')} WHERE name = ?`).get(NAME);
  const since = row?.['since'] as number | null | undefined;
  return since === null || since === undefined ? null : { since, by: (row?.['agent'] as string | null) ?? null };
}

/** Holds or resumes. @returns whether that changed anything. Only inside a write transaction. */
export function setHold(database: Database, on: boolean, by: string | null, now: number): boolean {
  if ((currentHold(database) !== null) === on) return false;
  const row = { name: NAME, since: on ? now : null, agent: by };
  const entry = {
    id: newId('entry'),
    kind: 'notice' as const,
    at: now,
    sender: by,
    body: { act: on ? 'hold' : 'resume' },
  };
  append(database, entry, [{ table: 'hold', row }]);
  return true;
}
