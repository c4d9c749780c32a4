import type { MessageType } from '../../src/core/channels/message-type.js';
import type { PlanId } from '../../src/core/phase/plan-id.js';
import type { NewDispatch, NewRun } from '../../src/world/store/port.js';
import type { SendRequest } from '../../src/world/store/send.js';

/** A run as one is opened. */
export const RUN_ROW: NewRun = {
  id: 'r-1',
  project: '/p',
  phase: '03',
  checkout: '/p',
  branch: 'main',
  base: 'b'.repeat(40),
  integrationBranch: 'msd/r-1/integration',
  host: 'command',
  options: {},
};

/** The first attempt at a plan of that run, with ten minutes. */
export const DISPATCH_ROW: NewDispatch = {
  run: 'r-1',
  phase: '03',
  plan: '03-01-a' as PlanId,
  attempt: 1,
  isolation: 'orchestrator-worktree',
  base: 'b'.repeat(40),
  branch: 'msd/r-1/03-01-a',
  worktree: '/w/a',
  attemptDir: '/a/1',
  deadlineMs: 600_000,
};

/** A message on the channel `work`, unless it says otherwise. */
export function saying(type: MessageType, sender: string, change: Partial<SendRequest> = {}): SendRequest {
  return {
    id: null,
    type,
    channel: 'work',
    sender,
    target: null,
    correlationId: null,
    replyTo: null,
    content: 'because',
    windowMs: null,
    budgetUntil: null,
    via: 'person',
    ...change,
  };
}
