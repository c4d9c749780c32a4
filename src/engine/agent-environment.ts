import type { DispatchRow } from '../world/world.js';
import type { RunSession } from './run-session.js';

/**
 * What an agent's environment says of its dispatch (issue of DESIGN §8). The reflog action marks every commit that the
 * agent makes, wherever it makes it: a commit of its in the main checkout is recognised by it.
 */
export function agentEnvironment(
  session: RunSession,
  dispatch: DispatchRow,
  files: { readonly promptFile: string; readonly planFile: string; readonly resultFile: string },
): Record<string, string> {
  return {
    MSD_RUN: session.row.id,
    MSD_PHASE: session.index.phase.token,
    MSD_PLAN: dispatch.plan,
    MSD_PLAN_FILE: files.planFile,
    MSD_WORKTREE: dispatch.worktree,
    MSD_PROMPT_FILE: files.promptFile,
    MSD_RESULT_FILE: files.resultFile,
    MSD_ATTEMPT: dispatch.id,
    GIT_REFLOG_ACTION: reflogAction(dispatch),
  };
}

/** The word that the reflog carries for what this dispatch's agent did. */
export const reflogAction = (dispatch: Pick<DispatchRow, 'id'>): string => `msd-agent ${dispatch.id}`;
