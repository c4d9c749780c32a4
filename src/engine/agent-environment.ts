import { channelKey, LOCAL_HUB } from '../core/channels/channel-key.js';
import { homeChannelId, oversightChannelId } from '../core/channels/phase-channels.js';
import type { DispatchRow } from '../world/store/port.js';
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
    MSD_OBLIGATION: dispatch.correlation,
    MSD_CHANNEL: channelKey({ hub: LOCAL_HUB, id: homeChannelId(dispatch.phase, dispatch.plan) }),
    MSD_OVERSIGHT: channelKey({ hub: LOCAL_HUB, id: oversightChannelId(dispatch.phase) }),
    GIT_REFLOG_ACTION: reflogAction(dispatch),
  };
}

/** The word that the reflog carries for what agents did on one obligation, also after it was handed on. */
export const reflogAction = (dispatch: Pick<DispatchRow, 'correlation'>): string => `msd-agent ${dispatch.correlation}`;
