import { withoutGitRedirection } from '../git/git-env.js';

/** An agent that msd starts is a session of its own, not a part of the one msd itself may have been started from. */
const SESSION =
  /^(CLAUDECODE|CLAUDE_CODE_(ENTRYPOINT|SESSION_ID|SSE_PORT)|CLAUDE_PROJECT_DIR|CLAUDE_PLUGIN_(ROOT|DATA)|CURSOR_(PROJECT_DIR|TRANSCRIPT_PATH|VERSION)|COPILOT_PROJECT_DIR|MSD_(RUN|PHASE|PLAN|PLAN_FILE|WORKTREE|PROMPT_FILE|RESULT_FILE|ATTEMPT|OBLIGATION|CHANNEL|OVERSIGHT|AGENT_TOKEN|IN_\d+))$/;

/** What of the caller's environment an agent or a command gets, before the engine's own variables. */
export function agentEnv(env: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(Object.entries(withoutGitRedirection(env)).filter(([name]) => !SESSION.test(name)));
}
