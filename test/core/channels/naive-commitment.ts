import type { CommitmentState } from '../../../src/core/channels/commitment.js';
import type { MessageType } from '../../../src/core/channels/message-type.js';

/** A second, plain telling of the rules (DESIGN §9) to hold the first one against: it shares no line and no table with it. */
export interface NaiveCommitment {
  kind: string;
  requester: string;
  obligor: string | null;
  state: CommitmentState;
  expiresAt: number;
  acknowledgedAt: number | null;
  resolvedAt: number | null;
  window: number;
  budget: number | null;
}

/** @returns the obligor of a child, where one was opened */
export function naiveAnswer(
  c: NaiveCommitment,
  m: { type: MessageType; sender: string; target: string | null; at: number },
  lenient: boolean,
): string | null {
  const over = ['fulfilled', 'declined', 'failed', 'delegated', 'expired'].includes(c.state);
  if (over) return null;
  const withdraws = m.type === 'DECLINE' && m.sender === c.requester;
  const owes = m.sender === c.obligor || (c.obligor === null && m.sender !== c.requester);
  if (!owes && !withdraws && !lenient) return null;
  const end = (state: CommitmentState) => {
    c.state = state;
    c.resolvedAt = m.at;
  };
  if (m.type === 'STATUS') {
    c.state = 'acknowledged';
    if (c.acknowledgedAt === null) c.acknowledgedAt = m.at;
    let later = m.at + c.window;
    if (c.budget !== null && later > c.budget) later = c.budget;
    if (later > c.expiresAt) c.expiresAt = later;
  } else if (m.type === 'RESPONSE') {
    if (c.kind === 'QUERY') end('fulfilled');
  } else if (m.type === 'DONE') {
    end('fulfilled');
  } else if (m.type === 'FAILURE') {
    end('failed');
  } else if (m.type === 'DECLINE') {
    end('declined');
  } else if (m.type === 'HANDOFF') {
    end('delegated');
    return m.target;
  }
  return null;
}
