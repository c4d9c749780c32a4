import type { AgentExists, AgentNameInvalid } from '../../core/channels/failures.js';
import { ok, type Result } from '../../core/result.js';
import { type Agent, addAgent, endAgent, type NewAgent } from './agents.js';
import type { Database } from './database.js';
import { nextSeq } from './entries.js';
import { roleOf, roleWithout } from './roles.js';
import { inSavepoint } from './savepoint.js';
import { lapseForRole, type Settled, settleNotices } from './settle-notices.js';
import { homeOwner, type Scope, subscribe, type SubscriptionKind, unsubscribe } from './subscriptions.js';
import { noteSuperseded } from './write-notice.js';

/** What an agent hears besides its home. */
export interface Hears {
  readonly scope: Scope;
  readonly kind: Exclude<SubscriptionKind, 'home'>;
}

/**
 * Adds an agent with all that follows from it: a primary takes the role, and an executor gets its home's traffic in place
 * of whoever had it. Only inside a write transaction.
 */
export function bringIn(
  database: Database,
  agent: NewAgent,
  hears: readonly Hears[],
  now: number,
): Result<Agent, AgentNameInvalid | AgentExists> {
  const home = agent.kind === 'executor' ? agent.home : null;
  const before = home === null ? null : homeOwner(database, home);
  const seq = nextSeq(database);
  const added = addAgent(database, agent, now, ({ name }) => [
    ...(agent.kind === 'primary' ? [roleOf(name)] : []),
    ...(home === null ? [] : subscribe(database, name, home, 'home', seq)),
    ...hears.flatMap(({ scope, kind }) => subscribe(database, name, scope, kind, seq)),
  ]);
  if (!added.ok) return added;
  if (home !== null && before !== null) noteSuperseded(database, home, before, added.value, now);
  if (agent.kind === 'primary') lapseForRole(database, added.value.name, now);
  return ok(added.value);
}

/**
 * Ends an agent with all that follows from it. What it had not seen is passed on first; if that fails, it ends all the same
 * and the next recovery passes it on. Ending an ended one passes on what was left then. Only inside a write transaction.
 */
export function letGo(database: Database, agent: Agent, now: number): Settled | null {
  const settled: Settled[] = [];
  const lost = inSavepoint(database, () => {
    settled.push(settleNotices(database, agent, now));
  });
  endAgent(database, agent, now, [
    ...roleWithout(database, { agent: agent.name }),
    ...unsubscribe(database, agent.name, null, nextSeq(database)),
  ]);
  return lost === null ? (settled[0] ?? null) : null;
}
