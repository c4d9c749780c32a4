import type { Failure } from '../../core/failure.js';
import type { Result } from '../../core/result.js';
import type { Agent } from '../../world/store/agents.js';
import type { Ledger } from '../../world/store/ledger.js';
import type { Via } from '../../world/store/messages.js';
import type { CommandOutput } from '../command.js';

/** Who speaks, and how that is known. */
export interface Speaker {
  readonly agent: Agent;
  readonly via: Via;
  /** Tells one connection of an agent's from another; null where a person speaks for it. */
  readonly session: string | null;
}

/** What a verb of the ledger is handed, by the command line or by `msd mcp`. */
export interface VerbContext {
  readonly ledger: Ledger;
  /** Who reads. */
  reader(): Result<Speaker, Failure>;
  /** Who sends. */
  writer(): Result<Speaker, Failure>;
  /** Who decides about channels: an agent by its rights, or null for the person, who may do all. */
  decider(): Result<Agent | null, Failure>;
  /** Whose notices are read; null for the person, who also reads those of the role `primary`. */
  noticeReader(): Result<Speaker | null, Failure>;
  /** Aborted: stop waiting. */
  readonly interrupted: AbortSignal;
}

/** What a verb answers: JSON for programs, lines for people. */
export type VerbAnswer = Result<CommandOutput, Failure> | Promise<Result<CommandOutput, Failure>>;
