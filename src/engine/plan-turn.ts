import type { PlanOutcome } from '../core/run/plan-outcome.js';
import type { Asked } from '../world/talk.js';
import type { DispatchRow } from '../world/store/port.js';

/** Where a plan's dispatch has come to when its agent has ended. */
export type PlanTurn =
  /** It answered "done": bringing it home comes next. */
  | { readonly kind: 'done' }
  | { readonly kind: 'asked'; readonly asked: AskedPlan }
  | { readonly kind: 'ended'; readonly outcome: PlanOutcome };

/** A plan whose agent stopped to ask the person. */
export interface AskedPlan {
  readonly dispatch: DispatchRow;
  readonly question: Asked;
}
