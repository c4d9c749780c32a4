import { ORCHESTRATOR } from '../../core/channels/agent-name.js';
import { findAgent, type Agent } from './agents.js';
import type { Database } from './database.js';
import { dispatchRows } from './dispatch-row.js';
import { currentHold } from './hold.js';
import { primaryHolder } from './roles.js';
import { settleNotices } from './settle-notices.js';
import { readInbox, type ShownNotice } from './show-notices.js';

/** What the role `primary` is owed, in words for whoever holds it, else for msd itself; nothing while on hold. */
export function owedToRole(database: Database): readonly ShownNotice[] {
  if (currentHold(database) !== null) return [];
  const reader = primaryHolder(database) ?? orchestrator(database);
  return readInbox(database, reader).notices.filter((notice) => notice.slot === 'primary');
}

function orchestrator(database: Database): Agent {
  const found = findAgent(database, ORCHESTRATOR);
  if (!found.ok) throw new Error('the orchestrator is built in');
  return found.value;
}

/** Passes on what a run's executors have not seen, also of those that live. Only inside a write transaction. */
export function settleRun(database: Database, run: string, now: number): void {
  for (const name of new Set(dispatchRows(database, run).map((row) => row['agent'] as string))) {
    const agent = findAgent(database, name);
    if (agent.ok) settleNotices(database, agent.value, now);
  }
}
