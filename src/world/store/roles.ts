import { type AgentName, ORCHESTRATOR } from '../../core/channels/agent-name.js';
import { type Agent, findAgent } from './agents.js';
import type { Database } from './database.js';
import type { Change } from './entries.js';

/**
 * The role `primary`: whoever orchestrates. It is a role and not an agent, so that something can be owed to it while nobody
 * holds it. The last primary that was added holds it; without one a run that is open does.
 */

/** Who holds the role and lives; null where nobody does. */
export function primaryHolder(database: Database): Agent | null {
  const named = roleName(database);
  if (named === null) return null;
  const found = findAgent(database, named);
  return found.ok && found.value.endedAt === null ? found.value : null;
}

/** Whether the role names this agent, alive or not. */
export const isNamedPrimary = (database: Database, agent: string): boolean => roleName(database) === agent;

/** The role as it is once this agent holds it. */
export const roleOf = (agent: AgentName | null): Change => ({ table: 'role', row: { name: 'primary', agent } });

/** The change where a run begins and nobody holds the role: msd does, and the run prints what it is owed. */
export function roleWithRun(database: Database): readonly Change[] {
  return primaryHolder(database) === null ? [roleOf(ORCHESTRATOR)] : [];
}

/**
 * Who follows where a holder goes: the newest primary that lives, else an open run. The role goes on naming whoever held
 * it where nobody follows.
 */
export function roleWithout(
  database: Database,
  leaving: { readonly agent?: string; readonly run?: string },
): readonly Change[] {
  const named = roleName(database);
  const held = leaving.agent ?? (leaving.run === undefined ? null : ORCHESTRATOR);
  if (named === null || named !== held) return [];
  const other = database
    .prepare(
      "SELECT name AS name FROM agent WHERE kind = 'primary' AND ended_at IS NULL AND name <> ? ORDER BY added_at DESC, name LIMIT 1",
    )
    .get(held);
  if (other !== null) return [roleOf(other['name'] as AgentName)];
  const run = database.prepare('SELECT 1 AS one FROM run WHERE ended_at IS NULL AND id <> ?').get(leaving.run ?? '');
  if (run !== null) return held === ORCHESTRATOR ? [] : [roleOf(ORCHESTRATOR)];
  return leaving.run === undefined ? [] : [roleOf(null)];
}

function roleName(database: Database): string | null {
  const row = database.prepare("SELECT agent AS agent FROM role WHERE name = 'primary'").get();
  return row === null ? null : (row['agent'] as string | null);
}
