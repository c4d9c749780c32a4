import {
  type AGENT_KINDS,
  type AgentKind,
  type AgentName,
  agentNameKey,
  ORCHESTRATOR,
  PERSON,
  parseAgentName,
} from '../../core/channels/agent-name.js';
import type { AgentEnded, AgentExists, AgentNameInvalid, AgentNotFound } from '../../core/channels/failures.js';
import { type ChannelKey, parseChannelKey } from '../../core/channels/channel-key.js';
import type { MessageType } from '../../core/channels/message-type.js';
import { fail, ok, type Result } from '../../core/result.js';
import { select } from './columns.js';
import { type Database, parseStored } from './database.js';
import type { Row } from './driver.js';
import { append, type Change } from './entries.js';
import { newId } from './ids.js';

/** An agent, live or ended; rows are never removed, so a name is never given twice. */
export interface Agent {
  readonly name: AgentName;
  /** Random: what tokens and later records hold on to. */
  readonly id: string;
  readonly kind: AgentKind;
  /** An executor's own channel; fixed when it is added, kept after it ended. */
  readonly home: ChannelKey | null;
  /** Null: all. Empty: none. */
  readonly caps: readonly string[] | null;
  /** Opening types that it may not send. */
  readonly denied: readonly MessageType[];
  /** Who dispatched it. */
  readonly template: AgentName | null;
  /** The dispatch it was started for. */
  readonly dispatch: string | null;
  readonly addedAt: number;
  readonly endedAt: number | null;
}

export interface NewAgent {
  readonly name: string;
  readonly kind: (typeof AGENT_KINDS)[number];
  readonly home: ChannelKey | null;
  readonly caps: readonly string[] | null;
  readonly denied: readonly MessageType[];
  readonly template: AgentName | null;
  readonly dispatch: string | null;
}

const builtIn = (name: AgentName, kind: AgentKind): Agent => ({
  name,
  id: name,
  kind,
  home: null,
  caps: null,
  denied: [],
  template: null,
  dispatch: null,
  addedAt: 0,
  endedAt: null,
});

/** Always there: they need no row and never end. */
const BUILT_IN: readonly Agent[] = [builtIn(PERSON, 'person'), builtIn(ORCHESTRATOR, 'engine')];

/** The agent of a name in any spelling, live or ended. */
export function findAgent(database: Database, name: string): Result<Agent, AgentNotFound> {
  const key = agentNameKey(name);
  const reserved = BUILT_IN.find((agent) => agentNameKey(agent.name) === key);
  if (reserved) return ok(reserved);
  const row = database.prepare(`${select('agent')} WHERE name_key = ?`).get(key);
  return row === null
    ? fail({ reason: 'agent-not-found', agent: name, known: liveNames(database) })
    : ok(readAgent(row));
}

/** The agent of an id; null where none has it. */
export function agentById(database: Database, id: string): Agent | null {
  const reserved = BUILT_IN.find((agent) => agent.id === id);
  if (reserved) return reserved;
  const row = database.prepare(`${select('agent')} WHERE id = ?`).get(id);
  return row === null ? null : readAgent(row);
}

/** The agent of a name, which must not have ended. */
export function liveAgent(database: Database, name: string): Result<Agent, AgentNotFound | AgentEnded> {
  const found = findAgent(database, name);
  return found.ok ? stillLive(found.value) : found;
}

/** The agent, which must not have ended. */
export function stillLive(agent: Agent): Result<Agent, AgentEnded> {
  if (agent.endedAt === null) return ok(agent);
  return fail({ reason: 'agent-ended', agent: agent.name, endedAt: new Date(agent.endedAt).toISOString() });
}

/** The hub that a bare id of an executor's is on: its home's, and no other. Null for whoever has no home of its own. */
export const hubOf = ({ kind, home }: Agent): string | null =>
  kind === 'executor' && home !== null ? (parseChannelKey(home)?.hub ?? null) : null;

/** Agents in the order they were added; the built-in ones are not among them. */
export function listAgents(database: Database, ended: boolean): readonly Agent[] {
  const sql = `${select('agent')} ${ended ? '' : 'WHERE ended_at IS NULL'} ORDER BY added_at, name`;
  return database.prepare(sql).all().map(readAgent);
}

/**
 * Adds an agent. Only inside a write transaction.
 * @param more what else changes with it
 */
export function addAgent(
  database: Database,
  agent: NewAgent,
  now: number,
  more: (added: Agent) => readonly Change[] = () => [],
): Result<Agent, AgentNameInvalid | AgentExists> {
  const name = parseAgentName(agent.name);
  if (name === null) return fail({ reason: 'agent-name-invalid', found: agent.name });
  const taken = findAgent(database, name);
  if (taken.ok) {
    const { endedAt } = taken.value;
    return fail({
      reason: 'agent-exists',
      agent: taken.value.name,
      endedAt: endedAt === null ? null : new Date(endedAt).toISOString(),
    });
  }
  const added: Agent = { ...agent, name, id: newId('agent'), addedAt: now, endedAt: null };
  append(database, entry(added, now, 'added'), [agentChange(added), ...more(added)]);
  return ok(added);
}

/**
 * Ends an agent; its tokens are void with it. Ending an ended one changes nothing. Only inside a write transaction.
 * @param more what else changes with it
 */
export function endAgent(database: Database, agent: Agent, now: number, more: readonly Change[] = []): void {
  if (agent.endedAt !== null) return;
  const tokens = database.prepare(`${select('token')} WHERE agent = ? AND ended_at IS NULL`).all(agent.name);
  append(database, entry(agent, now, 'ended'), [
    agentChange({ ...agent, endedAt: now }),
    ...tokens.map((row): Change => ({ table: 'token', row: { ...row, ended_at: now } })),
    ...more,
  ]);
}

const entry = (agent: Agent, now: number, act: 'added' | 'ended') => ({
  id: newId('entry'),
  kind: 'agent' as const,
  at: now,
  sender: agent.name,
  body: { act },
});

function liveNames(database: Database): readonly string[] {
  const rows = database
    .prepare('SELECT name AS name FROM agent WHERE ended_at IS NULL ORDER BY added_at DESC LIMIT 20')
    .all();
  return [...rows.map((row) => row['name'] as string), ...BUILT_IN.map((agent) => agent.name)];
}

function readAgent(row: Row): Agent {
  return {
    name: row['name'] as AgentName,
    id: row['id'] as string,
    kind: row['kind'] as AgentKind,
    home: row['home'] as ChannelKey | null,
    caps: row['caps'] === null ? null : parseStored<string[]>(row['caps'], `agent ${row['name']}`),
    denied: parseStored<MessageType[]>(row['denied'], `agent ${row['name']}`),
    template: row['template'] as AgentName | null,
    dispatch: row['dispatch'] as string | null,
    addedAt: row['added_at'] as number,
    endedAt: row['ended_at'] as number | null,
  };
}

function agentChange(agent: Agent): Change {
  return {
    table: 'agent',
    row: {
      name: agent.name,
      id: agent.id,
      name_key: agentNameKey(agent.name),
      kind: agent.kind,
      home: agent.home,
      caps: agent.caps === null ? null : JSON.stringify(agent.caps),
      denied: JSON.stringify(agent.denied),
      template: agent.template,
      dispatch: agent.dispatch,
      added_at: agent.addedAt,
      ended_at: agent.endedAt,
    },
  };
}
