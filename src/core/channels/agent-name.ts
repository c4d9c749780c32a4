import type { Brand } from '../brand.js';

/**
 * The one owner of how agents are named. A name is fixed when the agent is added and is what appears everywhere; two
 * names that differ only in case or in Unicode form are the same agent, so no agent has two spellings.
 */

/** The spelling under which an agent was added. */
export type AgentName = Brand<'AgentName'>;

/** What names are compared by. */
export type AgentNameKey = Brand<'AgentNameKey'>;

export const AGENT_KINDS = ['primary', 'executor', 'run'] as const;

/** `person` and `engine` are built in: the human at the main checkout, and msd itself. */
export type AgentKind = (typeof AGENT_KINDS)[number] | 'person' | 'engine';

/** The human at the main checkout. */
export const PERSON = 'person' as AgentName;

/** msd itself: it dispatches, and answers for an agent that ended without a word. */
export const ORCHESTRATOR = 'orchestrator' as AgentName;

/** A run's executor is named after run, plan and attempt, and a file name may hold 255 bytes. */
const MAX_NAME = 300;
const REFUSED = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Zl}\p{Zp}]/u;

/** A name as it will be kept: NFC, without space around it; null for what cannot be a name. */
export function parseAgentName(text: string): AgentName | null {
  const name = text.normalize('NFC').trim();
  if (name === '' || name.length > MAX_NAME || REFUSED.test(name)) return null;
  return name as AgentName;
}

/** Equal for two spellings of one agent. */
export function agentNameKey(name: string): AgentNameKey {
  return name.normalize('NFKC').trim().toLowerCase().normalize('NFKC') as AgentNameKey;
}
