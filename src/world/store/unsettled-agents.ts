import type { Database } from './database.js';

/** What is pending for agents that have ended: a settlement that failed, or was killed. Their names. */
export function unsettledAgents(database: Database): readonly string[] {
  const sql =
    "SELECT DISTINCT agent.name AS name FROM delivery JOIN agent ON delivery.addressee = 'agent:' || agent.id WHERE delivery.state = 'pending' AND agent.ended_at IS NOT NULL ORDER BY agent.name";
  return database
    .prepare(sql)
    .all()
    .map((row) => row['name'] as string);
}
