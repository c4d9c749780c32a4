import type { Result } from '../../core/result.js';

/**
 * A hub: a place that has channels. `local` is the ledger itself; another one is a service that msd talks to, may be slow,
 * may die in the middle of a call and come back. What was decided about a channel is the ledger's; a hub only carries it out.
 */
export interface Hub {
  readonly name: string;
  /** A new connection: its id, never given before. What an earlier one confirmed counts no more. */
  connect(): Promise<Result<string, HubProblem>>;
  /** Connects a channel, so that what is said there arrives. */
  open(channel: string): Promise<Result<null, HubProblem>>;
  /** Takes a message. Sent again under the same id it is the same message. */
  deliver(message: HubMessage): Promise<Result<null, HubProblem>>;
  /** Whether a message arrived, asked by its id; null where the hub cannot say. */
  landed(id: string): Promise<boolean | null>;
}

export interface HubMessage {
  readonly id: string;
  /** The channel's id on this hub. */
  readonly channel: string;
  readonly sender: string;
  readonly content: string;
}

/** `refused`: it was not done, for certain. `lost`: nobody can say; the hub went away in the middle. */
export interface HubProblem {
  readonly kind: 'refused' | 'lost';
  /** In the hub's words, which are from outside. */
  readonly cause: string;
}
